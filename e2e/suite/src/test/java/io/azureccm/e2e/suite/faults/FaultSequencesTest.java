package io.azureccm.e2e.suite.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Whatever Azure, the Kubernetes API, people and the death of processes do to the controllers: what they say is true, what is
 * foreign stays, what is wished for comes true once it is quiet, and nothing is left in the end.
 */
@Isolated
class FaultSequencesTest {
    @Test
    void sequencesOfKnownSeedsKeepEveryPromise() {
        play(FaultOptions.DEFAULT.sequences(Long.getLong("faults.sequences", 40))
                .first(Long.getLong("faults.first", 1)));
    }

    @Test
    void sequencesOfFreshSeedsKeepEveryPromise() {
        long first = ThreadLocalRandom.current().nextLong(1_000_000);
        System.out.println("faults.first=" + first);
        play(FaultOptions.DEFAULT.sequences(2L * World.values().length).first(first));
    }

    private static void play(FaultOptions options) {
        FaultRun run = new FaultRun(options, System.out);
        run.play();
        assertThat(run.violations()).as("sequences that went wrong").isEmpty();
        assertThat(run.tally().total("sequences")).isEqualTo(options.sequences());
        assertThat(List.of(run.tally().total("faults of Azure"), run.tally().total("faults of Kubernetes"),
                run.tally().total("kills"))).as("it was about something").allMatch(count -> count > 0);
    }
}
