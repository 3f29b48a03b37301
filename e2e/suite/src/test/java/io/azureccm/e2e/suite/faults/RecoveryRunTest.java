package io.azureccm.e2e.suite.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.harness.QuietLogs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** The measurement of recovery: what it prints; with {@code -Drecovery.arguments=...} the measurement itself. */
@ExtendWith(QuietLogs.class)
class RecoveryRunTest {
    private static final String ARGUMENTS = "recovery.arguments";

    @Test
    @EnabledIfSystemProperty(named = ARGUMENTS, matches = ".*")
    void measuresWhatTheArgumentsSay() {
        String given = System.getProperty(ARGUMENTS).trim();
        FaultOptions options = FaultOptions.parse(given.isEmpty() ? List.of() : List.of(given.split(" +")));
        RecoveryRun run = new RecoveryRun(options.in(List.of(World.SERVICES)), System.out);
        run.play();
        assertThat(run.violations()).isEmpty();
    }

    @Test
    @DisabledIfSystemProperty(named = ARGUMENTS, matches = ".*")
    void printsHowLongItTookAndWhatItCost() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecoveryRun run = new RecoveryRun(
                FaultOptions.DEFAULT.in(List.of(World.SERVICES)).sequences(2).first(3).lanes(2),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        run.play();
        assertThat(run.violations()).isEmpty();
        assertThat(run.measured()).hasSize(2).allMatch(each -> each.calls() > 0 && each.after().isPositive());
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("sequences: 2, struck by faults: 2",
                "from the last fault to the right state: median ", ", 95 % within ", "calls to ARM: ");
    }

    @Test
    void shareOfTimesIsTheSmallestThatSoManyDoNotExceed() {
        List<Duration> times = IntStream.rangeClosed(1, 20).mapToObj(Duration::ofSeconds).toList();
        assertThat(RecoveryRun.share(times, 0.5)).isEqualTo(Duration.ofSeconds(10));
        assertThat(RecoveryRun.share(times, 0.95)).isEqualTo(Duration.ofSeconds(19));
        assertThat(RecoveryRun.share(times.subList(0, 1), 0.95)).isEqualTo(Duration.ofSeconds(1));
    }
}
