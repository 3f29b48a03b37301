package io.azureccm.e2e.playground.latency;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The writes that a change needs, in the order that Azure requires. The duration of the longest path is the lower bound
 * for any controller: it excludes reads, planning, Kubernetes and polling of operations. {@code time} is from sending
 * the first write to the end of the last one, with a full budget; {@code text} is for people: {@code public IP 1.0 s,
 * then load balancer 2.0 s beside security group 1.5 s}.
 */
public record CriticalPath(Duration time, String text, boolean isInOrder) {

    static CriticalPath write(String what, Duration time) {
        return new CriticalPath(time, what + " " + Seconds.text(time, 1), false);
    }

    /** Independent writes of one kind: sent as fast as the budget allows, each takes {@code each}. */
    static CriticalPath writes(int count, String what, Duration each, WritePace pace) {
        Duration last = pace.lastOf(count);
        String wait = last.isZero()
                ? ""
                : " (the budget has a call for the last after " + Seconds.text(last, 1) + ")";
        return new CriticalPath(last.plus(each), count + " " + what + " " + Seconds.text(each, 1) + wait, false);
    }

    /** Each starts when the previous one has ended. */
    static CriticalPath inOrder(CriticalPath... steps) {
        return new CriticalPath(times(steps).reduce(Duration.ZERO, Duration::plus),
                Arrays.stream(steps).map(CriticalPath::text).collect(Collectors.joining(", then ")), true);
    }

    /** All start together, and all have to end. */
    static CriticalPath sideBySide(CriticalPath... branches) {
        return new CriticalPath(times(branches).max(Comparator.naturalOrder()).orElse(Duration.ZERO),
                Arrays.stream(branches)
                        .map(branch -> branch.isInOrder() ? "(" + branch.text() + ")" : branch.text())
                        .collect(Collectors.joining(" beside ")),
                false);
    }

    private static Stream<Duration> times(CriticalPath... parts) {
        return Arrays.stream(parts).map(CriticalPath::time);
    }
}
