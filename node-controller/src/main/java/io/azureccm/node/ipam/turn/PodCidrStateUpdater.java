package io.azureccm.node.ipam.turn;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.machine.Lookups;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.machine.VmSetQuery;
import io.azureccm.common.reconcile.FailedAttempt;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.common.reconcile.RetryState;
import io.azureccm.common.reconcile.RetryTrigger;
import io.azureccm.common.reconcile.turn.TurnSteps;
import io.azureccm.node.ipam.turn.PodCidrKnown.Departure;
import io.azureccm.node.ipam.turn.PodCidrKnown.Work;
import io.azureccm.node.plan.ipam.MaskDecision;
import io.azureccm.node.plan.ipam.MaskPlanner;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import io.azureccm.node.reconcile.known.Changes;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.azureccm.node.status.NodeOutcome.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Takes the events of a turn into the known state, and what its operations that start make of it. Pure. {@code lengths}:
 * tags define prefix lengths. In a dry run, a write that is not allowed counts as made.
 */
public record PodCidrStateUpdater(boolean lengths, boolean dryRun) {
    /** What the turn sees of the cluster and of Azure. */
    private record Seen(Map<String, SeenPodNode> nodes, SeenMachines machines, Set<String> unreadable) {
        static Seen of(List<PodCidrEvent> events) {
            Map<String, SeenPodNode> nodes = TurnSteps.newest(events, PodCidrEvent.ClusterSeen.class)
                    .map(PodCidrEvent.ClusterSeen::nodes)
                    .orElse(Map.of());
            Set<String> unreadable = new HashSet<>();
            TurnSteps.newest(events, PodCidrEvent.Unreadable.class).ifPresent(seen -> unreadable.addAll(seen.nodes()));
            // Pod CIDRs that were known do not change.
            unreadable.removeIf(name -> nodes.containsKey(name) && nodes.get(name).facts().hasCidrs());
            return new Seen(nodes, TurnSteps.newest(events, PodCidrEvent.AzureSeen.class)
                    .map(PodCidrEvent.AzureSeen::machines)
                    .orElse(SeenMachines.NONE), unreadable);
        }
    }

    public PodCidrKnown update(PodCidrKnown known, List<PodCidrEvent> events, Instant now) {
        Seen seen = Seen.of(events);
        SortedMap<String, NodeCidrs> nodes = new TreeMap<>();
        seen.nodes().forEach((name, node) -> nodes.put(name, node.facts()));
        List<PodCidrEvent.Written> written = all(events, PodCidrEvent.Written.class);
        Set<String> writing = new HashSet<>(known.work().writing());
        written.forEach(each -> writing.remove(each.assignment().node().name()));
        Claims claims = settled(known.claims(), written);
        List<Departure> left = all(events, PodCidrEvent.Left.class).stream()
                .map(PodCidrEvent.Left::last)
                .map(last -> new Departure(last.uid(), last.hasCidrs() ? last.cidrs() : claims.of(last.uid())))
                .toList();
        Set<String> changed = changed(events);
        Map<String, RetryState> retries = retries(known.work().retries(), written, changed, now);
        Set<String> due = new HashSet<>(known.hasSeen() ? known.work().due() : nodes.keySet());
        all(events, PodCidrEvent.Read.class)
                .forEach(read -> due.addAll(MachineRead.awaiting(known.masks().awaiting(), read.target())));
        Changes changes = known.changes().and(changed, now);
        if (changes.isClosed(NodeTiming.DEFAULT, now)) {
            due.addAll(changes.names());
            changes = Changes.NONE;
        }
        retries.forEach((name, state) -> {
            if (!writing.contains(name) && state.isDue(now))
                due.add(name);
        });
        if (!left.isEmpty() || written.stream().anyMatch(PodCidrStateUpdater::frees))
            due.addAll(known.reported().waiting());
        PodCidrKnown next = new PodCidrKnown(true, nodes, changes, claims.among(nodes.values()),
                new Work(due, writing, retries), known.reported(), left, known.masks(), seen.unreadable());
        return lengths ? next.with(masks(next, seen.machines(), now)) : next;
    }

    private static <T extends PodCidrEvent> List<T> all(List<PodCidrEvent> events, Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static Set<String> changed(List<PodCidrEvent> events) {
        Set<String> changed = new HashSet<>();
        all(events, PodCidrEvent.Changed.class).forEach(each -> changed.add(each.name()));
        all(events, PodCidrEvent.Left.class).forEach(each -> changed.add(each.last().name()));
        return changed;
    }

    /** Somebody else assigned other CIDRs, so that the ones meant for the node are free. */
    private static boolean frees(PodCidrEvent.Written written) {
        return written.outcome() == Kind.UNCHANGED && !written.actual().equals(written.assignment().cidrs());
    }

    /** A change may solve an earlier problem. */
    private Map<String, RetryState> retries(Map<String, RetryState> before, List<PodCidrEvent.Written> written,
            Set<String> changed, Instant now) {
        Map<String, RetryState> retries = new HashMap<>(before);
        for (PodCidrEvent.Written each : written) {
            String name = each.assignment().node().name();
            Kind outcome = each.outcome();
            if (outcome == Kind.FAILED || outcome == Kind.NOT_ALLOWED && !dryRun) {
                retries.put(name, failed(retries, name, outcome.name(), now));
            } else {
                retries.remove(name);
            }
        }
        retries.keySet().removeAll(changed);
        return retries;
    }

    private Claims settled(Claims before, List<PodCidrEvent.Written> written) {
        Claims claims = before;
        for (PodCidrEvent.Written each : written) {
            Assignment assignment = each.assignment();
            claims = switch (each.outcome()) {
                case WRITTEN, UNCHANGED -> claims.settle(assignment.node().uid(), each.actual());
                case NOT_ALLOWED -> dryRun ? claims.settle(assignment.node().uid(), assignment.cidrs()) : claims;
                case GONE, CHANGED, FAILED -> claims;
            };
        }
        return claims;
    }

    /** What is known about the VM sets of the nodes that are due. */
    private static NodeMaskState masks(PodCidrKnown known, SeenMachines machines, Instant now) {
        NodeMaskState work = known.masks().after(known.left(), known.nodes().keySet(), now);
        List<VmSetQuery> queries = known.work()
                .due()
                .stream()
                .map(known.nodes()::get)
                .filter(node -> node != null && node.isWaiting() && !known.claims().settled().contains(node.uid()))
                .flatMap(node -> NodeMaskState.question(node, work.asked(node.name(), now)).stream())
                .toList();
        return work.asking(queries.stream().map(VmSetQuery::node).toList(),
                queries.isEmpty() ? Lookups.none() : machines.lookUpVmSets(queries, now), now);
    }

    /** The known state once the operations of the turn have started. */
    public PodCidrKnown started(PodCidrKnown known, PodCidrTurn turn, Instant now) {
        Set<String> due = new HashSet<>(known.work().due());
        due.removeAll(turn.planned());
        due.addAll(turn.lost());
        Set<String> writing = new HashSet<>(known.work().writing());
        writing.removeAll(turn.lost());
        if (turn.given().isEmpty())
            return known.with(known.claims(), new Work(due, writing, known.work().retries()));
        PodCidrPlan plan = turn.given().get();
        plan.assignments().forEach(each -> writing.add(each.node().name()));
        Map<String, RetryState> retries = new HashMap<>(known.work().retries());
        retries.keySet().removeIf(name -> turn.planned().contains(name) && !writing.contains(name));
        if (lengths)
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
                case MaskDecision.Refused(Refusal refusal) ->
                    again.put(name, failed(known.work().retries(), name, refusal.code(), now));
                case MaskDecision.Known masks -> {
                }
                case MaskDecision.NoMachine none -> {
                }
            }
        });
        plan.shortages()
                .forEach(each -> again.put(each.node().name(),
                        failed(known.work().retries(), each.node().name(), PodCidrTurn.NOT_AVAILABLE, now)));
        return again;
    }

    private RetryState failed(Map<String, RetryState> before, String name, String cause, Instant now) {
        return NodeTiming.DEFAULT.retries()
                .after(before.getOrDefault(name, RetryState.NEW), FailedAttempt.of(RetryReason.FAILED, cause), now);
    }
}
