package io.azureccm.node.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.Machine.Identity;
import io.azureccm.common.machine.Machine.InstanceView;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.Machine.Placement;
import io.azureccm.common.machine.Machine.State;
import io.azureccm.common.machine.MachineAddress;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.NodeSettings.Parts;
import io.azureccm.node.plan.NodeSettings.Topology;
import io.azureccm.node.spec.NodeFacts;
import io.azureccm.node.spec.NodeFactsParser;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A node, its machine and the operator's settings, for tests of planners. */
public final class Given {
    static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");
    static final NodeSettings SETTINGS = new NodeSettings(new Parts(true, true),
            new Topology(false, false, ConditionOptions.OFF),
            "rg",
            Duration.ofSeconds(5), Duration.ofMinutes(5), Duration.ZERO);
    static final String GROUP = "/subscriptions/S/resourceGroups/RG/providers/Microsoft.Compute/";
    static final String INSTANCE = GROUP + "virtualMachineScaleSets/Pool/virtualMachines/3";
    static final String SINGLE = GROUP + "virtualMachines/vm-1";

    private Given() {}

    /** A node that has just joined, as created by its kubelet, with changes. */
    static NodeFacts joined(UnaryOperator<NodeBuilder> change) {
        NodeBuilder node = new NodeBuilder().withNewMetadata()
                .withName("n1")
                .withUid("u1")
                .withCreationTimestamp("2030-01-01T11:59:58Z")
                .endMetadata()
                .withNewSpec()
                .addNewTaint("NoSchedule", "node.cloudprovider.kubernetes.io/uninitialized", null, "true")
                .addNewTaint("NoSchedule", "example.com/mine", null, "1")
                .endSpec()
                .withNewStatus()
                .endStatus();
        return NodeFactsParser.parse(change.apply(node).build());
    }

    static NodeFacts joined() {
        return joined(UnaryOperator.identity());
    }

    /** A node that has been running since yesterday, with this status of its Ready condition, with changes. */
    static NodeFacts old(String ready, UnaryOperator<NodeBuilder> change) {
        NodeBuilder node = new NodeBuilder().withNewMetadata()
                .withName("n1")
                .withUid("u1")
                .withCreationTimestamp("2029-12-31T11:59:58Z")
                .endMetadata()
                .withNewSpec()
                .withProviderID("azure://" + INSTANCE)
                .endSpec()
                .withNewStatus()
                .addNewAddress("10.0.0.4", "InternalIP")
                .addNewAddress("n1", "Hostname")
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .endCondition()
                .endStatus();
        return NodeFactsParser.parse(change.apply(node).build());
    }

    static NodeView view(NodeFacts node) {
        return new NodeView(node, NodeHistory.from(NOW, node.isReady(), false), Optional.empty(), Optional.empty(),
                false,
                NOW, Optional.empty());
    }

    static NodeView refresh(NodeFacts node) {
        return new NodeView(node, NodeHistory.from(NOW, node.isReady(), false), Optional.empty(), Optional.empty(),
                true,
                NOW, Optional.empty());
    }

    static Machine machine(Kind kind, String zone, String power, String faultDomain) {
        ArmId id = ArmId.parse(kind == Kind.UNIFORM ? INSTANCE : SINGLE);
        return new Machine(id, kind, kind == Kind.UNIFORM ? id.parent() : Optional.empty(), new Identity("n1", "v"),
                new Placement("Standard_D2s_v3", "WestEurope", zone),
                new State("Succeeded",
                        Optional.of(
                                new InstanceView(power, Optional.of(faultDomain).filter(domain -> !domain.isEmpty())))),
                List.of());
    }

    static Machine in(Machine machine, String provisioningState) {
        return new Machine(machine.id(), machine.kind(), machine.scaleSet(), machine.identity(), machine.placement(),
                new State(provisioningState, machine.state().view()), machine.interfaces());
    }

    static MachineLookup found(Machine machine) {
        return new MachineLookup.Found(machine, List.of(new MachineAddress("10.0.0.4", false, "")), NOW);
    }

    static MachineLookup found(Machine machine, MachineAddress... addresses) {
        return new MachineLookup.Found(machine, List.of(addresses), NOW);
    }

    /** The writes of a decision, one per line, as a plan prints them without their causes. */
    static String writes(Decision decision) {
        if (decision.change().isEmpty())
            return "";
        return decision.change()
                .get()
                .steps()
                .stream()
                .map(step -> step.write().describe())
                .collect(Collectors.joining("\n"));
    }
}
