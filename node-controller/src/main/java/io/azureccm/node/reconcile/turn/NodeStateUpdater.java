package io.azureccm.node.reconcile.turn;

import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.node.informer.SeenNode;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision.Follow;
import io.azureccm.node.plan.InitialisationReason;
import io.azureccm.node.plan.NodePlanner;
import io.azureccm.node.plan.NodeSettings;
import io.azureccm.node.reconcile.known.Changes;
import io.azureccm.node.reconcile.known.Deletions;
import io.azureccm.node.reconcile.known.KnownNode;
import io.azureccm.node.reconcile.known.KnownState;
import io.azureccm.node.reconcile.known.KnownState.Progress;
import io.azureccm.node.reconcile.known.NodeStage;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.azureccm.node.reconcile.known.Schedule;
import io.azureccm.node.spec.NodeFacts.Identity;
import io.azureccm.node.spec.NodeFactsParser;
import io.azureccm.node.status.NodeOutcome;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** Takes the events of a turn into the known state. Pure. */
public final class NodeStateUpdater {
    /** By then the watch has shown a write, so that it is not planned again. */
    private static final Duration ECHO_TIMEOUT = Duration.ofMillis(300);
    private static final String WRITE_FAILED = "WriteFailed";
    /** Why a Node is looked at again that has changed since its deletion was decided. */
    public static final String NODE_CHANGED = "NodeChanged";

    private final NodePlanner planner;
    private final NodeTiming timing;
    private final Duration refreshPeriod;
    private final boolean dryRun;

    /** In a dry run, a write that is not allowed counts as made. */
    public NodeStateUpdater(NodePlanner planner, NodeSettings settings, NodeTiming timing, boolean dryRun) {
        this.planner = planner;
        this.timing = timing;
        this.refreshPeriod = settings.refreshPeriod();
        this.dryRun = dryRun;
    }

    /** What the turn sees of the cluster and of Azure. */
    private record Seen(Map<String, SeenNode> nodes, SeenMachines machines) {
        static Seen of(List<NodeEvent> events) {
            return new Seen(
                    TurnSteps.newest(events, NodeEvent.ClusterSeen.class)
                            .map(NodeEvent.ClusterSeen::nodes)
                            .orElse(Map.of()),
                    TurnSteps.newest(events, NodeEvent.AzureSeen.class)
                            .map(NodeEvent.AzureSeen::machines)
                            .orElse(SeenMachines.NONE));
        }

        Optional<SeenNode> node(String name) {
            return Optional.ofNullable(nodes.get(name));
        }

        /** The resource groups named in node labels. */
        Set<String> resourceGroups() {
            Set<String> groups = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
            nodes.values().forEach(seen -> NodeFactsParser.resourceGroup(seen.node()).ifPresent(groups::add));
            return groups;
        }
    }

    public KnownState update(KnownState known, List<NodeEvent> events, Instant now) {
        Seen seen = Seen.of(events);
        boolean begins = known.term().progress() == Progress.BEGUN;
        SortedMap<String, KnownNode> nodes = begins ? all(seen, now) : new TreeMap<>(known.nodes());
        Deletions deletions = known.deletions();
        Set<String> changed = new HashSet<>();
        for (NodeEvent event : events) {
            switch (event) {
                case NodeEvent.Changed(String name) -> {
                    if (!isUnchangedInDryRun(nodes.get(name), seen.node(name))) {
                        changed(nodes, name, seen, now);
                        changed.add(name);
                    }
                }
                case NodeEvent.Left(Node last) -> {
                    if (seen.node(last.getMetadata().getName()).isEmpty())
                        nodes.remove(last.getMetadata().getName());
                }
                case NodeEvent.RemovalsApproved(Set<String> hashes) -> {
                    if (!deletions.removals().named().equals(hashes))
                        nodes.replaceAll((name, node) -> known.deletions().isHeld(name)
                                ? dueAgain(node.with(node.history().due(now)), now)
                                : node);
                    deletions = deletions.approved(hashes);
                }
                case NodeEvent.Ended ended -> ended(nodes, ended, now);
                case NodeEvent.ClusterSeen cluster -> {
                }
                case NodeEvent.AzureSeen azure -> {
                }
            }
        }
        Changes changes = collected(known.changes().and(changed, now), nodes, now);
        Instant refreshAt = refreshed(known.refreshAt(), nodes, now);
        KnownState.Due due = due(nodes, seen, now);
        return new KnownState(begins ? known.term().reached(Progress.READING) : known.term(), nodes, changes, due,
                known.refusals(), refreshAt, left(events, nodes), deletions);
    }

    /** The nodes that left, and those whose last write has ended since: it may have told something about them. */
    private static List<Identity> left(List<NodeEvent> events, SortedMap<String, KnownNode> nodes) {
        List<Identity> left = new ArrayList<>();
        for (NodeEvent event : events) {
            if (event instanceof NodeEvent.Left(Node last))
                left.add(NodeFactsParser.parse(last).identity());
            if (event instanceof NodeEvent.Written(NodeOutcome outcome)
                    && !isKnown(nodes.get(outcome.change().node().name()), outcome.change().node()))
                left.add(outcome.change().node());
        }
        return left;
    }

    private static boolean isKnown(KnownNode node, Identity identity) {
        return node != null && node.node().getMetadata().getUid().equals(identity.uid());
    }

    /** All nodes and their addresses are due when this instance begins to lead. */
    private static SortedMap<String, KnownNode> all(Seen seen, Instant now) {
        SortedMap<String, KnownNode> nodes = new TreeMap<>();
        seen.nodes().forEach((name, node) -> nodes.put(name, KnownNode.of(node, Schedule.complete(now))));
        return nodes;
    }

    /** In a dry run nothing is written, so a node that is as it was known is not planned, and its plan not printed, again. */
    private boolean isUnchangedInDryRun(KnownNode known, Optional<SeenNode> current) {
        return dryRun && known != null && current.filter(seen -> seen.isSame(known.node())
                && seen.facts().equals(NodeFactsParser.parse(known.node()))).isPresent();
    }

    private static void changed(SortedMap<String, KnownNode> nodes, String name, Seen seen, Instant now) {
        Optional<SeenNode> current = seen.node(name);
        if (current.isEmpty()) {
            nodes.remove(name);
        } else {
            KnownNode known = nodes.get(name);
            KnownNode next = known == null
                    ? KnownNode.of(current.get(), Schedule.NONE)
                    : known.seen(current.get());
            nodes.put(name, next.changed(now));
        }
    }

    private void ended(SortedMap<String, KnownNode> nodes, NodeEvent.Ended event, Instant now) {
        switch (event) {
            case NodeEvent.MachinesRead(String target) ->
                nodes.replaceAll((name, node) -> node.stage() instanceof NodeStage.Reading reading
                        && reading.targets().contains(target) ? dueAgain(node, now) : node);
            case NodeEvent.MachinesChecked(var answers) -> answers.forEach((name, presence) -> checking(nodes, name,
                    checking -> checking.answered(presence)));
            case NodeEvent.ScaleSetStands(Set<String> names) ->
                names.forEach(name -> checking(nodes, name, NodeStage.Checking::withScaleSet));
            case NodeEvent.Written(NodeOutcome outcome) ->
                nodes.computeIfPresent(outcome.change().node().name(), (name, node) -> written(node, outcome, now));
        }
    }

    /** Changed nodes are due when the window closes. */
    private Changes collected(Changes changes, SortedMap<String, KnownNode> nodes, Instant now) {
        if (!changes.isClosed(timing, now))
            return changes;
        changes.names().forEach(name -> nodes.computeIfPresent(name, (same, node) -> node.dueFor(now)));
        return Changes.NONE;
    }

    /** When all addresses are due next. */
    private Instant refreshed(Instant refreshAt, SortedMap<String, KnownNode> nodes, Instant now) {
        if (refreshAt.isAfter(now))
            return refreshAt;
        nodes.replaceAll((name, node) -> node.with(node.schedule().refreshing(true).dueAt(now)));
        return now.plus(refreshPeriod);
    }

    /** What has to be known about the due nodes. */
    private KnownState.Due due(SortedMap<String, KnownNode> nodes, Seen seen, Instant now) {
        SortedMap<String, NodeView> views = new TreeMap<>();
        nodes.replaceAll((name, node) -> {
            Optional<SeenNode> current = node.isDue(now) ? seen.node(name) : Optional.empty();
            if (current.isEmpty())
                return node;
            KnownNode newest = node.seen(current.get());
            views.put(name, view(newest, now));
            return newest;
        });
        if (views.isEmpty())
            return KnownState.Due.NOTHING;
        Set<String> groups = seen.resourceGroups();
        List<MachineQuery> queries = new ArrayList<>();
        views.values()
                .stream()
                .filter(view -> view.lookup().isEmpty())
                .forEach(view -> planner.question(view, groups).ifPresent(queries::add));
        Lookups<MachineLookup> answers = queries.isEmpty() ? Lookups.none() : seen.machines().lookUp(queries, now);
        views.replaceAll((name, view) -> Optional.ofNullable(answers.lookups().get(name)).map(view::with).orElse(view));
        return new KnownState.Due(views, answers);
    }

    private static NodeView view(KnownNode node, Instant now) {
        Optional<NodeStage.Checking> checking = node.stage() instanceof NodeStage.Checking each
                ? Optional.of(each)
                : Optional.empty();
        return new NodeView(NodeFactsParser.parse(node.node()), node.history(),
                checking.map(NodeStage.Checking::missing),
                checking.flatMap(NodeStage.Checking::answer), node.schedule().refresh(), now,
                NodeConditions.of(node.node(), InitialisationReason.CONDITION.type()));
    }

    private KnownNode written(KnownNode node, NodeOutcome outcome, Instant now) {
        if (!(node.stage() instanceof NodeStage.Writing(String lane, Follow then, String cause)))
            return node;
        if (outcome.kind() == NodeOutcome.Kind.CHANGED)
            return node.with(node.schedule().refreshing(true))
                    .failed(FailedAttempt.of(RetryReason.OUTDATED, NODE_CHANGED), timing, now);
        if (!outcome.isGood() && !dryRun)
            return node.with(node.schedule().refreshing(true))
                    .failed(FailedAttempt.of(RetryReason.FAILED, WRITE_FAILED), timing, now);
        KnownNode written = outcome.kind() == NodeOutcome.Kind.WRITTEN
                ? node.accepted(outcome.change(), now.plus(ECHO_TIMEOUT), timing, now)
                : node;
        return written.followed(then, cause, timing, now);
    }

    static KnownNode dueAgain(KnownNode node, Instant now) {
        return node.with(node.schedule().dueAt(now)).with(NodeStage.IDLE);
    }

    static void checking(SortedMap<String, KnownNode> nodes, String name, UnaryOperator<NodeStage.Checking> change) {
        nodes.computeIfPresent(name, (same, node) -> node.stage() instanceof NodeStage.Checking checking
                ? node.with(change.apply(checking))
                : node);
    }
}
