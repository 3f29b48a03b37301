package io.azureccm.e2e.suite.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.azureccm.service.ServiceControllerApplication;
import io.azureccm.service.reconcile.known.ServiceTiming;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scenario that fails leaves a record of its controllers, which the app replays. */
class RunRecordsTest {
    @TempDir
    private Path folder;

    @Test
    void theRecordOfAScenarioIsReplayedWithThePrintedCommand() throws InterruptedException {
        try (ServiceScenario scenario = ServiceScenario.play(folder,
                ScenarioSetup.of(3).timing(ServiceTiming.DEFAULT))) {
            scenario.apply("web");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
        }

        List<String> commands = RunRecords.save(folder.resolve("records"));

        assertThat(commands).singleElement()
                .asString()
                .startsWith("java -jar service-controller/target/service-controller.jar replay " + folder);
        String file = commands.getFirst().substring(commands.getFirst().lastIndexOf(' ') + 1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        int code = ServiceControllerApplication.commands()
                .run(List.of("replay", file), Map.of(), print, print)
                .orElseThrow();
        assertThat(code).as(out.toString(StandardCharsets.UTF_8)).isZero();
    }
}
