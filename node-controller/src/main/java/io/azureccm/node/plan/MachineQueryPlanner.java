package io.azureccm.node.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.MachineQuery.Fact;
import io.azureccm.common.machine.MachineQuery.Freshness;
import io.azureccm.node.observed.NodeHistory;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.spec.NodeFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides what has to be known about a node's machine, and how recent that has to be. */
record MachineQueryPlanner(NodeSettings settings) {
    /** A machine appears in lists well before its kubelet creates the Node, so a list this much older contains it. */
    private static final Duration BOOT = Duration.ofSeconds(10);
    private static final Duration TICK = Duration.ofMillis(1);

    /** Empty if nothing has to be known; {@code groups} are the resource groups of all nodes. */
    Optional<MachineQuery> question(NodeView view, Collection<String> groups) {
        NodeFacts node = view.node();
        boolean joins = settings.parts().initialise() && node.isUninitialised();
        boolean checks = settings.parts().lifecycle() && node.isManaged() && LifecyclePlanner.isDue(view);
        // The machine of an unmanaged node is known only by its ID: one of its name may be another.
        boolean refreshes = settings.parts().initialise() && view.refresh() && !joins
                && (node.isManaged() || node.machine().isPresent());
        if (node.identity().leaving() || !node.isOfThisCloud() || !(joins || checks || refreshes))
            return Optional.empty();
        Optional<ArmId> machine = node.machine();
        boolean isUnreadable = machine.isEmpty() && !node.providerId().isEmpty();
        if (isUnreadable && !(joins && node.isManaged()))
            return Optional.empty();
        Set<Fact> facts = EnumSet.noneOf(Fact.class);
        if (joins || refreshes)
            facts.add(Fact.ADDRESSES);
        if (joins)
            facts.add(Fact.FAULT_DOMAIN);
        // A node that joins is usually initialised, and ready, before its machine is checked again.
        if (checks && (!joins || view.history().search().checks() > 0))
            facts.add(Fact.POWER);
        return Optional.of(new MachineQuery(node.name(), machine, groups(node, groups),
                freshness(view, joins, checks), facts));
    }

    private Freshness freshness(NodeView view, boolean joins, boolean checks) {
        NodeHistory history = view.history();
        Instant after = history.search().tried().plus(TICK);
        if (joins) {
            Instant found = history.nameUsedBefore() ? history.known() : history.known().minus(BOOT);
            return new Freshness(LifecyclePlanner.later(found, after), LifecyclePlanner.later(history.known(), after));
        }
        if (checks) {
            // An answer that another node of the scale set requested a moment ago is recent enough.
            Duration window = LifecyclePlanner.pause(settings, view).dividedBy(4);
            Instant since = LifecyclePlanner.later(history.turned(), view.now().minus(window));
            return new Freshness(since, LifecyclePlanner.later(since, after));
        }
        return Freshness.since(view.now().minus(settings.refreshPeriod().dividedBy(2)));
    }

    /**
     * The node's own group, then those of other nodes, since nodes of a scale set in another group may lack the label.
     */
    private List<String> groups(NodeFacts node, Collection<String> others) {
        List<String> groups = new ArrayList<>();
        groups.add(node.resourceGroup().orElse(settings.resourceGroup()));
        others.stream().filter(other -> groups.stream().noneMatch(other::equalsIgnoreCase)).forEach(groups::add);
        return groups;
    }
}
