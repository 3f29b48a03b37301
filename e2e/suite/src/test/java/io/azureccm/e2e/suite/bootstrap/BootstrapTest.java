package io.azureccm.e2e.suite.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.suite.process.CachedApp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster comes up from nothing with the charts as they are rendered, in the order in which it really does: no node is
 * initialised, there is no pod network and no DNS of the cluster before the controllers have worked.
 */
@Order(1)
class BootstrapTest {
    private static final int CONTROL_PLANE = 3;

    @TempDir
    Path folder;

    @BeforeAll
    static void packaged() {
        for (String app : List.of("node-controller", "route-controller", "service-controller")) {
            Assumptions.assumeTrue(CachedApp.isPackaged(app), () -> app + " has not been packaged");
        }
    }

    /** With the first machine alone everything is rolled out; then the others of the control plane join, one by one, and workers. */
    @Test
    void aClusterComesUpFromNothing() throws IOException {
        try (NewCluster fresh = new NewCluster(CONTROL_PLANE, 2, UnaryOperator.identity());
                BringUp bringUp = new BringUp(fresh, folder)) {
            for (int i = 0; i < CONTROL_PLANE; i++) {
                comesUp(bringUp, bringUp.join(NewCluster.controlPlane(i), true));
                rollsOut(bringUp, fresh);
            }
            List<Machine> workers = IntStream.range(0, 2)
                    .mapToObj(i -> bringUp.join(NewCluster.worker(i), false))
                    .toList();
            workers.forEach(worker -> comesUp(bringUp, worker));
            bringUp.until("served", () -> fresh.addresses().size() == 1);
            rollsOut(bringUp, fresh);
            assertThat(bringUp.isRolledOut(Addons.DNS)).isTrue();
            order(bringUp.timeline());
            end(fresh, bringUp);
        }
    }

    private static void rollsOut(BringUp bringUp, NewCluster fresh) {
        for (Workload workload : fresh.workloads()) {
            bringUp.until("rolled out: " + workload.name(), () -> bringUp.isRolledOut(workload));
        }
    }

    private static void comesUp(BringUp bringUp, Machine machine) {
        bringUp.until("free of the taints of a start: " + machine.name(), () -> bringUp.timeline()
                .contains(machine.name() + " free of the taints of a start"));
    }

    private static void order(List<String> timeline) {
        String first = NewCluster.controlPlane(0);
        assertThat(timeline).as("before the cluster has DNS")
                .containsSubsequence(first + " registered",
                        "azure-node-controller runs on " + first, first + " initialised", "coredns runs on " + first);
        assertThat(timeline).as("before there is a pod network")
                .containsSubsequence(
                        "azure-node-controller runs on " + first, first + " has pod addresses",
                        first + " has a pod network", first + " ready", "coredns runs on " + first);
        assertThat(timeline).as("before pods are placed")
                .containsSubsequence(
                        "azure-route-controller runs on " + first, first + " routed", "coredns runs on " + first,
                        "service served");
        for (int i = 1; i < CONTROL_PLANE; i++) {
            assertThat(timeline).containsSubsequence(NewCluster.controlPlane(i - 1) + " initialised",
                    NewCluster.controlPlane(i) + " registered", NewCluster.controlPlane(i) + " initialised");
        }
    }

    private static void end(NewCluster fresh, BringUp bringUp) {
        for (Machine machine : bringUp.machines()) {
            assertThat(machine.node().at("/spec/providerID").asText()).startsWith("azure:///subscriptions/");
            assertThat(machine.isRouted()).isTrue();
            assertThat(machine.taints()).allMatch(taint -> taint.key().equals(Taint.CONTROL_PLANE));
        }
        assertThat(fresh.routes()).containsExactlyInAnyOrderElementsOf(
                bringUp.machines().stream().map(machine -> machine.node().at("/spec/podCIDR").asText()).toList());
        assertThat(bringUp.restarts()).as("containers that ended by themselves").isZero();
        assertThat(fresh.azure().problems()).isEmpty();
    }

    /** Pods in the network of a node that ask the cluster's DNS wait for what waits for them. */
    @Test
    void namesOfTheClusterAreADeadlock() throws IOException {
        try (NewCluster fresh = new NewCluster(1, 0, BootstrapTest::clusterNames);
                BringUp bringUp = new BringUp(fresh, folder)) {
            Machine machine = bringUp.join(NewCluster.controlPlane(0), true);
            Workload controller = fresh.workload("node-controller");
            bringUp.until("asking for a name that nobody answers", () -> bringUp.pods(controller)
                    .stream()
                    .flatMap(pod -> pod.process().stream())
                    .anyMatch(process -> process.log().contains("cannot reach management.azure.com")));
            assertThat(machine.hasTaint(Taint.UNINITIALIZED)).isTrue();
            assertThat(bringUp.pods(Addons.DNS)).allSatisfy(pod -> {
                assertThat(pod.isPlaced()).isFalse();
                assertThat(bringUp.obstacles(pod).toString()).contains(Taint.UNINITIALIZED);
            });
            assertThat(bringUp.isRolledOut(controller)).isFalse();
            bringUp.answerNames();
            bringUp.until("initialised with names", machine::isInitialised);
        }
    }

    /** Two pods with one port of the machine never run on the only one. */
    @Test
    void twoReplicasOnOneMachineNeverRollOut() throws IOException {
        try (NewCluster fresh = new NewCluster(1, 0, BootstrapTest::twoReplicas);
                BringUp bringUp = new BringUp(fresh, folder)) {
            comesUp(bringUp, bringUp.join(NewCluster.controlPlane(0), true));
            Workload controller = fresh.workload("node-controller");
            bringUp.until("one ready", () -> bringUp.pods(controller).stream().anyMatch(Pod::isReady));
            List<Pod> waiting = bringUp.pods(controller).stream().filter(pod -> !pod.isPlaced()).toList();
            assertThat(waiting).hasSize(1);
            assertThat(bringUp.obstacles(waiting.getFirst()).toString()).contains("host port");
            assertThat(bringUp.isRolledOut(controller)).isFalse();
        }
    }

    /** Without tolerations for the kubelet's and the network plug-in's taints of a new node, no controller runs on it. */
    @Test
    void fewTolerationsAreADeadlock() throws IOException {
        try (NewCluster fresh = new NewCluster(1, 0, BootstrapTest::fewTolerations);
                BringUp bringUp = new BringUp(fresh, folder)) {
            bringUp.join(NewCluster.controlPlane(0), true);
            bringUp.until("an agent of the network plug-in", () -> bringUp.pods(Addons.NETWORK_AGENT)
                    .stream()
                    .anyMatch(Pod::runs));
            assertThat(bringUp.nothingMoves()).isTrue();
            assertThat(bringUp.obstacles(fresh.workload("node-controller")))
                    .as("the kubelet's taint has the value true, which a toleration without operator does not tolerate")
                    .contains("taint " + Taint.UNINITIALIZED, "taint " + Taint.AGENT_NOT_READY);
        }
    }

    private static ObjectNode clusterNames(ObjectNode workload) {
        pod(workload).put("dnsPolicy", "ClusterFirstWithHostNet");
        return workload;
    }

    private static ObjectNode twoReplicas(ObjectNode workload) {
        ObjectNode spec = (ObjectNode) workload.path("spec");
        spec.remove("updateStrategy");
        spec.put("replicas", 2);
        return workload.put("kind", "Deployment");
    }

    private static ObjectNode fewTolerations(ObjectNode workload) {
        pod(workload).set("tolerations", Json.parse("""
                tolerations:
                  - {key: node-role.kubernetes.io/control-plane, effect: NoSchedule}
                  - {key: node.cloudprovider.kubernetes.io/uninitialized, effect: NoSchedule}
                  - {key: node.kubernetes.io/not-ready, effect: NoSchedule}
                  - {key: node.kubernetes.io/network-unavailable, effect: NoSchedule}
                """).get("tolerations"));
        return workload;
    }

    private static ObjectNode pod(ObjectNode workload) {
        return (ObjectNode) workload.at("/spec/template/spec");
    }
}
