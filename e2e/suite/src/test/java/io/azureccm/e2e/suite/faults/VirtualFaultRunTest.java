package io.azureccm.e2e.suite.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.harness.QuietLogs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The run of sequences in virtual time. */
@ExtendWith(QuietLogs.class)
class VirtualFaultRunTest {
    @Test
    void playsInVirtualTimeOnRequest() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FaultRun run = new FaultRun(
                FaultOptions.parse(List.of("--virtual", "--lasting=never", "--sequences=2", "--world=routes,nodes")),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        run.play();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("sequences: 2 {nodes=1, routes=1}",
                "with lasting faults: 0 (0 %) {}", "violations: 0 []");
    }

    @Test
    void saysWhatLastedAndInHowManySequences() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FaultRun run = new FaultRun(
                FaultOptions.parse(List.of("--virtual", "--lasting=always", "--sequences=2", "--world=services")),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        run.play();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("with lasting faults: 2 (100 %) {services=2}",
                "lasting faults: ", "refused for long: ");
    }
}
