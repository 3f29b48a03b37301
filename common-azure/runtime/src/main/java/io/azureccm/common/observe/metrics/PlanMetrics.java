package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.exec.PlanListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Counts and measures plans for ARM as a loop prints them: their size, changes and outcomes. A change counts once, however
 * many plans of its scope contain it before it is made. A plan ends when all operations that it did not defer have ended or,
 * once a newer plan of its scope has taken over the rest, when none of its operations is in flight any more.
 */
public final class PlanMetrics implements PlanListener {
    /** The part of a change that stays the same when its write is retried. */
    private record Part(ArmId target, Change.Kind kind, String element, String name, List<FieldChange> fields) {}

    /** A plan that has not ended; guarded by this object. */
    private static final class Running {
        private final String scope;
        private final Instant began;
        private final Set<ArmId> open;
        private int sent;
        private int underWay;
        private boolean good = true;
        private boolean superseded;

        Running(Plan plan, Instant began) {
            this.scope = plan.scope();
            this.began = began;
            this.open = plan.ready().stream().map(Operation::target).collect(Collectors.toCollection(HashSet::new));
        }

        boolean isOver() {
            return underWay == 0 && (superseded || open.isEmpty());
        }
    }

    private final MeterRegistry registry;
    private final PlanSizes sizes;
    private final InstantSource clock;
    private final Map<Long, Running> running = new HashMap<>();
    private final Map<String, Set<Part>> counted = new HashMap<>();

    public PlanMetrics(MeterRegistry registry, InstantSource clock) {
        this.registry = registry;
        this.sizes = new PlanSizes(registry);
        this.clock = clock;
    }

    @Override
    public synchronized void planned(long number, Plan plan) {
        count(plan);
        takeOver(plan.scope());
        if (plan.isEmpty()) {
            ended("empty", Duration.ZERO);
        } else {
            running.put(number, new Running(plan, clock.instant()));
        }
    }

    @Override
    public synchronized void nothingLeft(Plan plan) {
        count(plan);
        takeOver(plan.scope());
        ended("empty", Duration.ZERO);
    }

    @Override
    public synchronized void sent(long number) {
        Running plan = running.get(number);
        if (plan != null) {
            plan.sent++;
            plan.underWay++;
        }
    }

    @Override
    public synchronized void ended(long number, Operation operation, Outcome outcome) {
        Running plan = running.get(number);
        if (plan == null)
            return;
        plan.underWay--;
        plan.open.remove(operation.target());
        plan.good &= outcome.isGood();
        if (plan.isOver()) {
            running.remove(number);
            ended(plan);
        }
    }

    @Override
    public synchronized void executed(long number, PlanOutcome outcome, Duration took) {
        running.remove(number);
        if (!outcome.plan().isEmpty())
            ended(outcome.allGood() ? "applied" : "open", took);
    }

    private void count(Plan plan) {
        sizes.planned(plan.operations().size());
        Set<Part> now = new HashSet<>();
        Set<Part> before = counted.getOrDefault(plan.scope(), Set.of());
        for (Operation operation : plan.operations()) {
            for (Change change : operation.changes()) {
                Part part = new Part(operation.target(), change.kind(), change.element(), change.name(),
                        change.fields());
                if (now.add(part) && !before.contains(part))
                    sizes.changed(change.kind(), change.cause());
            }
        }
        counted.put(plan.scope(), now);
    }

    /** A plan of which nothing was sent is dropped: the newer one contains all of it. */
    private void takeOver(String scope) {
        for (Iterator<Running> each = running.values().iterator(); each.hasNext();) {
            Running plan = each.next();
            if (!plan.scope.equals(scope))
                continue;
            plan.superseded = true;
            if (plan.isOver()) {
                each.remove();
                if (plan.sent > 0)
                    ended(plan);
            }
        }
    }

    private void ended(Running plan) {
        ended(plan.good ? "applied" : "open", Duration.between(plan.began, clock.instant()));
    }

    private void ended(String result, Duration took) {
        Timer.builder("controller.plan.duration")
                .description("Plans by result: nothing to write, applied completely, or partly open")
                .tag("result", result)
                .register(registry)
                .record(took);
    }
}
