package io.azureccm.node;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.PrintedPlan;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.common.machine.MachineQuery;
import io.azureccm.node.apply.NodeEvents;
import io.azureccm.node.estate.NodeView;
import io.azureccm.node.estate.NodeView.Presence;
import io.azureccm.node.intent.NodeFacts;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.NodeChange;
import io.azureccm.node.plan.NodePlan;
import io.azureccm.node.plan.NodePlanner;
import io.azureccm.node.read.MachineSource;
import io.azureccm.node.watch.NodeRoster;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** One pass over some nodes: what has to be known of their machines, what is planned, and the plan in print. */
final class Reconciler {
    /** Refusals that only somebody's hand can mend are told as events. */
    private static final Set<String> USERS_MATTER = Set.of("NodeIPNotFound", "NoProviderID", "AmbiguousMachine",
            "ZoneNotANumber");

    private static final CallReason ADDED = new CallReason(CallPriority.NEW_OR_DELETED, "NodeAdded");
    private static final CallReason NOT_READY = new CallReason(CallPriority.CHANGED, "NodeNotReady");
    private static final CallReason REFRESHED = new CallReason(CallPriority.BACKGROUND, "NodeRefresh");

    /** What a pass decided about a node that was on the roster. */
    record Ruling(NodeRoster.Entry entry, Decision decision) {}

    /** The plan with its number (0 if it was not worth printing), and each node's ruling by name. */
    record Result(long number, NodePlan plan, Map<String, Ruling> rulings) {}

    private final NodeRoster roster;
    private final MachineSource reader;
    private final NodePlanner planner;
    private final PlanJournal journal;
    private final NodeEvents events;
    private final InstantSource clock;
    private final Map<String, Refusal> told = new HashMap<>();

    Reconciler(NodeRoster roster, MachineSource reader, NodePlanner planner, PlanJournal journal, NodeEvents events,
            InstantSource clock) {
        this.roster = roster;
        this.reader = reader;
        this.planner = planner;
        this.journal = journal;
        this.events = events;
        this.clock = clock;
    }

    /** {@code refresh}: the addresses of these nodes are due. */
    Result pass(Collection<String> names, Set<String> refresh) {
        Map<String, NodeRoster.Entry> entries = new TreeMap<>();
        names.forEach(name -> roster.entry(name).ifPresent(entry -> entries.put(name, entry)));
        return reason(entries.values(), refresh).within(() -> pass(entries, refresh));
    }

    /** A new node is waited for, one that is not ready may be gone; the rest is looking whether anything changed. */
    private static CallReason reason(Collection<NodeRoster.Entry> entries, Set<String> refresh) {
        if (entries.stream().anyMatch(entry -> entry.facts().isUninitialised()))
            return ADDED;
        return entries.stream().allMatch(entry -> entry.facts().isReady() || refresh.contains(entry.facts().name()))
                ? REFRESHED
                : NOT_READY;
    }

    private Result pass(Map<String, NodeRoster.Entry> entries, Set<String> refresh) {
        Instant now = clock.instant();
        Map<String, NodeView> views = new TreeMap<>();
        entries.forEach((name, entry) -> views.put(name, new NodeView(entry.facts(), entry.watch(), Optional.empty(),
                Optional.empty(), refresh.contains(name), now)));
        see(views);
        Map<String, Decision> decisions = new TreeMap<>();
        views.forEach((name, view) -> decisions.put(name, planner.decide(view)));
        prove(views, decisions);
        Map<String, Ruling> rulings = new TreeMap<>();
        decisions.forEach((name, decision) -> {
            roster.remember(entries.get(name), decision.watch());
            rulings.put(name, new Ruling(entries.get(name), decision));
        });
        NodePlan plan = plan(rulings);
        return new Result(print(plan), plan, rulings);
    }

    private void see(Map<String, NodeView> views) {
        Set<String> groups = roster.resourceGroups();
        List<MachineQuery> questions = new ArrayList<>();
        views.values().forEach(view -> planner.question(view, groups).ifPresent(questions::add));
        if (questions.isEmpty())
            return;
        Map<String, MachineLookup> seen = reader.see(questions);
        views.replaceAll((name, view) -> seen.containsKey(name) ? view.with(seen.get(name)) : view);
    }

    private void prove(Map<String, NodeView> views, Map<String, Decision> decisions) {
        List<NodeFacts> open = new ArrayList<>();
        decisions.forEach((name, decision) -> {
            if (decision.follow() instanceof Decision.Follow.Prove)
                open.add(views.get(name).node());
        });
        if (open.isEmpty())
            return;
        Map<String, Presence> proofs = reader.prove(open);
        proofs.forEach((name, presence) -> decisions.put(name, planner.decide(views.get(name).with(presence))));
    }

    /** Refusals are part of a plan when they are new. */
    private NodePlan plan(Map<String, Ruling> rulings) {
        List<NodeChange> changes = new ArrayList<>();
        List<Refusal> refusals = new ArrayList<>();
        rulings.forEach((name, ruling) -> {
            ruling.decision().change().ifPresent(changes::add);
            Refusal refusal = ruling.decision().refusal().orElse(null);
            Refusal before = refusal == null ? told.remove(name) : told.put(name, refusal);
            if (refusal != null && !refusal.equals(before))
                refusals.add(refusal);
            tell(ruling);
        });
        return new NodePlan(changes, refusals, rulings.size(), roster.size());
    }

    private void tell(Ruling ruling) {
        NodeRoster.Entry entry = ruling.entry();
        ruling.decision()
                .refusal()
                .filter(refusal -> USERS_MATTER.contains(refusal.code()))
                .ifPresentOrElse(refusal -> events.refused(entry.node(), entry.facts(), refusal),
                        () -> events.notRefused(entry.node()));
        if (ruling.decision().change().filter(NodeChange::deletes).isEmpty())
            events.kept(entry.node());
        if (roster.entry(entry.facts().name()).isEmpty())
            events.left(entry.node());
    }

    private long print(NodePlan plan) {
        if (plan.isEmpty() && plan.refusals().isEmpty())
            return 0;
        return journal.planned(new PrintedPlan() {
            @Override
            public String scope() {
                return "nodes";
            }

            @Override
            public boolean isEmpty() {
                return plan.isEmpty();
            }

            @Override
            public String text(long number) {
                return plan.text(number);
            }

            @Override
            public com.fasterxml.jackson.databind.node.ObjectNode json(long number) {
                return plan.json(number);
            }
        });
    }
}
