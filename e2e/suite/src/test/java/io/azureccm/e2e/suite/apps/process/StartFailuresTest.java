package io.azureccm.e2e.suite.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.playground.cloud.UnusedPort;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is wrong around an app that has started: the health names the cause, and it recovers by itself. */
class StartFailuresTest extends SimulatedCloudFixture {

    @Test
    void certificateThatIsNotTrustedIsNamed() throws Exception {
        try (RunningApp running = RunningApp.start(App.NODE, cloud.flags(), Map.of())) {
            awaitCause(running, "azure", "is not trusted: add its CA with SSL_CERT_FILE");
            assertThat(running.isReady()).isFalse();
            assertThat(running.get("/health/liveness").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void armThatCannotBeReachedIsNamed() throws Exception {
        int port = UnusedPort.find();
        try (RunningApp running = RunningApp.start(App.NODE, flagsFor("https://localhost:" + port), Map.of())) {
            awaitCause(running, "azure", "cannot reach localhost:" + port);
        }
    }

    @Test
    void refusedTokenIsNamedAndForgottenWhenItWorks() throws Exception {
        int fault = cloud.azure()
                .faults()
                .add(Fault.on("POST", "token", new FaultAction.Refuse(401, "invalid_client",
                        "AADSTS7000215: Invalid client secret provided.")));
        try (RunningApp running = RunningApp.start(App.NODE, cloud.flags(), cloud.environment())) {
            RunningApp.await("down", () -> running.component("azure").path("status").asText().equals("DOWN"),
                    () -> running.get("/health").body());
            assertThat(running.cause("azure")).contains("token");
            cloud.azure().faults().remove(fault);
            running.awaitReady();
        }
    }

    @Test
    void kubernetesApiThatCannotBeReachedIsNamed() throws Exception {
        int port = UnusedPort.find();
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                current-context: c
                users: [{name: u, user: {}}]
                """.formatted(port));
        try (RunningApp running = RunningApp.start(App.NODE,
                java.util.List.of("--cloud-config=" + cloud.config(cloud.azure().url()),
                        "--kubeconfig=" + kubeconfig, "--server.port=0"),
                cloud.environment())) {
            awaitCause(running, "kubernetes", "http://127.0.0.1:" + port + "/api/v1/nodes: connection refused");
            assertThat(running.isReady()).isFalse();
            RunningApp.await("the problem of the election", () -> running.component("leadership")
                    .path("details")
                    .path("problem")
                    .asText()
                    .contains("connection refused"), () -> running.get("/health").body());
            assertThat(running.get("/health/liveness").statusCode()).isEqualTo(200);
        }
    }

    private java.util.List<String> flagsFor(String endpoint) throws Exception {
        return java.util.List.of("--cloud-config=" + cloud.config(endpoint),
                "--kubeconfig=" + cloud.kubeconfig(), "--server.port=0");
    }

    private static void awaitCause(RunningApp running, String component, String expected) {
        RunningApp.await("down because of \"" + expected + "\"", () -> running.cause(component).contains(expected),
                () -> running.get("/health").body());
        assertThat(running.component(component).path("status").asText()).isEqualTo("DOWN");
    }
}
