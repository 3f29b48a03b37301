package io.azureccm.e2e.suite.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.apps.AppProcess;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import io.azureccm.route.RouteControllerApplication;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A test that fails leaves the record of a controller that it started as a process, also of one that it killed. */
class ProcessRecordTest extends SimulatedCloudFixture {
    @Test
    void theRecordOfAProcessIsReplayedWithThePrintedCommand() throws Exception {
        cloud.addNode(0, ", podCIDR: 10.244.0.0/24, podCIDRs: [10.244.0.0/24]");
        try (AppProcess process = AppProcess.start(App.ROUTE, cloud.flags(App.ROUTE), cloud.environment(),
                folder.resolve("log"))) {
            RunningApp.await("recorded turns", () -> replay().contains("all plans are equal"), process::log);
            process.kill();
        }

        assertThat(replay()).contains("all plans are equal");
    }

    private String replay() {
        List<String> commands = RunRecords.save(folder.resolve("records"));
        if (commands.isEmpty())
            return "";
        assertThat(commands).singleElement()
                .asString()
                .startsWith("java -jar route-controller/target/route-controller.jar replay " + folder);
        String file = commands.getFirst().substring(commands.getFirst().lastIndexOf(' ') + 1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        try {
            RouteControllerApplication.commands().run(List.of("replay", file), Map.of(), print, print);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
