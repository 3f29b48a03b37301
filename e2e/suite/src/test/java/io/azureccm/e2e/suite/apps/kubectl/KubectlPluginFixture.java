package io.azureccm.e2e.suite.apps.kubectl;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.cluster.ClusterOptions;
import io.azureccm.e2e.cluster.ClusterOptions.Feature;
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
        cloud = SimulatedCloud.start(folder, ClusterOptions.defaults().with(Feature.TLS));
        cloud.azure().faults().add(Fault.on("PUT", "loadBalancers", new FaultAction.StuckOperation()).once());
        plugin = new PluginRun(Files.createDirectories(folder.resolve("user")), cloud);
        cloud.addNodes();
        cloud.addService("web");
        app = RunningApp.start(App.SERVICE, cloud.flags(), cloud.environment());
        // As in the guide: the security group is written before the load balancer is, however busy this machine is.
        RunningApp.await("its security group, while the load balancer is written",
                () -> isGroupWritten() && cloud.azure().runningOperations() > 0, () -> page("/plans?format=text"));
        cloud.azure().endStuckOperations();
        RunningApp.await("given an address that is seen", this::isServed,
                () -> page("/services/default/web?format=text"));
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

    private boolean isGroupWritten() {
        return page("/plans?format=text").lines()
                .anyMatch(line -> line.startsWith("Outcome #") && line.contains(" networkSecurityGroups/")
                        && line.contains("  Applied  "));
    }

    /** The controller has seen the address that it has written to the status, so that nothing it tells changes any more. */
    private boolean isServed() {
        String known = page("/services/default/web?format=text");
        return known.startsWith("Service default/web: programmed") && cloud.addresses("web")
                .stream()
                .anyMatch(address -> known.contains("in the status  " + address));
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
