package io.azureccm.node.ipam;

import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Lanes;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.node.ipam.turn.PodCidrAbsorption;
import io.azureccm.node.ipam.turn.PodCidrEvent;
import io.azureccm.node.ipam.turn.PodCidrKnown;
import io.azureccm.node.ipam.turn.PodCidrProjection;
import io.azureccm.node.ipam.turn.PodCidrReport;
import io.azureccm.node.ipam.turn.PodCidrTurn;
import io.azureccm.node.plan.ipam.MaskPlanner;
import io.azureccm.node.plan.ipam.PodCidrPlanner;
import io.azureccm.node.reconcile.PlanReport;
import io.azureccm.node.reconcile.known.NodeTiming;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pod CIDRs of all nodes: the steps of a turn. Keeps nothing itself. */
final class PodCidrScope implements Scope<PodCidrEvent, PodCidrKnown, PodCidrTurn> {
    private static final Logger log = LoggerFactory.getLogger(PodCidrScope.class);

    /** What the scope observes nodes with, what runs its operations, and who is told. */
    record Parts(PodCidrIndex nodes, PodCidrOperations operations, Consumer<PodCidrReport> reports) {}

    private final Parts parts;
    private final PodCidrPlanner planner;
    private final Optional<MaskPlanner> lengths;
    private final NodeTiming timing;
    private final PodCidrAbsorption absorption;

    PodCidrScope(Parts parts, PodCidrPlanner planner, NodeTiming timing, boolean dryRun) {
        this(parts, planner, Optional.empty(), timing, dryRun);
    }

    /** {@code lengths} is present if tags define prefix lengths. */
    PodCidrScope(Parts parts, PodCidrPlanner planner, Optional<MaskPlanner> lengths, NodeTiming timing,
            boolean dryRun) {
        this.parts = parts;
        this.planner = planner;
        this.lengths = lengths;
        this.timing = timing;
        this.absorption = new PodCidrAbsorption(timing, lengths.isPresent(), dryRun);
    }

    @Override
    public PodCidrKnown begin(Instant now) {
        return PodCidrKnown.begin(planner.ranges().size());
    }

    @Override
    public List<PodCidrEvent> observe(Instant now) {
        return List.of(new PodCidrEvent.ClusterSeen(parts.nodes().seen()),
                new PodCidrEvent.AzureSeen(parts.operations().seen()));
    }

    @Override
    public PodCidrKnown absorb(PodCidrKnown known, List<PodCidrEvent> events, Instant now) {
        return absorption.absorb(known, events, now);
    }

    @Override
    public PodCidrTurn plan(PodCidrKnown known, Lanes underWay, Instant now) {
        return PodCidrTurn.of(known, planner, lengths, underWay, now);
    }

    /** Plans that only read are frequent and are therefore only logged. */
    @Override
    public void print(PodCidrTurn turn) {
        if (!turn.plan().isEmpty() || !turn.plan().refusals().isEmpty()) {
            parts.operations().plans().print(turn.plan());
        } else if (!turn.plan().isIdle() && log.isDebugEnabled()) {
            log.debug("{}", turn.plan().text(0));
        }
    }

    @Override
    public PodCidrKnown dispatch(PodCidrKnown known, PodCidrTurn turn, Dispatcher<PodCidrEvent> dispatcher,
            Instant now) {
        PodCidrOperations operations = parts.operations();
        PlanReport printed = operations.plans().newest();
        turn.masks().reads().forEach(read -> dispatcher.dispatch(PodCidrTurn.lane(read), () -> operations.read(read)));
        turn.given()
                .ifPresent(plan -> plan.assignments()
                        .forEach(each -> dispatcher.dispatch(PodCidrTurn.lane(each.node().name()),
                                () -> operations.write(each, printed))));
        return absorption.started(known, turn, now);
    }

    @Override
    public PodCidrKnown project(PodCidrKnown known, PodCidrTurn turn, Dispatcher<PodCidrEvent> dispatcher,
            Instant now) {
        PodCidrProjection projection = PodCidrProjection.of(known, turn);
        projection.reports().forEach(parts.reports());
        return known.with(projection.reported());
    }

    @Override
    public Instant nextTurn(PodCidrKnown known, PodCidrTurn turn, Instant now) {
        if (!turn.lost().isEmpty())
            return now;
        return known.work()
                .retries()
                .entrySet()
                .stream()
                .filter(each -> !known.work().writing().contains(each.getKey()))
                .flatMap(each -> each.getValue().dueAt().stream())
                .filter(known.changes().closes(timing)::isAfter)
                .min(Instant::compareTo)
                .orElse(known.changes().closes(timing));
    }
}
