package io.azureccm.node.reconcile;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.exec.RemovalStep;
import io.azureccm.common.kube.condition.NodeConditions;
import io.azureccm.common.machine.MachineAnswers;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.Lanes;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.node.informer.NodeIndex;
import io.azureccm.node.observed.Presence;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.Decision.Follow;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.InitialisationReason;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.plan.NodePlanner;
import io.azureccm.node.plan.NodeSettings;
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
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The nodes of a cluster and their machines: the steps of a turn. Only for the thread of the loop. */
public final class NodeScope implements Scope<NodeEvent, KnownState, TurnPlan> {
    private static final Logger log = LoggerFactory.getLogger(NodeScope.class);
    /** By then the watch has shown a write, so that it is not planned again. */
    private static final Duration ECHO_TIMEOUT = Duration.ofMillis(300);
    private static final String WRITE_FAILED = "WriteFailed";
    private static final String UNKNOWN = "MachineUnknown";

    /** What the scope uses to look up cached nodes, to start operations and to report. */
    public record Parts(NodeIndex nodes, NodeOperations operations, NodeProjection projection,
            RemovalPolicy removals) {}

    private final Parts parts;
    private final NodePlanner planner;
    private final TurnPlanner turns;
    private final RemovalStep<NodeEvent> removals;
    private final NodeTiming timing;
    private final Duration refreshPeriod;
    private final boolean dryRun;
    private PlanReport report;
    private Instant began;
    private Removals printedHeld = Removals.NONE;
    private boolean begun;

    public NodeScope(Parts parts, NodeSettings settings, NodeTiming timing, boolean dryRun) {
        this.parts = parts;
        this.planner = new NodePlanner(settings);
        this.turns = new TurnPlanner(planner, timing, parts.removals().limits());
        this.removals = new RemovalStep<>(parts.removals(), NodeEvent.RemovalsApproved::new);
        this.timing = timing;
        this.refreshPeriod = settings.refreshPeriod();
        this.dryRun = dryRun;
    }

    /** All nodes and their addresses are due. */
    @Override
    public KnownState begin(Instant now) {
        // A shadow starts again with each look.
        if (!dryRun || !begun)
            began = now;
        begun = true;
        SortedMap<String, KnownNode> nodes = new TreeMap<>();
        for (String name : parts.nodes().names())
            parts.nodes().entry(name).ifPresent(entry -> nodes.put(name, KnownNode.of(entry, Schedule.at(now, true))));
        return new KnownState(nodes, Changes.NONE, KnownState.Due.NOTHING, Map.of(), now.plus(refreshPeriod),
                List.of(), Deletions.NONE);
    }

    @Override
    public KnownState absorb(KnownState known, List<NodeEvent> events, Instant now) {
        SortedMap<String, KnownNode> nodes = new TreeMap<>(known.nodes());
        List<Node> left = new ArrayList<>();
        Deletions deletions = known.deletions();
        Set<String> changed = new HashSet<>();
        for (NodeEvent event : events) {
            switch (event) {
                case NodeEvent.Changed(String name) -> {
                    seen(nodes, name);
                    changed.add(name);
                }
                case NodeEvent.Left(Node last) -> {
                    left.add(last);
                    if (parts.nodes().entry(last.getMetadata().getName()).isEmpty())
                        nodes.remove(last.getMetadata().getName());
                }
                case NodeEvent.MachinesRead(var read) ->
                    nodes.replaceAll((name, node) -> node.stage() instanceof Stage.Reading(Set<String> targets)
                            && targets.contains(read.target()) ? dueAgain(node, now) : node);
                case NodeEvent.MachinesChecked(Map<String, Presence> answers) -> answers.forEach((name,
                        presence) -> checking(nodes, name, checking -> checking.answered(presence)));
                case NodeEvent.ScaleSetStands(Set<String> names) ->
                    names.forEach(name -> checking(nodes, name, Stage.Checking::withScaleSet));
                case NodeEvent.RemovalsApproved(Set<String> hashes) -> {
                    boolean news = !deletions.removals().named().equals(hashes);
                    deletions = deletions.approved(hashes);
                    if (news)
                        nodes.replaceAll((name, node) -> known.deletions().isHeld(name)
                                ? dueAgain(node.with(node.history().due(now)), now)
                                : node);
                }
                case NodeEvent.Written(NodeOutcome outcome) ->
                    nodes.computeIfPresent(outcome.change().node().name(), (name, node) -> written(node, outcome, now));
            }
        }
        Changes changes = known.changes().and(changed, now);
        if (changes.isClosed(timing, now)) {
            changes.names().forEach(name -> nodes.computeIfPresent(name, (same, node) -> node.dueFor(now)));
            changes = Changes.NONE;
        }
        Instant refreshAt = known.refreshAt();
        if (!refreshAt.isAfter(now)) {
            refreshAt = now.plus(refreshPeriod);
            nodes.replaceAll((name, node) -> node.with(node.schedule().refreshing(true).dueAt(now)));
        }
        KnownState.Due due = due(nodes, now);
        return new KnownState(nodes, changes, due, known.refusals(), refreshAt, left, deletions);
    }

    @Override
    public TurnPlan plan(KnownState known, Lanes underWay, Instant now) {
        return turns.plan(known, underWay, now);
    }

    /** Plans that only read are frequent and are therefore only logged. */
    @Override
    public void print(TurnPlan plan) {
        if (!plan.plan().isEmpty() || !plan.plan().refusals().isEmpty() || !plan.plan().held().equals(printedHeld)) {
            printedHeld = plan.plan().held();
            report = parts.operations().print(plan.plan());
        } else if (!plan.plan().isIdle() && log.isDebugEnabled()) {
            log.debug("{}", plan.plan().text(0));
        }
    }

    @Override
    public KnownState dispatch(KnownState known, TurnPlan plan, Dispatcher<NodeEvent> dispatcher, Instant now) {
        NodeOperations operations = parts.operations();
        SortedMap<String, KnownNode> nodes = new TreeMap<>(known.nodes());
        plan.lost().forEach(name -> nodes.computeIfPresent(name, (same, node) -> dueAgain(node, now)));
        plan.reads().forEach(read -> dispatcher.dispatch(read.lane(), () -> operations.read(read)));
        plan.decisions().forEach((name, decision) -> {
            NodeView view = known.due().views().get(name);
            Set<String> awaited = known.due().machines().awaited().getOrDefault(name, Set.of());
            KnownNode next = decided(nodes.get(name), view, decision, awaited, now);
            nodes.put(name, next);
            decision.change().ifPresent(change -> send(change, next, view, dispatcher));
        });
        plan.checks().forEach(check -> {
            check.nodes().forEach(name -> checking(nodes, name, checking -> checking.in(check.lane())));
            var reason = Reasons.of(check.nodes().stream().map(known.due().views()::get).toList());
            dispatcher.dispatch(check.lane(), () -> operations.check(check, reason));
        });
        RemovalMemory memory = removals.take(known.deletions().removals(), plan.assessment(),
                plan.assessment().planned().isEmpty(),
                dispatcher, now);
        return known.withNodes(nodes).with(known.deletions().after(plan.decisions(), memory, now));
    }

    @Override
    public KnownState project(KnownState known, TurnPlan plan, Dispatcher<NodeEvent> dispatcher, Instant now) {
        if (began != null && known.nodes().values().stream().noneMatch(n -> n.stage() instanceof Stage.Reading)) {
            // Measures how long a start takes.
            log.info("The first plan was made after {} ms", Duration.between(began, now).toMillis());
            began = null;
        }
        return known.withRefusals(parts.projection().project(known, plan));
    }

    @Override
    public Instant nextTurn(KnownState known, TurnPlan plan, Instant now) {
        Instant closes = known.changes().closes(timing);
        Instant look = known.deletions().removals().due().filter(at -> at.isAfter(now)).orElse(known.refreshAt());
        Instant soonest = closes.isBefore(known.refreshAt()) ? closes : known.refreshAt();
        Instant first = look.isBefore(soonest) ? look : soonest;
        return known.nodes()
                .entrySet()
                .stream()
                .filter(each -> !plan.blocked().contains(each.getKey()))
                .map(each -> each.getValue().next())
                .min(Instant::compareTo)
                .filter(first::isAfter)
                .orElse(first);
    }

    /** The current version of a node in the watch; thread-safe. */
    Optional<Node> shown(String name) {
        return parts.nodes().entry(name).map(NodeIndex.Entry::node);
    }

    private void seen(SortedMap<String, KnownNode> nodes, String name) {
        Optional<NodeIndex.Entry> entry = parts.nodes().entry(name);
        if (entry.isEmpty()) {
            nodes.remove(name);
        } else {
            KnownNode known = nodes.get(name);
            KnownNode seen = known == null
                    ? KnownNode.of(entry.get(), Schedule.at(Instant.MAX, false))
                    : known.seen(entry.get());
            nodes.put(name, seen.changed());
        }
    }

    /** What has to be known about the due nodes, looked up without a call. */
    private KnownState.Due due(SortedMap<String, KnownNode> nodes, Instant now) {
        SortedMap<String, NodeView> views = new TreeMap<>();
        nodes.replaceAll((name, node) -> {
            Optional<NodeIndex.Entry> entry = node.isDue(now) ? parts.nodes().entry(name) : Optional.empty();
            if (entry.isEmpty())
                return node;
            KnownNode newest = node.seen(entry.get());
            Stage.Checking checking = newest.stage() instanceof Stage.Checking each ? each : null;
            views.put(name, new NodeView(entry.get().facts(), newest.history(),
                    Optional.ofNullable(checking).map(Stage.Checking::missing),
                    Optional.ofNullable(checking).flatMap(Stage.Checking::answer), newest.schedule().refresh(), now,
                    NodeConditions.of(entry.get().node(), InitialisationReason.CONDITION.type())));
            return newest;
        });
        if (views.isEmpty())
            return KnownState.Due.NOTHING;
        Set<String> groups = parts.nodes().resourceGroups();
        List<MachineQuery> questions = new ArrayList<>();
        views.values()
                .stream()
                .filter(view -> view.lookup().isEmpty())
                .forEach(view -> planner.question(view, groups).ifPresent(questions::add));
        MachineAnswers answers = parts.operations().lookUp(questions);
        views.replaceAll((name, view) -> TurnPlanner.view(view, answers));
        return new KnownState.Due(views, answers);
    }

    /** {@code awaited} are the reads it waits for; a decision without them is preliminary. */
    private KnownNode decided(KnownNode node, NodeView view, Decision decision, Set<String> awaited, Instant now) {
        boolean open = !awaited.isEmpty();
        String cause = decision.refusal().map(Refusal::code).orElse(UNKNOWN);
        KnownNode next = node.with(node.schedule().planned().refreshing(open && view.refresh()));
        if (!open && !(decision.follow() instanceof Follow.Check))
            next = next.with(decision.history());
        if (decision.change().isPresent())
            return next.with(new Stage.Writing(TurnPlanner.lane(view.node().name()),
                    open ? new Follow.Retry(Instant.EPOCH) : decision.follow(), cause));
        if (open)
            return next.with(new Stage.Reading(awaited));
        if (decision.follow() instanceof Follow.Check) {
            boolean stands = node.stage() instanceof Stage.Checking checking && checking.scaleSetStands();
            return next.with(new Stage.Checking(view.lookup().orElseThrow(), stands, "", Optional.empty()));
        }
        return next.followed(decision.follow(), cause, timing, now);
    }

    private void send(NodeChange change, KnownNode node, NodeView view, Dispatcher<NodeEvent> dispatcher) {
        PlanReport printed = report;
        dispatcher.dispatch(TurnPlanner.lane(view.node().name()),
                () -> parts.operations().write(change, node, Reasons.of(view), printed));
    }

    private KnownNode written(KnownNode node, NodeOutcome outcome, Instant now) {
        if (!(node.stage() instanceof Stage.Writing(String lane, Follow then, String cause)))
            return node;
        if (!outcome.isGood() && !dryRun)
            return node.with(node.schedule().refreshing(true))
                    .failed(FailedAttempt.of(RetryReason.FAILED, WRITE_FAILED), timing, now);
        KnownNode written = outcome.kind() == NodeOutcome.Kind.WRITTEN
                ? node.with(node.schedule().notBefore(now.plus(ECHO_TIMEOUT)))
                : node;
        return written.followed(then, cause, timing, now);
    }

    private static KnownNode dueAgain(KnownNode node, Instant now) {
        return node.with(node.schedule().dueAt(now)).with(Stage.IDLE);
    }

    private static void checking(SortedMap<String, KnownNode> nodes, String name,
            UnaryOperator<Stage.Checking> change) {
        nodes.computeIfPresent(name, (same, node) -> node.stage() instanceof Stage.Checking checking
                ? node.with(change.apply(checking))
                : node);
    }
}
