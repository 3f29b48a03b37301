package io.azureccm.route.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.record.NamedChanges;
import io.azureccm.common.record.RecordedPlan;
import io.azureccm.common.record.RecordedPlans;
import io.azureccm.common.record.ValueCodec;
import io.azureccm.common.record.value.TypedValues;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.informer.NodeIndex.Entry;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFactsParser;
import io.azureccm.route.status.NetworkCondition;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Records the turns of the route table. Nodes are recorded as the API server shows them, when one of the facts that routes depend on
 * changes. One instance writes or reads one segment.
 */
final class RouteCodec extends ValueCodec<RouteEvent, KnownState, TurnPlan> {
    private static final TypedValues VALUES = new TypedValues(module -> module);
    private static final String NODES = "nodes";
    private static final String DELETED = "deleted";
    private static final String UNREADABLE = "unreadable";

    /** What turns read of a node. */
    private record RecordedNode(NodeFacts facts, Optional<Boolean> connected, Optional<ShownCondition> routed) {
        static RecordedNode of(Entry entry) {
            return new RecordedNode(entry.facts(), NetworkCondition.shown(entry.node()),
                    NodeConditions.of(entry.node(), RouteReason.CONDITION.type()));
        }
    }

    private final NamedChanges<Entry> nodes;
    private final RecordedPlans plans = new RecordedPlans("nodes");

    RouteCodec(NodeFactsParser parser) {
        super(VALUES, RouteEvent.class, KnownState.class);
        this.nodes = new NamedChanges<>(RecordedNode::of, entry -> ApiRequests.toJson(entry.node()), json -> {
            Node node = ApiRequests.fromJson(json, Node.class);
            return new Entry(node, parser.parse(node));
        });
    }

    @Override
    public JsonNode event(RouteEvent event) {
        return event instanceof RouteEvent.ClusterSeen(NodeIndex.Seen seen)
                ? changes(seen)
                : super.event(event);
    }

    @Override
    public RouteEvent event(JsonNode json) {
        return json.has(NODES) ? changed(json) : super.event(json);
    }

    private ObjectNode changes(NodeIndex.Seen seen) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set(NODES, nodes.write(seen.nodes()));
        seen.deleted().stream().sorted().forEach(json.withArrayProperty(DELETED)::add);
        seen.unreadable().stream().sorted().forEach(json.withArrayProperty(UNREADABLE)::add);
        return json;
    }

    private RouteEvent changed(JsonNode json) {
        return new RouteEvent.ClusterSeen(new NodeIndex.Seen(nodes.read(json.path(NODES)),
                names(json.path(DELETED)), names(json.path(UNREADABLE))));
    }

    private static Set<String> names(JsonNode json) {
        return json.valueStream().map(JsonNode::asText).collect(Collectors.toSet());
    }

    @Override
    public RecordedPlan plan(TurnPlan plan) {
        return plans.of(plan.plan(), String.valueOf(plan.nodes().conditions()) + plan.reads().machines());
    }
}
