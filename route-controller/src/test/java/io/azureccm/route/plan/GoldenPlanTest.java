package io.azureccm.route.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Plan;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.route.spec.NodeFacts.Care;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Printed plans of typical situations, in {@code src/test/resources/golden}. {@code -Dgolden.rewrite=true} rewrites the
 * files: review the difference before committing it.
 */
class GoldenPlanTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden");

    /** The initial state (converged), then the change; the plans that follow are golden. */
    private record Scenario(String name, Consumer<World> given, Consumer<World> change) {}

    private static final List<Scenario> SCENARIOS = List.of(
            new Scenario("first-nodes", world -> {}, GoldenPlanTest::twoNodes),
            new Scenario("dual-stack", world -> world.range("fd00:10:244::/48"),
                    world -> world.node("n1", "10.240.0.4,fd00::4", "10.244.0.0/24", "fd00:10:244::/64")),
            new Scenario("one-family-without-address", world -> world.range("fd00:10:244::/48"),
                    world -> world.node("n1", "10.240.0.4", "10.244.0.0/24", "fd00:10:244::/64")),
            new Scenario("address-of-a-family-from-the-machine", world -> world.range("fd00:10:244::/48"),
                    world -> world.node("n1", "10.240.0.4", "10.244.0.0/24", "fd00:10:244::/64")
                            .machine("n1", "", "10.240.0.9", "fd00::4")
                            .node("n2", "10.240.0.5", "fd00:10:244:1::/64")
                            .machine("n2", "it cannot be read: HTTP 403")),
            new Scenario("node-leaves-and-another-takes-its-range", GoldenPlanTest::twoNodes,
                    world -> world.left("n1").node("n3", "10.240.0.6", "10.244.0.0/24")),
            new Scenario("node-with-a-longer-name-stays", world -> {
                twoNodes(world);
                world.node("n10", "10.240.0.7", "10.244.9.0/24");
            }, world -> world.left("n1")),
            new Scenario("next-hop-changed", GoldenPlanTest::twoNodes,
                    world -> world.node("n2", "10.240.0.99", "10.244.1.0/24")),
            new Scenario("node-made-again-with-another-range", GoldenPlanTest::twoNodes,
                    world -> world.node("n2", "10.240.0.5", "10.244.7.0/24")),
            new Scenario("table-missing-with-tags", world -> world.noTable().with("tags", "team=net"),
                    GoldenPlanTest::twoNodes),
            new Scenario("tags-changed", world -> {
                twoNodes(world);
                world.with("tags", "team=net");
            }, world -> world.with("tags", "\"team=core,cost=7\"")),
            new Scenario("legacy-names",
                    world -> world.table(List.of("n1 10.244.0.0/24 VirtualAppliance 10.240.0.4",
                            "n9 10.244.9.0/24 VirtualAppliance 10.240.0.9",
                            "fw 0.0.0.0/0 VirtualAppliance 10.250.0.4")),
                    GoldenPlanTest::twoNodes),
            new Scenario("foreign-route-in-the-way",
                    world -> world.table(List.of("fw 10.244.1.0/24 VirtualAppliance 10.250.0.4")),
                    GoldenPlanTest::twoNodes),
            new Scenario("leftover-of-a-gone-node-in-the-way",
                    world -> world.table(List.of("old-node 10.244.1.0/24 VirtualAppliance 10.240.0.99",
                            "fw_to_n1 10.244.0.0/24 VirtualAppliance 10.250.0.4")),
                    GoldenPlanTest::twoNodes),
            new Scenario("nodes-of-other-clouds", world -> world.table(List.of(
                    "vpn 10.244.7.0/24 VirtualAppliance 10.250.0.4")),
                    world -> world.route("n9____102449024 10.244.9.0/24 VirtualAppliance 10.250.0.4")
                            .node("n1", "10.240.0.4", "10.244.0.0/24")
                            .nodeElsewhere("n7", "vsphere://4230-9f1a", "192.168.7.7", "10.244.7.0/24")
                            .nodeElsewhere("n8", "aws:///eu-1a/i-0f5", "172.31.0.8", "10.244.8.0/24")
                            .nodeElsewhere("n9", "azure-arc:///subscriptions/s", "192.168.7.9", "10.244.9.0/24",
                                    "10.244.10.0/24")),
            new Scenario("address-outside-the-network",
                    world -> twoNodes(world.network("10.240.0.0/16")),
                    world -> world.network("10.240.0.0/16", "192.168.0.3", "192.168.0.5", "192.168.0.6")
                            .node("n2", "192.168.0.5", "10.244.1.0/24")
                            .machine("n2", "")
                            .node("n3", "192.168.0.3,10.240.0.6", "10.244.3.0/24")
                            .node("n4", "192.168.0.4", "10.244.4.0/24")
                            .machine("n4", "", "10.240.0.7")
                            .node("n5", "192.168.0.6", "10.244.5.0/24")
                            .machine("n5", "not found in Azure")),
            new Scenario("two-nodes-with-one-range", GoldenPlanTest::twoNodes,
                    world -> world.node("n0", "10.240.0.3", "10.244.1.0/24")),
            new Scenario("range-that-is-none", world -> {},
                    world -> world.node("n1", "10.240.0.4", "10.244.0.7/24")),
            new Scenario("table-full", world -> {
                for (int i = 0; i < 399; i++) {
                    world.route("user" + i + " 172.16.%d.%d/32 None".formatted(i / 250, i % 250));
                }
            }, GoldenPlanTest::twoNodes),
            new Scenario("unmanaged-node-keeps-what-it-has", GoldenPlanTest::twoNodes,
                    world -> world.node("n1", List.of("10.240.0.77"), Care.UNMANAGED, "10.244.0.0/24")
                            .node("n3", List.of("10.240.0.8"), Care.UNMANAGED, "10.244.3.0/24")
                            .node("n4", "10.240.0.9", "10.244.4.0/24")),
            new Scenario("table-that-failed", GoldenPlanTest::twoNodes, world -> world
                    .change(table -> table.withObjectProperty("properties").put("provisioningState", "Failed"))));

    @TestFactory
    Stream<DynamicTest> planReadsAsRecorded() {
        return SCENARIOS.stream().map(scenario -> DynamicTest.dynamicTest(scenario.name(), () -> check(scenario)));
    }

    private static void check(Scenario scenario) throws IOException {
        World world = new World();
        scenario.given().accept(world);
        if (!scenario.name().equals("legacy-names"))
            world.converge();
        scenario.change().accept(world);
        StringBuilder text = new StringBuilder(PlanText.of("nodes").render(world.plan().plan())).append('\n');
        for (Plan plan : world.converge()) {
            assertThat(plan.operations()).hasSize(1);
        }
        world.routes()
                .stream()
                .filter(route -> !route.startsWith("user"))
                .forEach(
                        route -> text.append("    ").append(route).append('\n'));
        Path file = FOLDER.resolve(scenario.name() + ".txt");
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, text.toString());
        }
        assertThat(text.toString()).isEqualTo(Files.readString(file));
    }

    private static void twoNodes(World world) {
        world.node("n1", "10.240.0.4", "10.244.0.0/24").node("n2", "10.240.0.5", "10.244.1.0/24");

    }
}
