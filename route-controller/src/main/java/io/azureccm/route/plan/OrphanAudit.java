package io.azureccm.route.plan;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.Orphan;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.spec.ClusterState;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds managed routes that no node needs: of deleted nodes, for ranges that are no longer pod CIDRs, and duplicates
 * under a legacy name. Every plan removes them, so they are orphans only if they remain. Pure.
 */
public record OrphanAudit(PlannerSettings settings) {
    public List<Orphan> audit(ObservedState observed, ClusterState cluster) {
        List<Orphan> orphans = new ArrayList<>();
        new RoutePlanner(settings).plan(observed, cluster, LastKnownGood.NOTHING)
                .plan()
                .operations()
                .stream()
                .flatMap(operation -> operation.changes().stream())
                .filter(change -> change.kind() == Change.Kind.REMOVE && change.element().equals(TableRoute.ELEMENT))
                .forEach(change -> orphans.add(new Orphan(Orphan.Kind.ROUTE,
                        settings.table().child("routes", change.name()),
                        "it has the name of a node's route into the ranges of the cluster",
                        "node " + change.cause().subject(), true)));
        return orphans;

    }
}
