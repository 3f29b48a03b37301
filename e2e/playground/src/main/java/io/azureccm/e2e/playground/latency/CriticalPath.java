package io.azureccm.e2e.playground.latency;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The writes that a change needs, in the order that Azure requires. The duration of the longest path is the lower bound
 * for any controller: it excludes reads, planning, Kubernetes and polling of operations.
 */
public sealed interface CriticalPath {
    /** Time from sending the first write to the end of the last one, with a full budget. */
    Duration time(WritePace pace);

    /** Human-readable: {@code public IP 1.0 s, then load balancer 2.0 s beside security group 1.5 s}. */
    String text(WritePace pace);

    /** Independent writes of one kind: sent as fast as the budget allows, each takes {@code each}. */
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

    /** Each starts when the previous one has ended. */
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

    /** All start together, and all have to end. */
    record ParallelWrites(List<CriticalPath> branches) implements CriticalPath {
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
        return new ParallelWrites(Arrays.asList(branches));
    }
}
