package io.azureccm.node.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.record.NamedChanges;
import io.azureccm.common.record.RecordedPlan;
import io.azureccm.common.record.ValueCodec;
import io.azureccm.common.record.value.JsonValues;
import io.azureccm.common.record.value.TypedValues;
import io.azureccm.node.informer.SeenNode;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.plan.InitialisationReason;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.turn.NodeEvent;
import io.azureccm.node.reconcile.turn.TurnPlan;
import io.azureccm.node.spec.NodeFacts;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Optional;

/**
 * Records the turns of the nodes. Nodes are recorded as the API server shows them, when something that turns read of them changes, and
 * machines as Azure responded. One instance writes or reads one segment.
 */
final class NodeCodec extends ValueCodec<NodeEvent, KnownState, TurnPlan> {
    private static final TypedValues VALUES = new TypedValues(module -> JsonValues.add(module, Node.class,
            ApiRequests::toJson, json -> ApiRequests.fromJson(json, Node.class)));
    private static final String NODE = "node";
    private static final String HISTORY = "history";

    /** What turns read of a node. */
    private record RecordedNode(NodeFacts facts, NodeHistory history, Optional<ShownCondition> shown) {
        static RecordedNode of(SeenNode seen) {
            return new RecordedNode(seen.facts(), seen.history(),
                    NodeConditions.of(seen.node(), InitialisationReason.CONDITION.type()));
        }
    }

    NodeCodec(MachineRecord machines) {
        super(VALUES, NodeEvent.class, KnownState.class);
        NamedChanges<SeenNode> nodes = new NamedChanges<>(RecordedNode::of, NodeCodec::write, NodeCodec::read);
        observe(NodeEvent.ClusterSeen.class, seen -> nodes.write(seen.nodes()),
                json -> new NodeEvent.ClusterSeen(nodes.read(json)));
        observe(NodeEvent.AzureSeen.class, seen -> machines.write(seen.machines()),
                json -> new NodeEvent.AzureSeen(machines.read(json)));
    }

    private static JsonNode write(SeenNode seen) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set(NODE, ApiRequests.toJson(seen.node()));
        json.set(HISTORY, VALUES.write(NodeHistory.class, seen.history()));
        return json;
    }

    private static SeenNode read(JsonNode json) {
        return new SeenNode(ApiRequests.fromJson(json.path(NODE), Node.class),
                VALUES.read(NodeHistory.class, json.path(HISTORY)));
    }

    @Override
    public JsonNode state(KnownState known) {
        return super.state(known.withoutObservations());
    }

    @Override
    public RecordedPlan plan(TurnPlan plan) {
        return PlanReports.recorded(plan.plan());
    }
}
