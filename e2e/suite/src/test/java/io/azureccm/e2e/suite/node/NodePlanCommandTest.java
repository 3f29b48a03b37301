package io.azureccm.e2e.suite.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.suite.harness.controller.CommandRun;
import io.azureccm.node.NodeControllerApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code node-controller plan}: the same plan that the controller would carry out, as text and as an exit code. */
class NodePlanCommandTest {
    @TempDir
    Path folder;

    private static CommandRun plan(NodeScenario scenario, String... more) {
        return CommandRun.of(NodeControllerApplication.commands(), scenario.launch(),
                Stream.concat(Stream.of("plan"), Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void planSaysWhatANewNodeGetsAndNothingOfOneThatIsDone() {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, Infrastructure.standard())) {
            scenario.single("k8s", "vm-1", "vm-1", "10.240.9.1", "");
            scenario.cluster().joinNode("vm-1", Map.of(), Map.of());
            CommandRun fresh = plan(scenario);
            assertThat(fresh.code()).as(fresh.out() + fresh.err()).isEqualTo(2);
            assertThat(fresh.out()).contains("> node vm-1", "taint initialised", "10.240.9.1");
            assertThat(fresh.lastLine()).startsWith("1 Node: 0 unchanged, 1 changed, 0 refused; no address changes; ");
            assertThat(plan(scenario)).isEqualTo(fresh);
            assertThat(scenario.isInitialised("vm-1")).isFalse();
            var controller = scenario.start(NodeScenario.QUICK);
            scenario.await(() -> scenario.isInitialised("vm-1"));
            controller.close();
            CommandRun done = plan(scenario);
            assertThat(done.code()).as(done.out() + done.err()).isZero();
            assertThat(done.lastLine())
                    .isEqualTo("1 Node: 1 unchanged, 0 changed, 0 refused; no address changes; 0 writes");
        }
    }

    @Test
    void nodeWithoutAMachineIsRemovedAndUnreadMachinesAreCodeFour() {
        Infrastructure infrastructure = Infrastructure.standard().scaleSet("pool", 1);
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, infrastructure)) {
            scenario.cluster()
                    .addNode("pool000007", "azure://" + scenario.instance("pool", 7), List.of("10.240.0.9"),
                            Map.of());
            scenario.cluster().setReady("pool000007", "Unknown");
            CommandRun gone = plan(scenario, "--fail-on=remove", "--node=pool000007", "--node-monitor-period=1s");
            assertThat(gone.code()).as(gone.out() + gone.err()).isEqualTo(2);
            assertThat(gone.out()).contains("delete the Node");
            assertThat(scenario.cluster().node("pool000007")).isPresent();
            scenario.arm()
                    .faults()
                    .add(Fault.on("LIST", "virtualMachineScaleSets/virtualMachines",
                            new FaultAction.Refuse(403, "AuthorizationFailed", "no")));
            CommandRun unread = plan(scenario);
            assertThat(unread.code()).as(unread.out()).isEqualTo(4);
            assertThat(unread.out()).contains("? not read  ");
            assertThat(unread.err()).contains(" not read, listed in the plan");
        }
    }

    @Test
    void joiningNodeWithoutAMachineIsCodeThree() {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, Infrastructure.standard())) {
            scenario.cluster().joinNode("ghost", Map.of(), Map.of());
            CommandRun refused = plan(scenario);
            assertThat(refused.code()).as(refused.out() + refused.err()).isEqualTo(3);
            assertThat(refused.out()).contains("! refused  ghost", "MachineNotFound");
        }
    }

    @Test
    void snapshotIsPlannedWithoutTheClusterAndANodeOfAManifestIsInitialised() throws IOException {
        try (NodeScenario scenario = NodeScenario.onTheWire(folder, Infrastructure.standard())) {
            scenario.single("k8s", "vm-1", "vm-1", "10.240.9.1", "");
            scenario.single("k8s", "vm-2", "vm-2", "10.240.9.2", "");
            scenario.cluster().joinNode("vm-1", Map.of(), Map.of());
            Path file = folder.resolve("snapshot.json");
            CommandRun taken = CommandRun.of(NodeControllerApplication.commands(), scenario.launch(), "snapshot",
                    "--output=" + file);
            assertThat(taken.code()).as(taken.out() + taken.err()).isZero();
            CommandRun same = CommandRun.offline(NodeControllerApplication.commands(), "plan", "--snapshot=" + file);
            assertThat(same.out()).isEqualTo(plan(scenario).out()).contains("> node vm-1");
            Path node = Files.writeString(folder.resolve("node.yaml"),
                    """
                            kind: Node
                            metadata: {name: vm-2}
                            spec: {taints: [{key: node.cloudprovider.kubernetes.io/uninitialized, value: "true", effect: NoSchedule}]}
                            """);
            String[] planned = {"plan", "--snapshot=" + file, "-f", node.toString()};
            CommandRun lacking = CommandRun.offline(NodeControllerApplication.commands(), planned);
            assertThat(lacking.code()).as(lacking.out() + lacking.err()).isEqualTo(4);
            assertThat(lacking.out()).contains("virtualMachines/vm-2", "is not in the snapshot");
            CommandRun.of(NodeControllerApplication.commands(), scenario.launch(), "snapshot", "--output=" + file, "-f",
                    node.toString());
            CommandRun more = CommandRun.offline(NodeControllerApplication.commands(), planned);
            assertThat(more.code()).as(more.out() + more.err()).isEqualTo(2);
            assertThat(more.out()).contains("> node vm-1", "> node vm-2", "10.240.9.2");
        }
    }
}
