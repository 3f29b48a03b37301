package io.azureccm.node.reconcile;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.record.NamedChanges;
import io.azureccm.common.record.RecordedPlan;
import io.azureccm.common.record.TurnCodec;
import io.azureccm.common.record.value.TypedValues;
import io.azureccm.node.informer.SeenNode;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.plan.InitialisationReason;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.turn.NodeEvent;
import io.azureccm.node.reconcile.turn.TurnPlan;
import io.azureccm.node.spec.NodeFacts;
import io.fabric8.kubernetes.api.model.Node;
import java.io.IOException;
import java.util.Optional;

/**
 * Records the turns of the nodes. Nodes are recorded as the API server shows them, when something that turns read of them changes, and
 * machines as Azure responded. One instance writes or reads one segment.
 */
final class NodeCodec implements TurnCodec<NodeEvent, KnownState, TurnPlan> {
    private static final TypedValues VALUES = new TypedValues(NodeCodec::withNodes);
    private static final String IS = "is";
    private static final String CLUSTER_SEEN = "ClusterSeen";
    private static final String AZURE_SEEN = "AzureSeen";
    private static final String SHOWS = "shows";
    private static final String NODE = "node";
    private static final String HISTORY = "history";

    /** What turns read of a node. */
    private record RecordedNode(NodeFacts facts, NodeHistory history, Optional<ShownCondition> shown) {
        static RecordedNode of(SeenNode seen) {
            return new RecordedNode(seen.facts(), seen.history(),
                    NodeConditions.of(seen.node(), InitialisationReason.CONDITION.type()));
        }
    }

    private final NamedChanges<SeenNode> nodes = new NamedChanges<>(RecordedNode::of, NodeCodec::write,
            NodeCodec::read);
    private final MachineRecord machines;

    NodeCodec(MachineRecord machines) {
        this.machines = machines;
    }

    private static SimpleModule withNodes(SimpleModule module) {
        return module.addSerializer(Node.class, new JsonSerializer<Node>() {
            @Override
            public void serialize(Node node, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeTree(ApiRequests.toJson(node));
            }
        }).addDeserializer(Node.class, new JsonDeserializer<Node>() {
            @Override
            public Node deserialize(JsonParser in, DeserializationContext context) throws IOException {
                return ApiRequests.fromJson(in.readValueAsTree(), Node.class);
            }
        });
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
    public JsonNode event(NodeEvent event) {
        return switch (event) {
            case NodeEvent.ClusterSeen(var seen) -> seen(CLUSTER_SEEN, nodes.write(seen));
            case NodeEvent.AzureSeen(var seen) -> seen(AZURE_SEEN, machines.write(seen));
            default -> VALUES.write(NodeEvent.class, event);
        };
    }

    private static JsonNode seen(String is, JsonNode shows) {
        return JsonNodeFactory.instance.objectNode().put(IS, is).set(SHOWS, shows);
    }

    @Override
    public NodeEvent event(JsonNode json) {
        return switch (json.path(IS).asText()) {
            case CLUSTER_SEEN -> new NodeEvent.ClusterSeen(nodes.read(json.path(SHOWS)));
            case AZURE_SEEN -> new NodeEvent.AzureSeen(machines.read(json.path(SHOWS)));
            default -> VALUES.read(NodeEvent.class, json);
        };
    }

    @Override
    public JsonNode state(KnownState known) {
        return VALUES.write(KnownState.class, known.withoutObservations());
    }

    @Override
    public KnownState state(JsonNode json) {
        return VALUES.read(KnownState.class, json);
    }

    @Override
    public RecordedPlan plan(TurnPlan plan) {
        return PlanReports.recorded(plan.plan());
    }
}
