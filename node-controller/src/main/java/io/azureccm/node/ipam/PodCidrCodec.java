package io.azureccm.node.ipam;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.record.NamedChanges;
import io.azureccm.common.record.RecordedPlan;
import io.azureccm.common.record.TurnCodec;
import io.azureccm.common.record.value.TypedValues;
import io.azureccm.node.ipam.turn.PodCidrEvent;
import io.azureccm.node.ipam.turn.PodCidrKnown;
import io.azureccm.node.ipam.turn.PodCidrTurn;
import io.azureccm.node.ipam.turn.SeenPodNode;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.reconcile.PlanReports;
import io.fabric8.kubernetes.api.model.Node;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Records the turns of pod CIDRs. Nodes are recorded as the API server shows them, when something that matters to pod CIDRs changes, and VM
 * sets as Azure responded. One instance writes or reads one segment.
 */
final class PodCidrCodec implements TurnCodec<PodCidrEvent, PodCidrKnown, PodCidrTurn> {
    private static final TypedValues VALUES = new TypedValues(UnaryOperator.identity());
    private static final String IS = "is";
    private static final String CLUSTER_SEEN = "ClusterSeen";
    private static final String AZURE_SEEN = "AzureSeen";
    private static final String SHOWS = "shows";

    private final NamedChanges<SeenPodNode> nodes;
    private final MachineRecord machines;

    /** {@code parser}: what matters of a recorded Node. */
    PodCidrCodec(Function<Node, NodeCidrs> parser, MachineRecord machines) {
        this.nodes = new NamedChanges<>(SeenPodNode::facts, seen -> ApiRequests.toJson(seen.node()), json -> {
            Node node = ApiRequests.fromJson(json, Node.class);
            return new SeenPodNode(node, parser.apply(node));
        });
        this.machines = machines;
    }

    @Override
    public JsonNode event(PodCidrEvent event) {
        return switch (event) {
            case PodCidrEvent.ClusterSeen(var seen) -> seen(CLUSTER_SEEN, nodes.write(seen));
            case PodCidrEvent.AzureSeen(var seen) -> seen(AZURE_SEEN, machines.write(seen));
            default -> VALUES.write(PodCidrEvent.class, event);
        };
    }

    private static JsonNode seen(String is, JsonNode shows) {
        return JsonNodeFactory.instance.objectNode().put(IS, is).set(SHOWS, shows);
    }

    @Override
    public PodCidrEvent event(JsonNode json) {
        return switch (json.path(IS).asText()) {
            case CLUSTER_SEEN -> new PodCidrEvent.ClusterSeen(nodes.read(json.path(SHOWS)));
            case AZURE_SEEN -> new PodCidrEvent.AzureSeen(machines.read(json.path(SHOWS)));
            default -> VALUES.read(PodCidrEvent.class, json);
        };
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
        return PlanReports.recorded(turn.plan());
    }
}
