package io.azureccm.e2e.suite.node.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.net.Cidr;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import io.azureccm.e2e.suite.harness.controller.ArmAccess;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.node.ipam.PodCidrSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pod CIDRs as long as tags of scale sets and availability sets say, whatever becomes of Azure. */
@Order(1)
class TaggedPodCidrTest {
    private static final Infrastructure INFRASTRUCTURE = Infrastructure.standard()
            .scaleSet("pool-a", 1)
            .scaleSet("pool-b", 1)
            .scaleSet("pool-c", 1)
            .scaleSet("plain", 1)
            .flexibleScaleSet("flex", 1)
            .availabilitySet("old", 1)
            .machine("alone");
    private static final int NODES = 200;
    private static final int LEAVING = 20;
    private static final Duration STILL = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    private PodCidrScenario scenario;
    private SimulatedAzure azure;

    @BeforeEach
    void start() {
        scenario = new PodCidrScenario(folder);
        azure = new SimulatedAzure(AzureSimulator.builder().infrastructure(INFRASTRUCTURE).start(), folder);
        tag("pool-a", "22");
        tag("pool-b", "26");
        tag("pool-c", "25");
    }

    @AfterEach
    void stop() {
        scenario.close();
        azure.close();
    }

    @Test
    void manyNodesOfFourScaleSetsAreServedFromOneListWithOneWriteEach() throws IOException {
        for (int i = 0; i < NODES; i++)
            join("node-%04d".formatted(i), instance(pool(i), i));
        PodCidrControllerInProcess first = lead("10.0.0.0/11");
        scenario.await(scenario::allServed);
        scenario.awaitStill(STILL);

        assertThat(scenario.isDisjoint()).isTrue();
        assertThat(scenario.patches()).isEqualTo(NODES);
        assertThat(lists("virtualMachineScaleSets")).isOne();
        assertThat(azure.calls().reads()).as("nothing else is read").isOne();
        for (int i = 0; i < NODES; i++)
            assertThat(scenario.shown().get("node-%04d".formatted(i))).endsWith("/" + length(i));

        // A new leader knows what is taken, and gives what nodes that left gave back.
        scenario.stop(first);
        for (int i = 0; i < LEAVING; i++)
            scenario.cluster().removeNode("node-%04d".formatted(i));
        lead("10.0.0.0/11");
        for (int i = 0; i < LEAVING; i++)
            join("again-%04d".formatted(i), instance(pool(i), i));
        scenario.await(scenario::allServed);
        scenario.awaitStill(STILL);
        assertThat(scenario.isDisjoint()).isTrue();
        assertThat(scenario.shown()).hasSize(NODES);
        assertThat(lists("virtualMachineScaleSets")).isEqualTo(2);
        assertThat(scenario.shown()
                .values()
                .stream()
                .map(text -> Cidr.parse(text).orElseThrow())
                .mapToLong(cidr -> 1L << (32 - cidr.length()))
                .sum()).as("addresses that are taken")
                .isEqualTo(NODES / 4L * (1024 + 64 + 128 + 256));
    }

    @Test
    void tagsThatChangeHoldForNodesThatJoinAfterARestartAndNobodyLosesItsRange() throws IOException {
        join("a", instance("pool-b", 0));
        PodCidrControllerInProcess first = lead("10.244.0.0/16");
        scenario.await(scenario::allServed);
        tag("pool-b", "20");
        scenario.stop(first);
        lead("10.244.0.0/16");
        join("b", instance("pool-b", 1));
        scenario.await(scenario::allServed);

        assertThat(scenario.shown()).containsEntry("a", "10.244.0.0/26").containsEntry("b", "10.244.16.0/20");
    }

    @Test
    void whileAzureFailsNodesWaitAndNobodyGetsTheUsualLength() throws IOException {
        azure.simulator()
                .faults()
                .add(Fault.on("LIST", "virtualMachineScaleSets",
                        new FaultAction.Refuse(500, "InternalServerError", "oops")));
        join("a", instance("pool-b", 0));
        join("b", instance("plain", 0));
        PodCidrControllerInProcess controller = lead("10.244.0.0/16");
        // A turn counts what it finds after it has told it.
        scenario.await(() -> isTold("a", "PodCIDRMaskUnknown") && withoutMask(controller) == 2);

        assertThat(scenario.shown()).containsEntry("a", "").containsEntry("b", "");
        assertThat(withoutMask(controller)).isEqualTo(2);
        azure.simulator().faults().clear();
        scenario.await(scenario::allServed);
        assertThat(scenario.shown()).containsEntry("a", "10.244.0.0/26").containsEntry("b", "10.244.1.0/24");
    }

    @Test
    void aTagThatCannotBeIsToldAndTheOthersAreServed() throws IOException {
        tag("pool-a", "8");
        join("a", instance("pool-a", 0));
        join("b", instance("pool-b", 0));
        lead("10.244.0.0/16");
        scenario.await(() -> isTold("a", "PodCIDRMaskOutOfRange") && !scenario.shown().get("b").isEmpty());

        assertThat(scenario.shown()).containsEntry("a", "").containsEntry("b", "10.244.0.0/26");
    }

    private static double withoutMask(PodCidrControllerInProcess controller) {
        return controller.metrics().get("node.ipam.controller.nodes.without.mask").gauge().value();
    }

    private boolean isTold(String node, String reason) {
        return !scenario.cluster().messages("Node", node, reason).isEmpty();
    }

    @Test
    void machinesOfFlexibleAndAvailabilitySetsAndAloneHaveThoseOfTheirSet() throws IOException {
        tag("flex", "27");
        String old = azure.simulator()
                .state()
                .keySet()
                .stream()
                .filter(id -> id.contains("/availabilitySets/"))
                .findFirst()
                .orElseThrow();
        tagged(old, "28");
        String flexible = azure.simulator()
                .state()
                .keySet()
                .stream()
                .filter(id -> id.contains("Microsoft.Compute/virtualMachines/flex_"))
                .findFirst()
                .orElseThrow();
        join("in-flex", flexible);
        join("in-old", INFRASTRUCTURE.machineId("old-0"));
        join("alone", INFRASTRUCTURE.machineId("alone"));
        lead("10.244.0.0/16");
        scenario.await(scenario::allServed);

        assertThat(scenario.shown().get("in-flex")).endsWith("/27");
        assertThat(scenario.shown().get("in-old")).endsWith("/28");
        assertThat(scenario.shown().get("alone")).endsWith("/24");
        assertThat(azure.calls().reads()).as("machines, scale sets, availability sets").isEqualTo(3);
    }

    private static String pool(int node) {
        return List.of("pool-a", "pool-b", "pool-c", "plain").get(node % 4);
    }

    private static int length(int node) {
        return List.of(22, 26, 25, 24).get(node % 4);
    }

    private static String instance(String set, int number) {
        return INFRASTRUCTURE.scaleSetId(set) + "/virtualMachines/" + number;
    }

    private void join(String name, String machine) {
        scenario.api()
                .apply("""
                        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "%s"}, "spec": {"providerID": "azure://%s"}}"""
                        .formatted(name, machine));
    }

    private void tag(String set, String length) {
        tagged(INFRASTRUCTURE.scaleSetId(set), length);
    }

    private void tagged(String id, String length) {
        azure.simulator()
                .machines()
                .edit(id,
                        (ObjectNode) Json.parse("{\"tags\": {\"kubernetesNodeCIDRMaskIPV4\": \"" + length + "\"}}"));
    }

    private int lists(String type) {
        return azure.simulator().calls().counters().of("LIST", type);
    }

    /** A process of its own begins to lead: nothing of Azure is known to it. */
    private PodCidrControllerInProcess lead(String range) throws IOException {
        ObjectNode json = azure.access()
                .put("subscriptionId", INFRASTRUCTURE.subscription())
                .put("resourceGroup", INFRASTRUCTURE.resourceGroup())
                .put("location", INFRASTRUCTURE.location())
                .put("vmType", "vmss");
        ArmAccess arm = ArmAccess.open(App.NODE,
                new Launch(Files.writeString(folder.resolve("azure.json"), json.toString()), scenario.kubeconfig(),
                        List.of(), azure.environment()));
        PodCidrSettings settings = new PodCidrSettings(
                Stream.of(range)
                        .map(text -> PodCidrSettings.tagged(Cidr.parse(text).orElseThrow(), List.of()))
                        .toList(),
                Optional.empty(), false, true);
        return scenario.start(settings,
                Optional.of(new MachineReader(arm.cloud(), arm.gateway(), Clock.systemUTC())));
    }
}
