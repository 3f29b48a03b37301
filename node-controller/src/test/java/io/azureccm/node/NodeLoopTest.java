package io.azureccm.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.reconcile.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class NodeLoopTest {
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final VirtualClock clock = new VirtualClock();
    private final List<String> stopped = new ArrayList<>();

    @Test
    void loopsThatDoNotEndInTimeTakeOneGraceTogetherAndNoWorkMeanwhile() {
        var began = clock.instant();

        assertThat(NodeLoop.stop(loop("nodes", GRACE.multipliedBy(9)), loop("pod-cidrs", GRACE.multipliedBy(9)), GRACE,
                clock)).isFalse();

        assertThat(Duration.between(began, clock.instant())).isEqualTo(GRACE);
        assertThat(stopped.getFirst()).as("takes no work before the other one is waited for").isEqualTo("nodes PT0S");
    }

    @Test
    void stopIsOverWhenBothLoopsHaveEnded() {
        assertThat(NodeLoop.stop(loop("nodes", Duration.ofSeconds(1)), loop("pod-cidrs", Duration.ofSeconds(1)), GRACE,
                clock)).isTrue();
        assertThat(NodeLoop.stop(loop("nodes", Duration.ZERO), loop("pod-cidrs", GRACE.multipliedBy(2)), GRACE, clock))
                .isFalse();
        assertThat(NodeLoop.stop(loop("nodes", GRACE.multipliedBy(2)), loop("pod-cidrs", Duration.ZERO), GRACE, clock))
                .isFalse();
    }

    /** A loop whose operations run for {@code rest} from now on. */
    private Predicate<Duration> loop(String name, Duration rest) {
        var end = clock.instant().plus(rest);
        return longest -> {
            stopped.add(name + " " + longest);
            var left = Duration.between(clock.instant(), end);
            clock.advance(left.compareTo(longest) < 0 ? left.isNegative() ? Duration.ZERO : left : longest);
            return !clock.instant().isBefore(end);
        };
    }
}
