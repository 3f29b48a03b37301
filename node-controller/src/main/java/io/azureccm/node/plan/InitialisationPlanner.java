package io.azureccm.node.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision.Follow;
import io.azureccm.node.plan.NodeWrite.Initialise;
import io.azureccm.node.plan.NodeWrite.SetCondition;
import io.azureccm.node.spec.NodeFacts;
import io.azureccm.node.spec.NodeKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Decides what to write to a node with the initialisation taint. The taint is removed last, and only once all facts are
 * known.
 */
final class InitialisationPlanner {
    private static final Cause JOINED = Cause.of("NodeJoined");
    private static final String NETWORK_UNAVAILABLE = "NetworkUnavailable";
    private static final String ROUTE_CREATED = "RouteCreated";

    private final NodeSettings settings;
    private final NodeModelPlanner models;

    InitialisationPlanner(NodeSettings settings, NodeModelPlanner models) {
        this.settings = settings;
        this.models = models;
    }

    Decision decide(NodeView view) {
        NodeFacts node = view.node();
        if (!node.isManaged() && view.lookup().filter(each -> !(each instanceof MachineLookup.Missing)).isEmpty())
            return unmanaged(view);
        if (view.lookup().isEmpty())
            return Decision.none(view.history());
        return switch (view.lookup().get()) {
            case MachineLookup.Found found -> found(view, found);
            case MachineLookup.Missing(Instant asOf) -> Decision.refuse(
                    new Refusal("MachineNotFound", node.name(), "found no machine with this name in " + groups(node)),
                    new Follow.Retry(Instant.EPOCH), view.history().missed(asOf));
            case MachineLookup.Incomplete(String problem, Instant asOf) -> Decision.refuse(
                    new Refusal("MachineIncomplete", node.name(), problem), new Follow.Retry(Instant.EPOCH),
                    view.history().incomplete(asOf));
            case MachineLookup.Unknown wait when wait.underWay() -> Decision.wait(new Follow.Retry(wait.notBefore()),
                    view.history());
            case MachineLookup.Unknown(String problem, Instant notBefore, boolean underWay) -> Decision.refuse(
                    new Refusal("MachineUnknown", node.name(), problem), new Follow.Retry(notBefore), view.history());
            case MachineLookup.Ambiguous(List<Machine> machines) -> Decision.refuse(
                    new Refusal("AmbiguousMachine", node.name(), "several machines have this name: " + machines.stream()
                            .map(machine -> machine.id().toString())
                            .collect(Collectors.joining(", "))),
                    new Follow.Retry(Instant.EPOCH), view.history());
        };
    }

    /**
     * For an unmanaged node there is no machine in Azure: the taint is removed once the kubelet has set the provider
     * ID.
     */
    private static Decision unmanaged(NodeView view) {
        NodeFacts node = view.node();
        if (node.providerId().isEmpty()) {
            return Decision.refuse(new Refusal("NoProviderID", node.name(), "label " + NodeKeys.MANAGED
                    + "=false marks a machine outside this cloud, so the kubelet has to set spec.providerID"),
                    Decision.NOTHING, view.history());
        }
        return Decision.write(NodeChange.of(node.identity(), new Cause("NodeJoined", "not managed"),
                List.of(new Initialise(Map.of(), ""))), view.history());
    }

    private Decision found(NodeView view, MachineLookup.Found found) {
        NodeFacts node = view.node();
        Machine machine = found.machine();
        if (machine.isDeleting() && machine.kind() != Machine.Kind.FLEXIBLE) {
            return Decision.refuse(new Refusal("MachineDeleting", node.name(), machine.id() + " is being deleted"),
                    new Follow.Retry(Instant.EPOCH), view.history().missed(found.asOf()));
        }
        try {
            NodeModel model = models.model(node, found);
            Cause cause = new Cause(JOINED.reason(), machine.id().shortName());
            return Decision.write(NodeChange.of(node.identity(), cause, writes(node, model)), view.history().found());
        } catch (Obstacle obstacle) {
            return Decision.refuse(obstacle.refusal(), new Follow.Retry(Instant.EPOCH),
                    view.history().incomplete(found.asOf()));
        }
    }

    private List<NodeWrite> writes(NodeFacts node, NodeModel model) {
        List<NodeWrite> writes = new ArrayList<>();
        if (settings.topology().waitRoutes() && !isNetworkKnown(node)) {
            writes.add(new SetCondition(NETWORK_UNAVAILABLE, "True", "NodeInitialization",
                    "Waiting for cloud routes"));
        }
        AddressPlanner.difference(node, model.addresses()).ifPresent(writes::add);
        writes.add(new Initialise(LabelPlanner.differing(node, model.labels()),
                node.providerId().isEmpty() ? model.providerId() : ""));
        return writes;
    }

    /** The condition already exists, or the route does. */
    private static boolean isNetworkKnown(NodeFacts node) {
        return node.conditions()
                .network()
                .filter(each -> each.status().equals("True")
                        || each.status().equals("False") && each.reason().equals(ROUTE_CREATED))
                .isPresent();
    }

    private String groups(NodeFacts node) {
        return "resource group " + node.resourceGroup().orElse(settings.resourceGroup());
    }
}
