package io.azureccm.e2e.suite.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.azureccm.e2e.playground.LatencyRun;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.ControllerProcess.Program;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.latency.LatencyTable;
import io.azureccm.e2e.playground.latency.Measured;
import io.azureccm.e2e.playground.latency.SlowAzure;
import io.azureccm.e2e.playground.latency.WritePace;
import io.azureccm.e2e.suite.apps.AppProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The latency benchmark of the playground with a real service-controller on an Azure with short latencies. */
@Order(1)
class LatencyRunTest {
    private static final WritePace PACE = new WritePace(BudgetSettings.of(App.SERVICE));

    @TempDir
    Path folder;

    @Test
    void oneMoreServiceIsMeasuredFromItsCreationToItsAddressWithItsCalls() throws Exception {
        LatencyRun run = new LatencyRun(new LatencyRun.Setting(SlowAzure.DEFAULT.scaled(0.02), 2, folder), PACE,
                LatencyRunTest::start, new PrintStream(OutputStream.nullOutputStream()));

        Measured measured = run.single(1).getFirst();

        assertThat(measured.runs()).hasSize(1).allSatisfy(each -> {
            assertThat(each.time()).isGreaterThan(measured.scenario().path().time());
            assertThat(each.calls().writes()).isEqualTo(3);
            assertThat(each.calls().of("PUT", "loadBalancers")).isEqualTo(1);
            assertThat(each.calls().of("PUT", "networkSecurityGroups")).isEqualTo(1);
        });
        assertThat(measured.runs()).allMatch(each -> each.calls().reads() > 0);
        assertThat(new LatencyTable(List.of(measured)).text()).contains("one more Service ");
    }

    private static ControllerProcess start(String name, LocalCloud cloud, List<String> flags) throws IOException {
        List<String> command = AppProcess.java(App.SERVICE);
        return ControllerProcess.start(new Program(name, command.subList(1, command.size())), cloud, flags);
    }
}
