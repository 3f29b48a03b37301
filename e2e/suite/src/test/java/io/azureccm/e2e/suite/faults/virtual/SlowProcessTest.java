package io.azureccm.e2e.suite.faults.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.harness.QuietLogs;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.virtual.VirtualRecovery.Measured;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * After short faults on everything that is read or written for a new Service or node, nobody waits longer than
 * {@code docs/explanation/retries.md} says, even if the process gets little processor time. {@code -Dslow.sequences=N} plays N seeds of
 * each world and kind of slowness.
 */
@ExtendWith(QuietLogs.class)
class SlowProcessTest {
    private static final Duration FAILED_READ = Duration.ofSeconds(30);
    private static final Duration THROTTLED = Duration.ofSeconds(60);
    private static final Duration BUSY = Duration.ofSeconds(30);
    private static final Duration OUTDATED = Duration.ofSeconds(15);
    private static final Duration COLLECTED = Duration.ofSeconds(1).plusSeconds(3).plusSeconds(10);
    /** How many late steps may follow each other before something is sent. */
    private static final int LATE_STEPS = 3;

    /** With these seeds, new Services waited up to five minutes when failed reads of different resources were counted together. */
    @ParameterizedTest
    @CsvSource({"SERVICES, 16 23 30 54", "ROUTES, 1 2 3", "NODES, 1 2 3"})
    void whatIsNewIsServedInTimeAfterShortFaultsInARow(World world, String seeds) {
        List<String> violations = new ArrayList<>();
        int struck = 0;
        for (Slowness slowness : List.of(Slowness.STARVED, Slowness.STOPPED)) {
            for (long seed : seeds(seeds)) {
                try {
                    struck += new VirtualRecovery(world, seed, slowness).play(limits(slowness)).struck();
                } catch (Violation found) {
                    violations.add(found.getMessage());
                }
            }
        }
        assertThat(violations).as("sequences that took too long").isEmpty();
        assertThat(struck).as("calls that a fault struck").isPositive();
    }

    @Test
    void aSeedIsSlowInTheSameWayEachTime() {
        Measured once = new VirtualRecovery(World.NODES, 10, Slowness.STARVED).play(limits(Slowness.STARVED));
        assertThat(new VirtualRecovery(World.NODES, 10, Slowness.STARVED).play(limits(Slowness.STARVED)))
                .isEqualTo(once);
        assertThat(new VirtualRecovery(World.NODES, 10, Slowness.NONE).play(limits(Slowness.NONE)).after())
                .isLessThan(once.after());
    }

    private static long[] seeds(String known) {
        long count = Long.getLong("slow.sequences", 0);
        return count > 0
                ? LongStream.rangeClosed(1, count).toArray()
                : Arrays.stream(known.split(" ")).mapToLong(Long::parseLong).toArray();
    }

    /** The waits of the page one after another, and the longest of them without a call in between. */
    private static Measured limits(Slowness slowness) {
        Duration late = slowness.longest().multipliedBy(LATE_STEPS);
        Duration all = Stream.of(FAILED_READ, THROTTLED, BUSY, OUTDATED, COLLECTED)
                .reduce(Duration.ZERO, Duration::plus);
        return new Measured(all.plus(late), THROTTLED.plus(late), 0);
    }
}
