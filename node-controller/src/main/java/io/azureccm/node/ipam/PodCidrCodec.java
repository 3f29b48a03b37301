package io.azureccm.node.ipam;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.record.NamedChanges;
import io.azureccm.common.record.RecordedPlan;
import io.azureccm.common.record.TurnCodec;
import io.azureccm.common.record.TypedValues;
import io.azureccm.node.ipam.turn.PodCidrEvent;
import io.azureccm.node.ipam.turn.PodCidrKnown;
import io.azureccm.node.ipam.turn.PodCidrTurn;
import io.azureccm.node.plan.ipam.NodeCidrs;
import java.util.function.UnaryOperator;

/**
 * Records the turns of pod CIDRs: what matters to them of each Node, and VM sets as Azure responded. One instance writes or reads one
 * segment.
 */
final class PodCidrCodec implements TurnCodec<PodCidrEvent, PodCidrKnown, PodCidrTurn> {
    private static final TypedValues VALUES = new TypedValues(UnaryOperator.identity());
    private static final String NODES = "nodes";
    private static final String MACHINES = "machines";

    private final NamedChanges<NodeCidrs> nodes = new NamedChanges<>(UnaryOperator.identity(),
            node -> VALUES.write(NodeCidrs.class, node), json -> VALUES.read(NodeCidrs.class, json));
    private final MachineRecord machines;

    PodCidrCodec(MachineRecord machines) {
        this.machines = machines;
    }

    @Override
    public JsonNode event(PodCidrEvent event) {
        return switch (event) {
            case PodCidrEvent.ClusterSeen(var seen) ->
                JsonNodeFactory.instance.objectNode().set(NODES, nodes.write(seen));
            case PodCidrEvent.AzureSeen(var seen) ->
                JsonNodeFactory.instance.objectNode().set(MACHINES, machines.write(seen));
            default -> VALUES.write(PodCidrEvent.class, event);
        };
    }

    @Override
    public PodCidrEvent event(JsonNode json) {
        if (json.has(NODES))
            return new PodCidrEvent.ClusterSeen(nodes.read(json.path(NODES)));
        if (json.has(MACHINES))
            return new PodCidrEvent.AzureSeen(machines.read(json.path(MACHINES)));
        return VALUES.read(PodCidrEvent.class, json);
    }

    @Override
    public JsonNode state(PodCidrKnown known) {
        return VALUES.write(PodCidrKnown.class, known.withoutObservations());
    }

    @Override
    public PodCidrKnown state(JsonNode json) {
        return VALUES.read(PodCidrKnown.class, json);
    }

    @Override
    public RecordedPlan plan(PodCidrTurn turn) {
        return RecordedPlan.of(turn.plan().text(0), turn.plan().json(0));
    }
}
