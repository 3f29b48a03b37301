package io.azureccm.e2e.suite.faults.check;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.instance.Instance;
import io.azureccm.e2e.suite.faults.instance.Instances;
import io.azureccm.e2e.suite.harness.SteadyState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits until what is open has come true and every leading instance has looked at everything once more and left it alone. */
public final class Quiet {
    private static final Duration STEP = Duration.ofMillis(50);
    /** After so many steps without any change it is looked at all the same: machines and time change, too. */
    private static final int BLIND = 5;
    /** No quick instance takes longer from one comparison of everything to the next. */
    private static final Duration PERIOD = Duration.ofMillis(800);

    private final Simulation simulation;
    private final StateChecks checks;
    private final Instances instances;
    private final Duration oldest;

    /** {@code oldest}: longer than any answer of Azure is believed. */
    public Quiet(Simulation simulation, StateChecks checks, Instances instances, Duration oldest) {
        this.simulation = simulation;
        this.checks = checks;
        this.instances = instances;
        this.oldest = oldest;
    }

    /** {@code open}: what has not come true yet, as lines. */
    public void await(Supplier<List<String>> open) {
        long end = System.nanoTime() + SteadyState.BOUND.toNanos();
        List<String> left = new ArrayList<>(List.of("nothing has been looked at"));
        String seen = "";
        int blind = 0;
        while (System.nanoTime() < end) {
            String now = simulation.api().resourceVersion() + " " + checks.writes(instances) + " "
                    + simulation.azure().runningOperations();
            if (now.equals(seen) && blind++ < BLIND) {
                LockSupport.parkNanos(STEP.toNanos());
                continue;
            }
            seen = now;
            blind = 0;
            left = open.get();
            if (left.isEmpty()) {
                left = unrest(end);
                if (left.isEmpty() && open.get().isEmpty())
                    return;
            }
        }
        throw new Violation(
                "not settled within " + SteadyState.BOUND.toSeconds() + " s:\n  " + String.join("\n  ", left));
    }

    /** What has moved while every leader made two more turns, the second of them on answers asked for meanwhile. */
    private List<String> unrest(long end) {
        long writes = checks.writes(instances);
        long faults = faults();
        long earliest = System.nanoTime() + oldest.plus(PERIOD).toNanos();
        Map<App, Turn> turns = Map.of();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(STEP.toNanos());
            long now = checks.writes(instances);
            if (now != writes)
                return List.of((now - writes) + " writes in turns that had nothing to do");
            if (faults() != faults)
                return List.of("calls that fail");
            if (!haveTheSameLeaders(turns))
                turns = Map.of();
            if (turns.isEmpty() && System.nanoTime() > earliest)
                turns = turns();
            else if (!turns.isEmpty() && haveTurned(turns) && simulation.azure().runningOperations() == 0)
                return List.of();
        }
        return List.of("no leader, or one that makes no turns: " + turns + ", now " + turns());
    }

    private long faults() {
        return instances.running().stream().mapToLong(Instance::faults).sum();
    }

    /** How many turns the loops of a leader have made. */
    private record Turn(Instance leader, long count) {
        @Override
        public String toString() {
            return leader.name() + "=" + count;
        }
    }

    /** Of each app; empty unless each has a leader that knows what is in the cluster. */
    private Map<App, Turn> turns() {
        Map<App, Turn> turns = new HashMap<>();
        for (App app : instances.apps()) {
            Optional<Instance> leader = instances.leader(app);
            if (leader.isEmpty()
                    || !leader.get()
                            .work()
                            .controller()
                            .informers()
                            .status()
                            .stream()
                            .allMatch(informer -> informer.watching()))
                return Map.of();
            turns.put(app, new Turn(leader.get(), leader.get().work().madeTurns()));
        }
        return turns;
    }

    /** A lease that was lost meanwhile begins the count anew, with another leader. */
    private boolean haveTheSameLeaders(Map<App, Turn> before) {
        return before.entrySet()
                .stream()
                .allMatch(each -> instances.leader(each.getKey()).filter(each.getValue().leader()::equals).isPresent());
    }

    private boolean haveTurned(Map<App, Turn> before) {
        Map<App, Turn> now = turns();
        return before.entrySet()
                .stream()
                .allMatch(
                        each -> !each.getValue().leader().work().controller().isWorking()
                                && now.containsKey(each.getKey())
                                && now.get(each.getKey()).count() >= each.getValue().count() + 2);
    }
}
