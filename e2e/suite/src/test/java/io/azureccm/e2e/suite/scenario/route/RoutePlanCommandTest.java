package io.azureccm.e2e.suite.scenario.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.harness.controller.CommandRun;
import io.azureccm.route.RouteControllerApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code route-controller plan}: the same plan that the controller would carry out, as text and as an exit code. */
class RoutePlanCommandTest {
    @TempDir
    Path folder;

    private static CommandRun plan(RouteScenario scenario, String... more) {
        return CommandRun.of(RouteControllerApplication.commands(), scenario.launch(List.of()),
                Stream.concat(Stream.of("plan"), Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void planSaysWhichRoutesAreMissingAndNothingWhereNoneIs() {
        try (RouteScenario scenario = RouteScenario.playOnTheWire(folder)) {
            scenario.addNode("n1", 1);
            scenario.awaitCondition("n1", "False RouteCreated");
            scenario.awaitQuiet();
            scenario.stopController();
            CommandRun done = plan(scenario);
            assertThat(done.code()).as(done.out() + done.err()).isZero();
            assertThat(done.lastLine())
                    .isEqualTo("1 Node: 1 unchanged, 0 changed, 0 refused; no address changes; 0 writes");
            scenario.addNode("n2", 2);
            CommandRun more = plan(scenario);
            assertThat(more.code()).as(more.out()).isEqualTo(2);
            assertThat(more.out()).contains("+ route", "10.244.2.0/24", "routes 1 -> 2 of 400");
            assertThat(more.lastLine())
                    .isEqualTo("2 Nodes: 1 unchanged, 1 changed, 0 refused; no address changes; 1 write");
            assertThat(plan(scenario)).isEqualTo(more);
            assertThat(plan(scenario, "--fail-on=remove").code()).isZero();
            assertThat(plan(scenario, "--node=n1").code()).isZero();
            assertThat(scenario.azure().state().toString()).doesNotContain("10.244.2.0/24");
        }
    }

    @Test
    void nodeWithAPodCidrThatIsNoRangeIsCodeThreeAndAnUnreadableTableIsCodeFour() {
        try (RouteScenario scenario = RouteScenario.playOnTheWire(folder)) {
            scenario.stopController();
            scenario.addNode("n1", 1, List.of("10.244.1.7/24"));
            CommandRun refused = plan(scenario);
            assertThat(refused.code()).as(refused.out() + refused.err()).isEqualTo(3);
            scenario.azure()
                    .faults()
                    .add(Fault.on("GET", "routeTables", new FaultAction.Refuse(403, "AuthorizationFailed", "no")));
            CommandRun unread = plan(scenario);
            assertThat(unread.code()).as(unread.out()).isEqualTo(4);
            assertThat(unread.out()).contains("? not read  GET ", "routeTables");
        }
    }

    @Test
    void snapshotIsPlannedWithoutTheClusterAndANewNodeGetsARoute() throws IOException {
        try (RouteScenario scenario = RouteScenario.playOnTheWire(folder)) {
            scenario.addNode("n1", 1);
            scenario.awaitCondition("n1", "False RouteCreated");
            scenario.awaitQuiet();
            scenario.stopController();
            scenario.addNode("n2", 2);
            Path file = folder.resolve("snapshot.json");
            CommandRun taken = CommandRun.of(RouteControllerApplication.commands(), scenario.launch(List.of()),
                    "snapshot", "--output=" + file);
            assertThat(taken.code()).as(taken.out() + taken.err()).isZero();
            CommandRun same = CommandRun.offline(RouteControllerApplication.commands(), "plan", "--snapshot=" + file);
            assertThat(same.out()).isEqualTo(plan(scenario).out()).contains("10.244.2.0/24");
            Path node = Files.writeString(folder.resolve("node.yaml"), """
                    kind: Node
                    metadata: {name: n3}
                    spec: {podCIDR: 10.244.3.0/24, podCIDRs: [10.244.3.0/24]}
                    status: {addresses: [{type: InternalIP, address: 10.240.0.9}]}
                    """);
            CommandRun more = CommandRun.offline(RouteControllerApplication.commands(), "plan", "--snapshot=" + file,
                    "-f=" + node, "--delete=n1");
            assertThat(more.code()).as(more.out() + more.err()).isEqualTo(2);
            assertThat(more.out()).contains("10.244.3.0/24", "- route  n1____102441024");
        }
    }

    @Test
    void appThatKeepsNoRoutesIsCodeOne() {
        try (RouteScenario scenario = RouteScenario.playOnTheWire(folder)) {
            scenario.stopController();
            CommandRun run = plan(scenario, "--configure-cloud-routes=false");
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains("plans nothing");
        }
    }
}
