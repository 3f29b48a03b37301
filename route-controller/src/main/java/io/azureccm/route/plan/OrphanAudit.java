package io.azureccm.route.plan;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.Orphan;
import io.azureccm.common.core.drift.InPlace;
import io.azureccm.route.observed.ObservedState;
import io.azureccm.route.spec.ClusterState;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds routes that are ours and that no node wants: of nodes that are gone, for ranges that are no pod CIDR any more, second ones
 * under an older name. Every plan removes them, so all of these are orphans only if they stay. Pure.
 */
public final class OrphanAudit {
    private final PlannerSettings settings;
    private final RoutePlanner planner;

    public OrphanAudit(PlannerSettings settings) {
        this.settings = settings;
        this.planner = new RoutePlanner(settings);
    }

    public List<Orphan> audit(ObservedState observed, ClusterState cluster) {
        List<Orphan> orphans = new ArrayList<>();
        planner.plan(observed, cluster, InPlace.NOTHING)
                .plan()
                .operations()
                .stream()
                .flatMap(operation -> operation.changes().stream())
                .filter(change -> change.kind() == Change.Kind.REMOVE && change.element().equals(TableDraft.ROUTE))
                .forEach(change -> orphans.add(new Orphan(Orphan.Kind.ROUTE,
                        settings.table().child("routes", change.name()),
                        "it bears the name of a node's route into the ranges of the cluster",
                        "node " + change.cause().subject(), true)));
        return orphans;

    }
}
