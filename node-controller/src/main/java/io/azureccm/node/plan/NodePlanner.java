package io.azureccm.node.plan;

import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.observed.NodeView.Presence;
import io.azureccm.node.spec.NodeFacts;
import java.util.Collection;
import java.util.Optional;

/** Decides about one node at a time: what has to be known about its machine, and what to write then. */
public final class NodePlanner {
    private final NodeSettings settings;
    private final MachineQueryPlanner questions;
    private final InitialisationPlanner initialisation;
    private final LifecyclePlanner lifecycle;
    private final AddressPlanner addresses;
    private final LabelPlanner labels;
    private final ConditionPlanner conditions;

    public NodePlanner(NodeSettings settings) {
        NodeModelPlanner models = new NodeModelPlanner(settings.topology().betaLabels());
        this.settings = settings;
        this.questions = new MachineQueryPlanner(settings);
        this.initialisation = new InitialisationPlanner(settings, models);
        this.lifecycle = new LifecyclePlanner(settings);
        this.addresses = new AddressPlanner(models);
        this.labels = new LabelPlanner(settings.topology().betaLabels());
        this.conditions = new ConditionPlanner(settings.topology().conditions());
    }

    /** What has to be known about the node's machine; {@code groups} are the resource groups of all nodes. */
    public Optional<MachineQuery> question(NodeView view, Collection<String> groups) {
        return questions.question(view, groups);
    }

    public Decision decide(NodeView view) {
        NodeFacts node = view.node();
        if (node.identity().leaving())
            return Decision.none(view.history());
        Decision life = settings.parts().lifecycle()
                ? lifecycle.decide(node.isManaged() ? view : unseen(view))
                : Decision.none(view.history());
        boolean goes = life.change().filter(NodeChange::deletes).isPresent()
                || life.follow() instanceof Decision.Follow.Check;
        if (goes || !settings.parts().initialise())
            return life;
        NodeView now = new NodeView(node, life.history(), view.lookup(), Optional.<Presence>empty(), view.refresh(),
                view.now(), view.shown());
        if (node.isUninitialised())
            return life.and(conditions.explained(now, initialisation.decide(now)));
        Decision initialised = conditions.recovered(now, labels.decide(now));
        return life.and(view.refresh() ? initialised.and(addresses.decide(now)) : initialised);
    }

    /** The machine of an unmanaged node may identify the node, but never decides whether the node is alive. */
    private static NodeView unseen(NodeView view) {
        return new NodeView(view.node(), view.history(), Optional.<MachineLookup>empty(), Optional.<Presence>empty(),
                view.refresh(), view.now(), view.shown());
    }
}
