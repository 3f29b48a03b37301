package io.azureccm.e2e.playground.latency;

import io.azureccm.e2e.azure.calls.Counters;
import java.time.Duration;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * The runs of a scenario and its lower bound. Times and reads are medians, because cached data may or may not be fresh
 * enough for the next run; for writes the maximum of all runs counts.
 */
public record Measured(Scenario scenario, List<Run> runs) {
    /** Time from the change in the cluster until it is done, and all calls to ARM that it caused. */
    public record Run(Duration time, Counters calls) {
        /** Writes of the load balancer and the security group together. */
        int sharedWrites() {
            return calls.of("PUT", "loadBalancers") + calls.of("PUT", "networkSecurityGroups");
        }
    }

    Duration median() {
        List<Duration> times = runs.stream().map(Run::time).sorted().toList();
        Duration upper = times.get(times.size() / 2);
        return times.size() % 2 == 1 ? upper : upper.plus(times.get(times.size() / 2 - 1)).dividedBy(2);
    }

    double ratio() {
        return Seconds.of(median()) / Seconds.of(scenario.path().time());
    }

    /** The upper median. */
    int reads() {
        return runs.stream().mapToInt(run -> run.calls().reads()).sorted().skip(runs.size() / 2).findFirst().orElse(0);
    }

    int max(ToIntFunction<Run> calls) {
        return runs.stream().mapToInt(calls).max().orElse(0);
    }

    /** One line of progress: the time of each run. */
    public String summary() {
        return scenario.title() + ": "
                + runs.stream().map(run -> Seconds.text(run.time(), 2)).collect(Collectors.joining(", "));
    }

    /** The missed targets. */
    List<LatencyTarget> missed() {
        return scenario.aims().stream().filter(aim -> !aim.isMet(this)).toList();
    }
}
