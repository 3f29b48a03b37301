package io.azureccm.e2e.suite.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.boot.launch.AgentLauncher;
import io.azureccm.common.boot.launch.Launch;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloud;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;

/** An app that starts with a profile has what the page of profiles says of it. All apps have the same profiles, but for the agent. */
class ProfilesOfAppsTest {
    @TempDir
    static Path folder;
    private static SimulatedCloud cloud;

    @BeforeAll
    static void start() throws Exception {
        cloud = SimulatedCloud.start(folder);
        Path config = cloud.config(cloud.azure().url());
        Files.writeString(config, Files.readString(config).replace("\"cloud\": \"AzurePublicCloud\", ", ""));
    }

    @AfterAll
    static void stop() {
        cloud.close();
    }

    @ParameterizedTest
    @CsvSource({"NODE, public, AzurePublicCloud", "SERVICE, china, AzureChinaCloud",
            "ROUTE, usgov, AzureUSGovernmentCloud", "NODE, azure-stack, AzureStackCloud"})
    void theProfileOfACloudNamesIt(App app, String profile, String name) throws Exception {
        try (RunningApp running = start(app, profile)) {
            JsonNode shown = shown(running);
            assertThat(setting(shown, "azureccm.cloud.name").path("value").asText()).isEqualTo(name);
            assertThat(setting(shown, "azureccm.cloud.name").path("from").asText())
                    .contains("application-" + profile + ".yml");
            assertThat(shown.at("/cloudConfig/all/cloud").asText()).isEqualToIgnoringCase(name);
            assertThat(setting(shown, "azureccm.budget.burst").path("value").toString().contains("12000"))
                    .isEqualTo(profile.equals("china"));
            assertThat(running.get("/threaddump").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void severalProfilesHoldTogether() throws Exception {
        try (RunningApp running = start(App.ROUTE, "usgov,debug")) {
            assertThat(setting(shown(running), "azureccm.cloud.name").path("value").asText())
                    .isEqualTo("AzureUSGovernmentCloud");
            assertThat(running.get("/threaddump").statusCode()).isEqualTo(200);
            assertThat(running.context().getEnvironment().getProperty("logging.level.io.azureccm")).isEqualTo("DEBUG");
        }
    }

    @Test
    void theAgentHasNoPortAndNoCloudConfig() throws Exception {
        List<String> flags = List.of("--spring.profiles.active=agent", "--kubeconfig=" + cloud.kubeconfig(),
                "--node-name=vmss-a000000", "--azureccm.agent.metadata-address=" + cloud.azure().url());
        assertThat(AgentLauncher.isAsked(flags.toArray(String[]::new), Map.of())).isTrue();
        Launch launch = AgentLauncher.launch(App.NODE, Class.forName("io.azureccm.node.NodeAgentApplication"), flags);
        try (ConfigurableApplicationContext agent = ((Launch.Running) launch).context()) {
            assertThat(agent.getEnvironment().getActiveProfiles()).contains("agent");
            assertThat(agent.getEnvironment().getProperty("local.server.port")).isNull();
        }
    }

    private static RunningApp start(App app, String profiles) throws Exception {
        List<String> flags = new ArrayList<>(List.of("--cloud-config=" + folder.resolve("azure.json"),
                "--kubeconfig=" + cloud.kubeconfig(), "--server.port=0", "--server.address=127.0.0.1",
                "--cluster-cidr=10.244.0.0/16", "--dry-run", "--spring.profiles.active=" + profiles));
        return RunningApp.start(app, flags, cloud.environment());
    }

    /** Once the cloud config has been read. */
    private static JsonNode shown(RunningApp running) {
        RunningApp.await("the config in use", () -> !json(running).path("cloudConfig").isNull(),
                () -> running.get("/cloudconfig").body());
        return json(running);
    }

    private static JsonNode json(RunningApp running) {
        try {
            return new ObjectMapper().readTree(running.get("/cloudconfig").body());
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    private static JsonNode setting(JsonNode shown, String name) {
        for (JsonNode each : shown.path("settings")) {
            if (each.path("name").asText().equals(name))
                return each;
        }
        throw new AssertionError("no setting " + name + " in " + shown.path("settings"));
    }
}
