package io.azureccm.e2e.suite.apps.kubectl;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.cluster.ClusterOptions;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloud;
import io.azureccm.e2e.suite.apps.kubectl.PluginRun.Ended;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What {@link KubectlPluginTest} and {@link KubectlPluginAccessTest} have in common. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class KubectlPluginFixture {
    Path folder;
    SimulatedCloud cloud;
    RunningApp app;
    PluginRun plugin;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        assumeTrue(PluginRun.canRun(), "kubectl or curl is not on the PATH: install them to run these tests");
        // As in the guide: the security group is written before the load balancer is, however busy this machine is.
        cloud = SimulatedCloud.start(folder, ClusterOptions.defaults().withTls(),
                AzureSimulator.builder()
                        .latencies(Latencies.builder()
                                .rule("PUT", "loadBalancers", Delay.ofMillis(400), Delay.NONE)
                                .build()));
        plugin = new PluginRun(Files.createDirectories(folder.resolve("user")), cloud);
        cloud.addNodes();
        cloud.addService("web");
        app = RunningApp.start(App.SERVICE, cloud.flags(), cloud.environment());
        RunningApp.await("given an address", () -> !cloud.addresses("web").isEmpty(), () -> app.get("/health").body());
        int port = URI.create(app.actuator()).getPort();
        cloud.cluster().apply(pod("controller-abcde", leaderHost(), port, "Running"));
        cloud.cluster().apply(pod("controller-fghij", "other", 1, "Running"));
        cloud.cluster().apply(pod("controller-klmno", leaderHost(), 1, "Succeeded"));
        for (String object : Files.readString(PluginRun.FOLDER.resolve("reader.yaml")).split("\n---\n"))
            cloud.cluster().apply(object);
        bind("Cluster", "{name: azureccm-reader}");
        bind("", "{name: azureccm-reader, namespace: kube-system}");
    }

    @AfterAll
    void stop() {
        if (app != null)
            app.close();
        if (cloud != null)
            cloud.close();
    }

    String leaderHost() {
        return cloud.holder(App.SERVICE).replaceFirst("_[^_]*$", "");
    }

    static ObjectNode pod(String name, String node, int port, String phase) {
        return Json.parse("""
                {apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: kube-system,
                  labels: {app.kubernetes.io/name: service-controller}},
                 spec: {nodeName: %s, containers: [{name: c, image: i, ports: [{name: actuator, containerPort: %d}]}]},
                 status: {phase: %s, podIP: 127.0.0.1}}""".formatted(name, node, port, phase));
    }

    void bind(String scope, String metadata) {
        cloud.cluster()
                .apply("{apiVersion: rbac.authorization.k8s.io/v1, kind: " + scope + "RoleBinding, metadata: "
                        + metadata
                        + ", roleRef: {kind: " + scope + "Role, name: azureccm-reader}, "
                        + "subjects: [{kind: ServiceAccount, namespace: shop, name: reader}]}");
    }

    String readerToken() {
        return cloud.cluster().tokenOf("shop", "reader");
    }

    Ended asReader(String... arguments) throws Exception {
        plugin.kubeconfig("token: " + readerToken());
        return plugin.run(arguments);
    }

    String page(String path) {
        return app.get(path).body();
    }

    void lease(String spec) {
        cloud.cluster()
                .apply("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: other, namespace: kube-system}, spec: "
                        + spec + "}");
    }
}
