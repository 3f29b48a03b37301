package io.azureccm.e2e.suite.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.apps.AppProcess;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects as large as Kubernetes stores them, for processes with a heap of 256 MiB. */
class BigObjectsTest extends SimulatedCloudFixture {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Together just below 256 KiB, which is the most that a kube-apiserver takes of annotations. */
    private static final int ANNOTATIONS = 8;
    private static final int ANNOTATION = 32_000;
    /** What other controllers may write into a status: as long as the API takes it. */
    private static final int CONDITIONS = 27;
    private static final int CONDITION = 32_000;
    private static final int MEGABYTE = 1 << 20;
    private static final int BIG = 12;
    /** More than a load balancer has rules. */
    private static final int PORTS = 1_600;

    @Test
    void servicesOfAMegabyteAreServedBesideOthersInASmallHeap() throws Exception {
        cloud.addNodes();
        IntStream.range(0, BIG).forEach(i -> {
            cloud.addService("big-" + i);
            blowUp("services", "default", "big-" + i);
        });
        cloud.addService("before");
        try (AppProcess running = start(App.SERVICE)) {
            awaitServed(running, "before");
            cloud.addService("after");
            awaitServed(running, "after");
            IntStream.range(0, BIG).forEach(i -> awaitServed(running, "big-" + i));
            assertThat(running.log()).doesNotContain("OutOfMemory");
        }
    }

    @Test
    void serviceWithMorePortsThanALoadBalancerHasRulesIsToldSoAndHoldsUpNoOther() throws Exception {
        cloud.addNodes();
        String ports = IntStream.rangeClosed(1, PORTS)
                .mapToObj(port -> "{name: p" + port + ", port: " + port + ", protocol: TCP}")
                .collect(Collectors.joining(", "));
        cloud.cluster()
                .apply("{apiVersion: v1, kind: Service, metadata: {name: many, namespace: default},"
                        + " spec: {type: LoadBalancer, ports: [" + ports + "]}}");
        cloud.addService("before");
        try (AppProcess running = start(App.SERVICE)) {
            awaitServed(running, "before");
            cloud.addService("after");
            awaitServed(running, "after");
            RunningApp.await("a warning",
                    () -> events("many").contains("exceeds the maximum number of"),
                    running::log);
            assertThat(cloud.addresses("many")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(value = App.class, names = {"NODE", "ROUTE"})
    void nodesOfAMegabyteAreWorkedOn(App app) throws Exception {
        IntStream.range(0, 3).forEach(i -> {
            cloud.addNode(i, ", podCIDR: 10.244." + i + ".0/24, podCIDRs: [10.244." + i + ".0/24], taints: "
                    + "[{key: node.cloudprovider.kubernetes.io/uninitialized, value: 'true', effect: NoSchedule}]");
            blowUp("nodes", "", "vmss-a00000" + i);
        });
        try (AppProcess running = start(app)) {
            RunningApp.await("all nodes", () -> cloud.cluster()
                    .list("nodes", "")
                    .stream()
                    .allMatch(node -> app == App.NODE
                            ? !node.path("spec").toString().contains("uninitialized")
                            : node.path("status").toString().contains("RouteCreated")),
                    running::log);
        }
    }

    private AppProcess start(App app) throws Exception {
        return AppProcess.start(app, cloud.flags(app, "--leader-elect=false"), cloud.environment(),
                folder.resolve("app.log"));
    }

    private void awaitServed(AppProcess running, String service) {
        RunningApp.await(service + " served", () -> cloud.addresses(service).size() == 1, running::log);
    }

    private String events(String service) {
        List<ObjectNode> events = cloud.cluster().list("events", "default");
        return events.stream()
                .filter(event -> event.at("/involvedObject/name").asText().equals(service))
                .map(event -> event.path("type").asText() + " " + event.path("reason").asText() + ": "
                        + event.path("message").asText())
                .toList()
                .toString();
    }

    /** Makes an object larger than a megabyte, as its users and other controllers may. */
    private void blowUp(String resource, String namespace, String name) {
        ObjectNode metadata = JSON.createObjectNode();
        ObjectNode annotations = metadata.withObjectProperty("metadata").putObject("annotations");
        IntStream.range(0, ANNOTATIONS).forEach(i -> annotations.put("example.com/note-" + i, "n".repeat(ANNOTATION)));
        cloud.cluster().patch(resource, namespace, name, metadata);
        ObjectNode status = JSON.createObjectNode();
        ArrayNode conditions = status.putArray("conditions");
        IntStream.range(0, CONDITIONS)
                .forEach(i -> conditions.addObject()
                        .put("type", "example.com/Condition" + i)
                        .put("status", "True")
                        .put("reason", "Long")
                        .put("lastTransitionTime", "2026-01-01T00:00:00Z")
                        .put("message", "m".repeat(CONDITION)));
        cloud.cluster().patchStatus(resource, namespace, name, status);
        assertThat(cloud.cluster().get(resource, namespace, name).orElseThrow().toString().length())
                .isGreaterThan(MEGABYTE);
    }
}
