package io.azureccm.node.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.RemovalStep;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.MachineAddress;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.machine.VmSetLookup;
import io.azureccm.common.machine.VmSetQuery;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.node.informer.SeenNode;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.azureccm.node.spec.NodeKeys;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The loop of the pod CIDRs reads the same lists: its reads end without an event of this loop. */
class ReadOfAnotherLoopTest {
    private static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");
    private static final Lanes FREE = lane -> false;
    private static final String LIST = "virtualMachines";

    private final NodeTurnSteps steps = new NodeTurnSteps(
            new NodeSettings(new NodeSettings.Parts(true, true),
                    new NodeSettings.Topology(false, false, ConditionOptions.OFF), "rg", Duration.ofSeconds(5),
                    Duration.ofMinutes(5), Duration.ZERO),
            NodeTiming.DEFAULT, RemovalStep.of(RemovalPolicy.NONE), false);

    private record Seen(MachineLookup lookup, Set<String> awaited) implements SeenMachines {
        @Override
        public Lookups<MachineLookup> lookUp(Collection<MachineQuery> queries, Instant now) {
            return new Lookups<>(Map.of("n1", lookup), awaited.isEmpty() ? Map.of() : Map.of("n1", awaited),
                    List.of());
        }

        @Override
        public Lookups<VmSetLookup> lookUpVmSets(Collection<VmSetQuery> queries, Instant now) {
            return Lookups.none();
        }
    }

    @Test
    void nodeThatWaitsForItIsLookedAtAgainSoon() {
        KnownState joined = update(KnownState.begin(NOW, NOW.plus(Duration.ofMinutes(5))),
                new Seen(new MachineLookup.Unknown("is still being read", NOW.plusMillis(500), true), Set.of(LIST)),
                NOW);
        TurnPlan waits = steps.plan(joined, FREE, NOW);
        KnownState waiting = steps.decide(joined, waits, FREE, NOW).known();
        Instant next = steps.nextTurn(waiting, waits, NOW);

        assertThat(waits.reads()).isEmpty();
        assertThat(next).isBetween(NOW.plusMillis(1), NOW.plusSeconds(2));
        assertThat(steps.plan(update(waiting, new Seen(found(), Set.of()), next), FREE, next).changes())
                .singleElement()
                .matches(NodeChange::initialises);
    }

    private KnownState update(KnownState known, SeenMachines machines, Instant now) {
        return steps.update(known,
                List.of(new NodeEvent.ClusterSeen(Map.of("n1", node())), new NodeEvent.AzureSeen(machines)), now);
    }

    private static SeenNode node() {
        return new SeenNode(new NodeBuilder().withNewMetadata()
                .withName("n1")
                .withUid("u1")
                .withCreationTimestamp("2030-01-01T11:59:58Z")
                .endMetadata()
                .withNewSpec()
                .addNewTaint("NoSchedule", NodeKeys.UNINITIALISED, null, "true")
                .endSpec()
                .withNewStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build(), NodeHistory.from(NOW, true, false));
    }

    private static MachineLookup found() {
        ArmId id = ArmId.parse("/subscriptions/S/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/n1");
        return new MachineLookup.Found(
                new Machine(id, Machine.Kind.SINGLE, Optional.empty(), new Machine.Identity("n1", "v"),
                        new Machine.Placement("Standard_D2s_v3", "westeurope", "1"),
                        new Machine.State("Succeeded",
                                Optional.of(new Machine.InstanceView("running", Optional.empty()))),
                        List.of()),
                List.of(new MachineAddress("10.0.0.4", false, "")), NOW);
    }
}
