package io.azureccm.e2e.suite.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.harness.QuietLogs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What virtual time leaves out: the same promises with real HTTP and TLS, tokens, informers, elections and threads, in a few sequences
 * of known seeds in each world. Threads run as they like here, so this shows that the parts work together; narrow moments are looked for
 * by seed in {@code VirtualFaultsTest}, and by many fresh seeds with {@code ./playground faults}.
 */
@Isolated
@ExtendWith(QuietLogs.class)
class FaultSequencesTest {
    private static final int OF_EACH_WORLD = 2;

    @Test
    void sequencesOfKnownSeedsKeepEveryPromise() {
        FaultOptions options = FaultOptions.DEFAULT
                .sequences(Long.getLong("faults.sequences", (long) OF_EACH_WORLD * World.values().length))
                .first(Long.getLong("faults.first", 1));
        FaultRun run = new FaultRun(options, System.out);
        run.play();
        assertThat(run.violations()).as("sequences that went wrong").isEmpty();
        assertThat(run.tally().total("sequences")).isEqualTo(options.sequences());
        assertThat(List.of(run.tally().total("faults of Azure"), run.tally().total("faults of Kubernetes"),
                run.tally().total("kills"))).as("it was about something").allMatch(count -> count > 0);
    }
}
