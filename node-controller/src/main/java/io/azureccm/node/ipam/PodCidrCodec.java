package io.azureccm.node.ipam;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.record.NamedChanges;
import io.azureccm.common.record.RecordedPlan;
import io.azureccm.common.record.ValueCodec;
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
final class PodCidrCodec extends ValueCodec<PodCidrEvent, PodCidrKnown, PodCidrTurn> {
    private static final TypedValues VALUES = new TypedValues(UnaryOperator.identity());

    /** {@code parser}: what matters of a recorded Node. */
    PodCidrCodec(Function<Node, NodeCidrs> parser, MachineRecord machines) {
        super(VALUES, PodCidrEvent.class, PodCidrKnown.class);
        NamedChanges<SeenPodNode> nodes = new NamedChanges<>(SeenPodNode::facts,
                seen -> ApiRequests.toJson(seen.node()), json -> {
                    Node node = ApiRequests.fromJson(json, Node.class);
                    return new SeenPodNode(node, parser.apply(node));
                });
        observe(PodCidrEvent.ClusterSeen.class, seen -> nodes.write(seen.nodes()),
                json -> new PodCidrEvent.ClusterSeen(nodes.read(json)));
        observe(PodCidrEvent.AzureSeen.class, seen -> machines.write(seen.machines()),
                json -> new PodCidrEvent.AzureSeen(machines.read(json)));
    }

    @Override
    public JsonNode state(PodCidrKnown known) {
        return super.state(known.withoutObservations());
    }

    @Override
    public RecordedPlan plan(PodCidrTurn turn) {
        return PlanReports.recorded(turn.plan());
    }
}
