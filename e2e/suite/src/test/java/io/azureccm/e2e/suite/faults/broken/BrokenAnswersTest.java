package io.azureccm.e2e.suite.faults.broken;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.harness.QuietLogs;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.cluster.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One broken answer is one broken resource: whatever a member of it is shown as, no turn fails, and those who do not need it are served. */
@Execution(ExecutionMode.CONCURRENT)
@ExtendWith(QuietLogs.class)
class BrokenAnswersTest {
    private static final long FIRST = Long.getLong("broken.first", 1);
    private static final long SEEDS = Long.getLong("broken.seeds", 3);

    private final Tally tally = new Tally();

    @Test
    void whoDoesNotNeedAResourceThatCannotBeReadIsServed() {
        assertThat(violations(false)).isEmpty();
        assertThat(tally.of("broken resources")).as("of many types").hasSizeGreaterThan(4);
    }

    @Test
    void noTurnFailsWhateverIsShown() {
        assertThat(violations(true)).isEmpty();
    }

    /** Sequences that once broke a promise, with what went wrong. */
    @ParameterizedTest(name = "{2}")
    @CsvSource({"SERVICES, 40, a Service that became internal and was deleted left its public IP behind",
            "SEVERAL_LOAD_BALANCERS, 310, a Service that became external and was deleted left a frontend behind",
            "NODES, 387, a node was told that it has no machine while an instance without an id was taken for another one",
            "TOGETHER, 361, a frontend of a private link service was removed and the others on it were not served",
            "SEVERAL_LOAD_BALANCERS, 10, nobody was served while the security group was shown as a number"})
    void sequenceThatOnceBrokeAPromiseKeepsIt(World world, long seed, String story) {
        assertThat(violation(world, seed, false)).as(story).isEmpty();
    }

    private List<String> violations(boolean readable) {
        List<String> violations = new ArrayList<>();
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            for (World world : World.values())
                violation(world, seed, readable).ifPresent(violations::add);
        }
        return violations;
    }

    private Optional<String> violation(World world, long seed, boolean readable) {
        try {
            BrokenSequence.play(world, seed, tally, readable);
            return Optional.empty();
        } catch (Violation found) {
            return Optional
                    .of("world " + world.title() + ", seed " + seed + " (again with -Dbroken.seeds=1 -Dbroken.first="
                            + seed + "): " + found.getMessage());
        }
    }
}
