package io.azureccm.e2e.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.ControllerProcess.Program;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.latency.LatencyTable;
import io.azureccm.e2e.playground.latency.Measured;
import io.azureccm.e2e.playground.latency.SlowAzure;
import io.azureccm.e2e.playground.latency.WritePace;
import io.azureccm.service.ServiceControllerApplication;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The latency benchmark with a real service-controller on an Azure with short latencies. */
class LatencyRunTest {
    private static final WritePace PACE = new WritePace(BudgetSettings.of(App.SERVICE));

    @TempDir
    Path folder;

    @Test
    void oneMoreServiceIsMeasuredFromItsCreationToItsAddressWithItsCalls() throws Exception {
        LatencyRun run = new LatencyRun(new LatencyRun.Setting(SlowAzure.DEFAULT.scaled(0.02), 2, folder), PACE,
                LatencyRunTest::fromTheClassPath, new PrintStream(OutputStream.nullOutputStream()));

        Measured measured = run.single(1).getFirst();

        assertThat(measured.runs()).hasSize(1).allSatisfy(each -> {
            assertThat(each.time()).isGreaterThan(measured.limit());
            assertThat(each.calls().writes()).isEqualTo(3);
            assertThat(each.calls().of("PUT", "loadBalancers")).isEqualTo(1);
            assertThat(each.calls().of("PUT", "networkSecurityGroups")).isEqualTo(1);
        });
        assertThat(measured.runs()).allMatch(each -> each.calls().reads() > 0);
        assertThat(new LatencyTable(List.of(measured), PACE).text()).contains("one more Service ");
    }

    private static ControllerProcess fromTheClassPath(String name, LocalCloud cloud, List<String> flags)
            throws IOException {
        return ControllerProcess.start(new Program(name, List.of("-Xmx192m", "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                ServiceControllerApplication.class.getName())), cloud, flags);
    }
}
