package io.azureccm.node.plan;

import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.node.observed.NodeView;
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

    public Decision decide(NodeView seen) {
        NodeView view = sighted(seen);
        NodeFacts node = view.node();
        if (node.identity().leaving())
            return Decision.none(view.history());
        if (!node.isOfThisCloud())
            return foreign(view);
        Decision life = settings.parts().lifecycle()
                ? lifecycle.decide(hasMachine(node) ? view : view.withoutMachine())
                : Decision.none(view.history());
        boolean goes = life.change().filter(NodeChange::deletes).isPresent()
                || life.follow() instanceof Decision.Follow.Check;
        if (goes)
            return life;
        Decision initialised = initialise(view.with(life.history()));
        Decision both = life.and(initialised);
        return initialised.refusal().map(both::with).orElse(both);
    }

    /** A node of another cloud only gets back what it was told before it was known to be one. */
    private Decision foreign(NodeView view) {
        Decision none = Decision.none(view.history());
        return view.node().isUninitialised() ? none : conditions.recovered(view, none);
    }

    private Decision initialise(NodeView view) {
        boolean here = settings.parts().initialise();
        if (view.node().isUninitialised())
            return conditions.explained(view, initialisation.decide(view));
        Decision kept = conditions.recovered(view, here ? labels.decide(view) : Decision.none(view.history()));
        return here && view.refresh() ? kept.and(addresses.decide(view)) : kept;
    }

    /** Remembers the machine that a list shows for the node. */
    private static NodeView sighted(NodeView view) {
        return view.lookup().orElse(null) instanceof MachineLookup.Found found
                ? view.with(view.history().sighted(found.machine().id()))
                : view;
    }

    /**
     * False if no machine decides whether the node is alive: the node is unmanaged, or its provider ID names none that can be
     * read. A machine of its name may still initialise it.
     */
    private static boolean hasMachine(NodeFacts node) {
        return node.isManaged() && (node.providerId().isEmpty() || node.machine().isPresent());
    }
}
