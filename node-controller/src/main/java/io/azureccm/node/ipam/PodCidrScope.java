package io.azureccm.node.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.machine.VmSetAnswers;
import io.azureccm.common.machine.VmSetQuery;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.Lanes;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.common.reconcile.RetryTrigger;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.node.ipam.PodCidrEvent.Outcome;
import io.azureccm.node.ipam.PodCidrKnown.Departure;
import io.azureccm.node.ipam.PodCidrKnown.Work;
import io.azureccm.node.plan.ipam.MaskDecision;
import io.azureccm.node.plan.ipam.MaskPlanner;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import io.azureccm.node.plan.ipam.PodCidrPlanner;
import io.azureccm.node.reconcile.Changes;
import io.azureccm.node.reconcile.NodeTiming;
import io.azureccm.node.reconcile.PlanReport;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pod CIDRs of all nodes: the steps of a turn. Only for the thread of the loop. Keeps no state beyond a term as
 * leader.
 */
final class PodCidrScope implements Scope<PodCidrEvent, PodCidrKnown, PodCidrTurn> {
    private static final Logger log = LoggerFactory.getLogger(PodCidrScope.class);

    /** What the scope uses to look up cached nodes, to start operations and to report. */
    record Parts(PodCidrIndex nodes, Function<String, Optional<Node>> newest, PodCidrOperations operations,
            PodCidrProjection projection) {}

    private final Parts parts;
    private final PodCidrPlanner planner;
    private final Optional<MaskPlanner> lengths;
    private final NodeTiming timing;
    private final boolean dryRun;
    private PlanReport report;

    PodCidrScope(Parts parts, PodCidrPlanner planner, NodeTiming timing, boolean dryRun) {
        this(parts, planner, Optional.empty(), timing, dryRun);
    }

    /** {@code lengths} is present if tags define prefix lengths. */
    PodCidrScope(Parts parts, PodCidrPlanner planner, Optional<MaskPlanner> lengths, NodeTiming timing,
            boolean dryRun) {
        this.parts = parts;
        this.planner = planner;
        this.lengths = lengths;
        this.timing = timing;
        this.dryRun = dryRun;
    }

    @Override
    public PodCidrKnown begin(Instant now) {
        SortedMap<String, NodeCidrs> nodes = new TreeMap<>();
        parts.nodes().all().forEach(node -> nodes.put(node.name(), node));
        return new PodCidrKnown(nodes, Changes.NONE, Claims.none(planner.ranges().size()),
                new Work(nodes.keySet(), Set.of(), Map.of()), PodCidrKnown.Reported.NOTHING, List.of(), MaskWork.NONE);
    }

    @Override
    public PodCidrKnown absorb(PodCidrKnown known, List<PodCidrEvent> events, Instant now) {
        SortedMap<String, NodeCidrs> nodes = new TreeMap<>(known.nodes());
        Claims claims = known.claims();
        List<Departure> left = new ArrayList<>();
        Set<String> changed = new HashSet<>();
        Set<String> due = new HashSet<>(known.work().due());
        Set<String> writing = new HashSet<>(known.work().writing());
        Map<String, RetryState> retries = new HashMap<>(known.work().retries());
        boolean freed = false;
        for (PodCidrEvent event : events) {
            switch (event) {
                case PodCidrEvent.Changed(String name) -> {
                    parts.nodes().facts(name).ifPresent(node -> nodes.put(name, node));
                    retries.remove(name);
                    changed.add(name);
                }
                case PodCidrEvent.Left(NodeCidrs last) -> {
                    parts.nodes()
                            .facts(last.name())
                            .ifPresentOrElse(node -> nodes.put(last.name(), node), () -> nodes.remove(last.name()));
                    left.add(new Departure(last.uid(), last.hasCidrs() ? last.cidrs() : claims.of(last.uid())));
                    retries.remove(last.name());
                    changed.add(last.name());
                    freed = true;
                }
                case PodCidrEvent.Read(String target) -> known.masks().awaiting().forEach((name, targets) -> {
                    if (targets.contains(target))
                        due.add(name);
                });
                case PodCidrEvent.Written(Assignment assignment, Outcome outcome, List<Cidr> actual) -> {
                    String name = assignment.node().name();
                    writing.remove(name);
                    boolean failed = outcome == Outcome.FAILED || outcome == Outcome.NOT_ALLOWED && !dryRun;
                    if (failed)
                        retries.put(name, timing.retries()
                                .after(retries.getOrDefault(name, RetryState.NEW),
                                        FailedAttempt.of(RetryReason.FAILED, outcome.name()), now));
                    else
                        retries.remove(name);
                    if (outcome == Outcome.NOT_ALLOWED && dryRun)
                        claims = claims.settle(assignment.node().uid(), assignment.cidrs());
                    if (outcome == Outcome.WRITTEN || outcome == Outcome.UNCHANGED)
                        claims = claims.settle(assignment.node().uid(), actual);
                    freed |= outcome == Outcome.UNCHANGED && !actual.equals(assignment.cidrs());
                }
            }
        }
        Changes changes = known.changes().and(changed, now);
        if (changes.isClosed(timing, now)) {
            due.addAll(changes.names());
            changes = Changes.NONE;
        }
        retries.forEach((name, state) -> {
            if (!writing.contains(name) && state.dueAt().filter(at -> !at.isAfter(now)).isPresent())
                due.add(name);
        });
        if (freed)
            due.addAll(known.reported().waiting());
        PodCidrKnown next = new PodCidrKnown(nodes, changes, claims.among(nodes.values()),
                new Work(due, writing, retries), known.reported(), left, known.masks());
        return lengths.isEmpty() ? next : next.with(masks(next, now));
    }

    /** What is known, without a call, about the VM sets of the nodes that are due. */
    private MaskWork masks(PodCidrKnown known, Instant now) {
        MaskWork work = known.masks().after(known.left(), known.nodes().keySet(), now);
        List<VmSetQuery> questions = known.work()
                .due()
                .stream()
                .map(known.nodes()::get)
                .filter(node -> node != null && node.isWaiting() && !known.claims().settled().contains(node.uid()))
                .flatMap(node -> MaskWork.question(node, work.asked(node.name(), now)).stream())
                .toList();
        return work.asking(questions.stream().map(VmSetQuery::node).toList(),
                questions.isEmpty() ? VmSetAnswers.NONE : parts.operations().lookUp(questions), now);
    }

    @Override
    public PodCidrTurn plan(PodCidrKnown known, Lanes underWay, Instant now) {
        return PodCidrTurn.of(known, planner, lengths, underWay, now);
    }

    /** Plans that only read are frequent and are therefore only logged. */
    @Override
    public void print(PodCidrTurn turn) {
        if (!turn.plan().isEmpty() || !turn.plan().refusals().isEmpty()) {
            report = parts.operations().print(turn.plan());
        } else if (!turn.plan().isIdle() && log.isDebugEnabled()) {
            log.debug("{}", turn.plan().text(0));
        }
    }

    @Override
    public PodCidrKnown dispatch(PodCidrKnown known, PodCidrTurn turn, Dispatcher<PodCidrEvent> dispatcher,
            Instant now) {
        Set<String> due = new HashSet<>(known.work().due());
        due.removeAll(turn.planned());
        due.addAll(turn.lost());
        Set<String> writing = new HashSet<>(known.work().writing());
        writing.removeAll(turn.lost());
        if (turn.given().isEmpty())
            return known.with(known.claims(), new Work(due, writing, known.work().retries()));
        PodCidrPlan plan = turn.given().get();
        turn.masks()
                .reads()
                .forEach(
                        read -> dispatcher.dispatch(PodCidrTurn.lane(read), () -> parts.operations().read(read)));
        PlanReport printed = report;
        plan.assignments().forEach(each -> {
            String name = each.node().name();
            writing.add(name);
            Optional<Node> seen = parts.newest()
                    .apply(name)
                    .filter(node -> each.node().uid().equals(node.getMetadata().getUid()));
            dispatcher.dispatch(PodCidrTurn.lane(name), () -> parts.operations().write(each, seen, printed));
        });
        Map<String, RetryState> retries = new HashMap<>(known.work().retries());
        retries.keySet().removeIf(name -> turn.planned().contains(name) && !writing.contains(name));
        if (lengths.isPresent())
            retries.putAll(again(known, turn, plan, now));
        return known.with(known.claims().and(plan), new Work(due, writing, retries))
                .with(known.masks().planned(turn.planned(), turn.masks().open()));
    }

    /** When to read unusable or missing tags again; they may have been changed or become readable by then. */
    private Map<String, RetryState> again(PodCidrKnown known, PodCidrTurn turn, PodCidrPlan plan, Instant now) {
        Map<String, RetryState> again = new HashMap<>();
        turn.masks().decisions().forEach((name, decision) -> {
            switch (decision) {
                case MaskDecision.Open(var problem, Instant notBefore) -> again.put(name, new RetryState(Map.of(),
                        Set.of(), MaskPlanner.UNKNOWN, new RetryTrigger.Due(notBefore)));
                case MaskDecision.Refused(Refusal refusal) -> again.put(name, failed(known, name, refusal.code(), now));
                case MaskDecision.Known masks -> {
                }
                case MaskDecision.NoMachine none -> {
                }
            }
        });
        plan.shortages()
                .forEach(each -> again.put(each.node().name(),
                        failed(known, each.node().name(), PodCidrEvents.NOT_AVAILABLE, now)));
        return again;
    }

    private RetryState failed(PodCidrKnown known, String name, String cause, Instant now) {
        return timing.retries()
                .after(known.work().retries().getOrDefault(name, RetryState.NEW),
                        FailedAttempt.of(RetryReason.FAILED, cause), now);
    }

    @Override
    public PodCidrKnown project(PodCidrKnown known, PodCidrTurn turn, Dispatcher<PodCidrEvent> dispatcher,
            Instant now) {
        return known.with(parts.projection().project(known, turn));
    }

    @Override
    public Instant nextTurn(PodCidrKnown known, PodCidrTurn turn, Instant now) {
        if (!turn.lost().isEmpty())
            return now;
        return known.work()
                .retries()
                .entrySet()
                .stream()
                .filter(each -> !known.work().writing().contains(each.getKey()))
                .flatMap(each -> each.getValue().dueAt().stream())
                .filter(known.changes().closes(timing)::isAfter)
                .min(Instant::compareTo)
                .orElse(known.changes().closes(timing));
    }
}
