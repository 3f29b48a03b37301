package io.azureccm.node.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.machine.Machine;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.ProviderId;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision.Follow;
import io.azureccm.node.plan.NodeWrite.Initialise;
import io.azureccm.node.plan.NodeWrite.SetCondition;
import io.azureccm.node.spec.NodeFacts.Address;
import io.azureccm.node.spec.NodeFacts;
import io.azureccm.node.spec.NodeKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Decides what to write to a node with the initialisation taint. The taint is removed last, and only once all facts are
 * known.
 */
record InitialisationPlanner(NodeSettings settings, NodeModelPlanner models) {
    private static final Cause JOINED = Cause.of("NodeJoined");
    private static final String NETWORK_UNAVAILABLE = "NetworkUnavailable";
    private static final String ROUTE_CREATED = "RouteCreated";

    private static final InitialisationReason DISABLED = InitialisationReason.INITIALISATION_DISABLED;
    /** Other programs may have to pull their image first. */
    static final Duration OTHERS = Duration.ofMinutes(5);

    Decision decide(NodeView view) {
        NodeFacts node = view.node();
        if (!settings.parts().initialise())
            return elsewhere(view);
        if (!node.isManaged() && view.lookup().filter(each -> !(each instanceof MachineLookup.Missing)).isEmpty())
            return unmanaged(view);
        if (view.lookup().isEmpty())
            return Decision.none(view.history());
        return switch (view.lookup().get()) {
            case MachineLookup.Found found -> found(view, found);
            case MachineLookup.Missing missing -> Decision.refuse(notFound(view, settings.resourceGroup()),
                    new Follow.Retry(Instant.EPOCH), view.history().missed(missing.asOf()));
            case MachineLookup.Incomplete(String problem, Instant asOf) -> Decision.refuse(
                    new Refusal("MachineIncomplete", node.name(), problem), new Follow.Retry(Instant.EPOCH),
                    view.history().incomplete(asOf));
            case MachineLookup.Unknown wait when wait.underWay() -> Decision.wait(new Follow.Retry(wait.notBefore()),
                    view.history());
            case MachineLookup.Unknown(String problem, Instant notBefore, boolean underWay) -> Decision.refuse(
                    new Refusal("MachineUnknown", node.name(), problem), new Follow.Retry(notBefore),
                    view.history().unknown(view.now()));
            case MachineLookup.Ambiguous(List<Machine> machines) -> Decision.refuse(
                    new Refusal("AmbiguousMachine", node.name(), "several machines have this name: " + machines.stream()
                            .map(machine -> machine.id().toString())
                            .collect(Collectors.joining(", "))),
                    new Follow.Retry(Instant.EPOCH), view.history());
        };
    }

    /** For an unmanaged node there is no machine in Azure: the taint is removed once the provider ID is set. */
    private static Decision unmanaged(NodeView view) {
        NodeFacts node = view.node();
        if (node.providerId().isEmpty()) {
            return Decision.refuse(new Refusal("NoProviderID", node.name(), "label " + NodeKeys.MANAGED
                    + "=false marks a machine outside this cloud, so the kubelet or the controller of its cloud has to set"
                    + " spec.providerID"),
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
            Cause cause = new Cause(JOINED.reason(), machine.id().shortName());
            return Decision.write(NodeChange.of(node.identity(), cause, writes(node, found)), view.history().found());
        } catch (InitialisationException obstacle) {
            return Decision.refuse(obstacle.refusal(), new Follow.Retry(Instant.EPOCH),
                    view.history().incomplete(found.asOf()));
        }
    }

    private List<NodeWrite> writes(NodeFacts node, MachineLookup.Found found) throws InitialisationException {
        Map<String, String> labels = models.labels(node, found.machine());
        List<Address> addresses = models.addresses(node, found.addresses());
        List<NodeWrite> writes = new ArrayList<>();
        if (settings.topology().waitRoutes() && !isNetworkKnown(node)) {
            writes.add(new SetCondition(NETWORK_UNAVAILABLE, "True", "NodeInitialization",
                    "Waiting for cloud routes"));
        }
        AddressPlanner.difference(node, addresses).ifPresent(writes::add);
        writes.add(new Initialise(LabelPlanner.differing(node, labels),
                node.providerId().isEmpty() ? ProviderId.of(found.machine().id()) : ""));
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

    /** No machine has the name of the Node. It is not deleted if it is not known to be of this cluster. */
    static Refusal notFound(NodeView view, String group) {
        NodeFacts node = view.node();
        String found = "found no machine with this name in resource group " + node.resourceGroup().orElse(group);
        return new Refusal("MachineNotFound", node.name(), view.knownMachine().isPresent()
                ? found
                : found + "; the Node waits for one and is not deleted, since nothing shows that it ever was a machine of"
                        + " this cluster");
    }

    /**
     * For a node that other programs initialise, because {@code --controllers} leaves that out here: it is reported if it keeps
     * its taint, unless an agent has reported its own reason.
     */
    private static Decision elsewhere(NodeView view) {
        Instant due = view.history().known().plus(OTHERS);
        boolean isReported = view.shown()
                .filter(shown -> shown.isProblem() && !shown.reason().equals(DISABLED.word()))
                .isPresent();
        if (!view.node().isManaged() || isReported)
            return Decision.none(view.history());
        if (due.isAfter(view.now()))
            return Decision.wait(new Follow.At(due), view.history());
        return Decision.refuse(new Refusal(DISABLED.word(), view.node().name(), "the Node has waited for "
                + OTHERS.toMinutes()
                + " minutes: this controller does not initialise Nodes, since --controllers leaves out"
                + " cloud-node, and no node agent or cloud-node-manager has initialised it"), Decision.NOTHING,
                view.history());
    }
}
