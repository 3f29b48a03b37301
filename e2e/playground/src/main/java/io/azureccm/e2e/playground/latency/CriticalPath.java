package io.azureccm.e2e.playground.latency;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The writes that a change needs, in the order that Azure demands. The time along the longest way through them is the limit that no
 * controller can beat: reads, planning, Kubernetes and the looks at operations are not in it.
 */
public sealed interface CriticalPath {
    /** Seconds from the first write sent to the last one ended, of a budget that nothing was taken from. */
    Duration time(WritePace pace);

    /** For people: {@code public IP 1.0 s, then load balancer 2.0 s beside security group 1.5 s}. */
    String text(WritePace pace);

    /** Writes of one kind that need nothing of each other: sent as fast as the budget lets them go, each takes {@code each}. */
    record Writes(int count, String what, Duration each) implements CriticalPath {
        @Override
        public Duration time(WritePace pace) {
            return pace.lastOf(count).plus(each);
        }

        @Override
        public String text(WritePace pace) {
            String text = (count == 1 ? "" : count + " ") + what + " " + Seconds.text(each, 1);
            Duration last = pace.lastOf(count);
            return last.isZero()
                    ? text
                    : text + " (the budget has a call for the last after " + Seconds.text(last, 1)
                            + ")";
        }
    }

    /** Each begins when the one before has ended. */
    record InOrder(List<CriticalPath> steps) implements CriticalPath {
        @Override
        public Duration time(WritePace pace) {
            return steps.stream().map(step -> step.time(pace)).reduce(Duration.ZERO, Duration::plus);
        }

        @Override
        public String text(WritePace pace) {
            return steps.stream().map(step -> step.text(pace)).collect(Collectors.joining(", then "));
        }
    }

    /** All begin together, and all have to end. */
    record SideBySide(List<CriticalPath> branches) implements CriticalPath {
        @Override
        public Duration time(WritePace pace) {
            return branches.stream()
                    .map(branch -> branch.time(pace))
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
        }

        @Override
        public String text(WritePace pace) {
            return branches.stream()
                    .map(branch -> branch instanceof InOrder ? "(" + branch.text(pace) + ")" : branch.text(pace))
                    .collect(Collectors.joining(" beside "));
        }
    }

    static CriticalPath write(String what, Duration time) {
        return new Writes(1, what, time);
    }

    static CriticalPath writes(int count, String what, Duration each) {
        return new Writes(count, what, each);
    }

    static CriticalPath inOrder(CriticalPath... steps) {
        return new InOrder(Arrays.asList(steps));
    }

    static CriticalPath sideBySide(CriticalPath... branches) {
        return new SideBySide(Arrays.asList(branches));
    }
}
