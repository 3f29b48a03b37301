package io.azureccm.node.reconcile;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation.Section;
import io.azureccm.common.core.explain.Explanation.State;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.node.reconcile.known.KnownNode;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.known.NodeStage;
import io.azureccm.node.reconcile.turn.NodeStateUpdater;
import io.azureccm.node.spec.NodeFacts;
import io.azureccm.node.spec.NodeFacts.Address;
import io.azureccm.node.spec.NodeFactsParser;
import io.azureccm.node.spec.NodeKeys;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Explains one node from what the last turn knew about it and its machine. */
final class NodeExplanation {
    private static final String KIND = "Node";

    private final KnownNode node;
    private final Node shown;
    private final NodeFacts facts;
    private final Optional<Refusal> refusal;
    private final Instant now;

    private NodeExplanation(KnownNode node, Node shown, Optional<Refusal> refusal, Instant now) {
        this.node = node;
        this.facts = NodeFactsParser.parse(shown);
        this.shown = shown;
        this.refusal = refusal;
        this.now = now;
    }

    /** {@code shown}: the Node's current version in the watch, including own writes. */
    static Explanation of(String name, KnownState known, Optional<Node> shown, Instant now) {
        KnownNode node = known.nodes().get(name);
        return node == null
                ? new Explanation(KIND, name, State.IGNORED, "there is no such node in the cluster", List.of())
                : new NodeExplanation(node, shown.orElse(node.node()),
                        Optional.ofNullable(known.refusals().get(name)), now).explain();
    }

    static List<Explanation> all(KnownState known, Instant now) {
        return known.nodes()
                .keySet()
                .stream()
                .sorted()
                .map(name -> of(name, known, Optional.empty(), now).withoutSections())
                .toList();
    }

    private Explanation explain() {
        List<Line> waits = waits();
        return new Explanation(KIND, facts.name(), state(waits), message(waits),
                List.of(mistakes(), new Section("waits for", waits), conditions(), machine(), shown()));
    }

    private State state(List<Line> waits) {
        if (!facts.isManaged() || !facts.isOfThisCloud())
            return State.IGNORED;
        if (refusal.isPresent())
            return State.REFUSED;
        if (facts.identity().leaving())
            return State.LEAVING;
        if (!Set.of("", NodeStateUpdater.NODE_CHANGED).contains(node.retry().cause()))
            return State.FAILED;
        return facts.isUninitialised() || !waits.isEmpty() ? State.PENDING : State.PROGRAMMED;
    }

    private String message(List<Line> waits) {
        if (!facts.isOfThisCloud())
            return "its provider ID \"" + facts.providerId()
                    + "\" does not begin with azure://: the Node is left to the"
                    + " controllers of its own cloud";
        if (!facts.isManaged())
            return "its label " + NodeKeys.MANAGED + "=false says that it is no machine of this cloud";
        return refusal.map(Refusal::message)
                .orElseGet(() -> !waits.isEmpty()
                        ? "waits for " + waits.getFirst().what()
                        : facts.isUninitialised()
                                ? "it is not initialised: it has the taint " + NodeKeys.UNINITIALISED
                                : "initialised");
    }

    private Section mistakes() {
        return new Section("mistakes",
                refusal.map(each -> new Line(each.code(), each.message(), "")).stream().toList());
    }

    private List<Line> waits() {
        List<Line> lines = new ArrayList<>();
        switch (node.stage()) {
            case NodeStage.Idle idle -> {
                // The next section shows what is due.
            }
            case NodeStage.Reading(Set<String> targets, Instant again) ->
                lines.add(new Line("an answer of Azure", String.join(", ", targets), ""));
            case NodeStage.Checking checking ->
                lines.add(new Line("a check that its machine is gone", "asked for directly", ""));
            case NodeStage.Writing writing -> lines.add(new Line("a write to the Node", "", ""));
        }
        if (!node.retry().cause().isEmpty())
            lines.add(new Line("the next attempt", node.retry().cause(),
                    node.retry().dueAt().filter(now::isBefore).map(Explanation::until).orElse("")));
        return lines;
    }

    /** Persistent conditions of the Node, whoever wrote them. */
    private Section conditions() {
        return new Section("conditions", NodeConditions.all(shown)
                .stream()
                .filter(each -> each.type().startsWith(NodeConditions.OURS) || each.type().equals("NetworkUnavailable"))
                .map(each -> new Line(each.type(), each.text(), each.message()))
                .toList());
    }

    private Section machine() {
        List<Line> lines = new ArrayList<>();
        lines.add(
                new Line("providerID", facts.providerId().isEmpty() ? "none" : facts.providerId(), "spec.providerID"));
        facts.resourceGroup()
                .ifPresent(group -> lines.add(new Line("resource group", group, "label " + NodeKeys.RESOURCE_GROUP)));
        return new Section("machine", lines);
    }

    private Section shown() {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("Ready", Boolean.toString(facts.isReady()), "condition of the kubelet"));
        for (Address address : facts.addresses())
            lines.add(new Line(address.type(), address.address(), ""));
        facts.taints().forEach(taint -> lines.add(new Line("taint", taint.toString(), "")));
        return new Section("the Node shows", lines);
    }
}
