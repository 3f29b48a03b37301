package io.azureccm.e2e.suite.apps.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.boot.launch.AgentLauncher;
import io.azureccm.common.boot.launch.Launch;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.playground.cloud.UnusedPort;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

/** What the charts render to can be applied, and the processes that it describes work with their flags and their rights. */
class ChartStartTest extends SimulatedCloudFixture {
    private static final List<String> PROBES = List.of("startupProbe", "livenessProbe", "readinessProbe");

    @BeforeEach
    void prepare() throws Exception {
        cloud.addNodes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"node-controller", "node-controller-with-agent", "service-controller",
            "service-controller-with-resource-lease", "route-controller"})
    void aKubernetesApiTakesEveryObject(String manifest) throws Exception {
        ChartManifest.of(manifest).apply(cloud.cluster());

        assertThat(cloud.cluster()
                .get("daemonsets", "kube-system",
                        "azure-" + manifest.replaceAll("-with-.*", "")))
                .isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void everyAppLeadsAndAnswersItsProbesWithTheFlagsAndRightsOfItsChart(App app) throws Exception {
        ChartManifest manifest = ChartManifest.of(app.title());
        manifest.apply(cloud.cluster());
        JsonNode pod = manifest.pod("azure-" + app.title());
        List<String> flags = new ArrayList<>(ChartManifest.arguments(pod));
        flags.replaceAll(flag -> flag.startsWith("--cloud-config=") ? "--cloud-config=" + config() : flag);
        int health = UnusedPort.find();
        flags.addAll(List.of("--server.port=0", "--server.address=127.0.0.1", "--azureccm.health.port=" + health,
                "--kubeconfig=" + kubeconfig(pod)));

        try (RunningApp running = RunningApp.start(app, flags, cloud.environment())) {
            running.awaitReady();
            RunningApp.await("leading", running::leads, () -> running.get("/health").body());
            String port = ChartManifest.variable(pod, "AZURECCM_HEALTH_PORT");
            for (String probe : PROBES) {
                JsonNode request = pod.at("/containers/0/" + probe + "/httpGet");
                assertThat(request.path("port").asText()).as(probe).isEqualTo(port);
                assertThat(statusOf("http://127.0.0.1:" + health + request.path("path").asText())).as(probe)
                        .isEqualTo(200);
            }
            if (app == App.SERVICE) {
                cloud.addService("web");
                RunningApp.await("served", () -> cloud.addresses("web").size() == 1,
                        () -> running.get("/plans?format=text").body());
            }
        }
    }

    @Test
    void theAgentInitialisesItsNodeWithTheFlagsAndRightsOfItsChart() throws Exception {
        ChartManifest manifest = ChartManifest.of("node-controller-with-agent");
        manifest.apply(cloud.cluster());
        cloud.cluster().delete("nodes", "", "vmss-a000001");
        cloud.cluster()
                .apply("{apiVersion: v1, kind: Node, metadata: {name: vmss-a000001}, spec: {taints: [{key: "
                        + "node.cloudprovider.kubernetes.io/uninitialized, value: 'true', effect: NoSchedule}]}}");
        JsonNode pod = manifest.pod("azure-node-controller-agent");
        List<String> args = new ArrayList<>(ChartManifest.arguments(pod));
        args.addAll(List.of("--spring.profiles.active=agent", "--node-name=vmss-a000001",
                "--kubeconfig=" + kubeconfigOfAgent(pod),
                "--azureccm.agent.metadata-address=" + cloud.azure().httpUrl() + "/machines/vmss-a000001"));

        try (ConfigurableApplicationContext agent = ((Launch.Running) AgentLauncher.launch(App.NODE,
                Class.forName("io.azureccm.node.NodeAgentApplication"), args)).context()) {
            assertThat(agent.isActive()).isTrue();
            RunningApp.await("initialised", () -> !node().contains("uninitialized"), this::node);
        }
        assertThat(node()).contains("azure:///subscriptions/").contains("InternalIP");
    }

    /** As the kubelet of the node gets it: the token names the node, on which the policy of the chart insists. */
    private Path kubeconfigOfAgent(JsonNode template) throws IOException {
        String account = template.path("serviceAccountName").asText();
        cloud.cluster()
                .apply("{apiVersion: v1, kind: Pod, metadata: {name: agent, namespace: kube-system}, spec: {nodeName: "
                        + "vmss-a000001, serviceAccountName: " + account
                        + ", containers: [{name: agent, image: agent}]}}");
        return Files.writeString(folder.resolve("restricted"),
                cloud.cluster().kubeconfigOfPod("kube-system", account, "agent"));
    }

    private static int statusOf(String address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client
                    .send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private String node() {
        return cloud.cluster().get("nodes", "", "vmss-a000001").orElseThrow().toString();
    }

    private Path config() {
        try {
            return cloud.config(cloud.azure().url());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Of the service account of the pod, which is held to the roles of the manifest. */
    private Path kubeconfig(JsonNode pod) throws IOException {
        return Files.writeString(folder.resolve("restricted"),
                cloud.cluster().kubeconfigOf("kube-system", pod.path("serviceAccountName").asText()));
    }
}
