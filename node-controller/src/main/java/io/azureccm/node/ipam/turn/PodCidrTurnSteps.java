package io.azureccm.node.ipam.turn;

import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.node.plan.ipam.MaskPlanner;
import io.azureccm.node.plan.ipam.PodCidrPlanner;
import io.azureccm.node.reconcile.known.NodeTiming;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The steps of a turn of the pod CIDRs. */
public final class PodCidrTurnSteps implements TurnSteps<PodCidrEvent, PodCidrKnown, PodCidrTurn, PodCidrEffect> {
    private static final Duration UNREADABLE_AGAIN = Duration.ofSeconds(30);

    private final PodCidrPlanner planner;
    private final Optional<MaskPlanner> lengths;
    private final PodCidrStateUpdater updater;

    /** {@code lengths} is present if tags define prefix lengths. */
    public PodCidrTurnSteps(PodCidrPlanner planner, Optional<MaskPlanner> lengths, boolean dryRun) {
        this.planner = planner;
        this.lengths = lengths;
        this.updater = new PodCidrStateUpdater(lengths.isPresent(), dryRun);
    }

    @Override
    public PodCidrKnown update(PodCidrKnown known, List<PodCidrEvent> events, Instant now) {
        return updater.update(known, events, now);
    }

    @Override
    public PodCidrTurn plan(PodCidrKnown known, Lanes underWay, Instant now) {
        return PodCidrTurn.of(known, planner, lengths, underWay, now);
    }

    @Override
    public Result<PodCidrKnown, PodCidrEffect> decide(PodCidrKnown known, PodCidrTurn turn, Lanes underWay,
            Instant now) {
        Effect.Collector<PodCidrEffect> effects = new Effect.Collector<>(underWay);
        turn.masks().reads().forEach(read -> effects.add(new PodCidrEffect.ReadMachines(read)));
        turn.given()
                .ifPresent(plan -> plan.assignments()
                        .forEach(each -> effects.add(new PodCidrEffect.Assign(each))));
        PodCidrKnown started = updater.started(known, turn, now);
        PodCidrReporting reporting = PodCidrReporting.of(started, turn);
        reporting.reports().forEach(report -> effects.add(new PodCidrEffect.Show(report)));
        return new Result<>(started.with(reporting.reported()), effects.effects());
    }

    @Override
    public Instant nextTurn(PodCidrKnown known, PodCidrTurn turn, Instant now) {
        if (!turn.lost().isEmpty())
            return now;
        // A node that could not be read may be gone without an event.
        Instant again = known.unreadable().isEmpty() ? Instant.MAX : now.plus(UNREADABLE_AGAIN);
        Stream<Instant> retries = known.work()
                .retries()
                .entrySet()
                .stream()
                .filter(each -> !known.work().writing().contains(each.getKey())
                        && !known.work().due().contains(each.getKey()))
                .flatMap(each -> each.getValue().dueAt().stream());
        return Stream.concat(retries, Stream.of(again, known.changes().closes(NodeTiming.DEFAULT)))
                .min(Instant::compareTo)
                .orElseThrow();
    }
}
