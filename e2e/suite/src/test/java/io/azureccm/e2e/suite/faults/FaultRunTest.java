package io.azureccm.e2e.suite.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.lasting.Lasting;
import io.azureccm.e2e.suite.harness.QuietLogs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** The run of many sequences: what it takes, what it prints; with {@code -Dfaults.arguments=...} the run itself. */
@ExtendWith(QuietLogs.class)
class FaultRunTest {
    private static final String ARGUMENTS = "faults.arguments";

    @Test
    @EnabledIfSystemProperty(named = ARGUMENTS, matches = ".*")
    void playsWhatTheArgumentsSay() {
        String given = System.getProperty(ARGUMENTS).trim();
        FaultRun run = new FaultRun(FaultOptions.parse(given.isEmpty() ? List.of() : List.of(given.split(" +"))),
                System.out);
        run.play();
        assertThat(run.violations()).isEmpty();
    }

    @Test
    @DisabledIfSystemProperty(named = ARGUMENTS, matches = ".*")
    void printsWhatWasPlayedAndWhatItCost() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FaultRun run = new FaultRun(FaultOptions.parse(List.of("--sequences=2", "--world=routes", "--lanes=2")),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        run.play();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("sequences: 2 {routes=2}", "faults of Azure: ",
                "faults of Kubernetes: ", "changes: ", "kills: ", "leader changes: ", "violations: 0 []", " s of CPU",
                "MiB");
    }

    @Test
    void optionsThatAreNotKnownAreNamedWithThoseThatAre() {
        assertThatThrownBy(() -> FaultOptions.parse(List.of("--sequences=3", "--speed=9")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--speed=9")
                .hasMessageContaining("--sequences=N");
        assertThat(FaultOptions.parse(List.of("--world=routes,several-load-balancers", "--first=7")))
                .isEqualTo(FaultOptions.DEFAULT.in(List.of(World.ROUTES, World.SEVERAL_LOAD_BALANCERS)).first(7));
        assertThat(FaultOptions.DEFAULT.again(World.ROUTES, 7))
                .isEqualTo("./playground faults --sequences=1 --world=routes --first=7");
        assertThat(FaultOptions.DEFAULT.inVirtualTime().again(World.NODES, 8))
                .isEqualTo("./playground faults --virtual --lasting=mixed --sequences=1 --world=nodes --first=8");
        assertThat(FaultOptions.parse(List.of("--lasting=never")).lasting()).isEqualTo(Lasting.NEVER);
        assertThatThrownBy(() -> FaultOptions.parse(List.of("--lasting=often"))).hasMessageContaining(
                "--lasting=often is not one of always, never, mixed");
    }
}
