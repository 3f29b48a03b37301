package io.azureccm.node.ipam.turn;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.Schedule;
import io.azureccm.common.core.Step;
import io.azureccm.common.machine.MachineRead;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.node.plan.ipam.MaskDecision;
import io.azureccm.node.plan.ipam.MaskPlanner;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.plan.ipam.NodeMasks;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import io.azureccm.node.plan.ipam.PodCidrPlan.Assignment;
import io.azureccm.node.plan.ipam.PodCidrPlanner;
import io.azureccm.node.plan.ipam.PodCidrState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What one turn does: the CIDRs it assigns (empty if no node is due), the nodes it planned for, the nodes whose write
 * ended without an outcome event, and the plan to print.
 */
public record PodCidrTurn(Optional<PodCidrPlan> given, Set<String> planned, Set<String> lost, Masks masks,
        Plan plan) {
    /** If lengths differ per node: the decisions by node name, and the reads to start. */
    public record Masks(Map<String, MaskDecision> decisions, List<MachineRead> reads) {
        public static final Masks NONE = new Masks(Map.of(), List.of());

        public Masks {
            // In one order, because steps, refusals and events are in it.
            decisions = Collections.unmodifiableSortedMap(new TreeMap<>(decisions));
            reads = List.copyOf(reads);
        }

        /**
         * Without the nodes that are assigned a range. An earlier assignment is repeated regardless of the current
         * tags.
         */
        private Masks without(List<Assignment> assignments) {
            Map<String, MaskDecision> others = new TreeMap<>(decisions);
            assignments.forEach(each -> others.remove(each.node().name()));
            return new Masks(others, reads);
        }

        private Map<String, NodeMasks> known() {
            Map<String, NodeMasks> known = new HashMap<>();
            decisions.forEach((name, decision) -> {
                if (decision instanceof MaskDecision.Known(NodeMasks masks))
                    known.put(name, masks);
            });
            return known;
        }

        /** Nodes whose lengths are not known yet. */
        public Set<String> open() {
            return decisions.entrySet()
                    .stream()
                    .filter(each -> each.getValue() instanceof MaskDecision.Open)
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
        }
    }

    public static final String SCOPE = "pod-cidrs";
    /** No range has a free block for a node. */
    public static final String NOT_AVAILABLE = "CIDRNotAvailable";
    private static final Cause CAUSE = Cause.of("PodCidrs");
    /** A read that fails for less than this is not reported for each node that waits for it. */
    private static final Duration REPORTED_AFTER = Duration.ofSeconds(10);

    public PodCidrTurn {
        planned = Set.copyOf(planned);
        lost = Set.copyOf(lost);
    }

    public static String lane(String node) {
        return "node " + node;
    }

    public static String lane(MachineRead read) {
        return "read " + read.key();
    }

    /** {@code lengths} is present if tags define prefix lengths. */
    public static PodCidrTurn of(PodCidrKnown known, PodCidrPlanner planner, Optional<MaskPlanner> lengths, Lanes lanes,
            Instant now) {
        Set<String> lost = known.work()
                .writing()
                .stream()
                .filter(name -> !lanes.isBusy(lane(name)))
                .collect(Collectors.toSet());
        Set<String> planned = planned(known, lanes);
        List<Step> steps = new ArrayList<>();
        if (planned.isEmpty()) {
            waits(known, planned, steps);
            return new PodCidrTurn(Optional.empty(), planned, lost, Masks.NONE,
                    plan(known, planned, steps, List.of()));
        }
        Set<String> open = new HashSet<>(planned);
        open.removeIf(name -> known.nodes().get(name) == null
                || known.claims().settled().contains(known.nodes().get(name).uid()));
        Masks wanted = lengths.map(each -> masks(known, each, open, lanes, now)).orElse(Masks.NONE);
        PodCidrPlan plan = planner.plan(new PodCidrState(known.nodes().values(), known.claims().given(), open,
                known.claims().cursors(), lengths.map(
                        each -> new PodCidrState.Tagged(wanted.known(), known.masks().resting().keySet()))));
        Masks masks = wanted.without(plan.assignments());
        masks.reads().forEach(read -> {
            List<String> nodes = MachineRead.awaiting(known.masks().answers().awaited(), read.target());
            steps.add(new Step(Step.Kind.READ, read.target(), "for " + nodes.size() + " nodes", CAUSE, ""));
        });
        steps.addAll(assigned(plan));
        masks.decisions()
                .forEach((name, decision) -> waitsFor(known, name, decision)
                        .ifPresent(what -> steps.add(waiting(name, what))));
        waits(known, planned, steps);
        return new PodCidrTurn(Optional.of(plan), planned, lost, masks,
                plan(known, planned, steps, fresh(known, plan, masks)));
    }

    /** None while a node cannot be read: its range looks free. */
    private static Set<String> planned(PodCidrKnown known, Lanes lanes) {
        return known.unreadable().isEmpty()
                ? known.work().due().stream().filter(name -> !lanes.isBusy(lane(name))).collect(Collectors.toSet())
                : Set.of();
    }

    private static Plan plan(PodCidrKnown known, Set<String> planned, List<Step> steps, List<Refusal> refusals) {
        return new Plan(SCOPE, List.of(), refusals, Plan.Basis.of(planned.size(), known.nodes().size()),
                new Schedule(steps, Map.of()));
    }

    /** The assignments that it writes. */
    public List<Assignment> assignments() {
        return given.map(PodCidrPlan::assignments).orElse(List.of());
    }

    private static Masks masks(PodCidrKnown known, MaskPlanner lengths, Set<String> open, Lanes lanes,
            Instant now) {
        Map<String, MaskDecision> decisions = new TreeMap<>();
        open.stream()
                .map(known.nodes()::get)
                .filter(NodeCidrs::isWaiting)
                .forEach(node -> {
                    MaskDecision decision = lengths.decide(node,
                            Optional.ofNullable(known.masks().answers().lookups().get(node.name())));
                    boolean isNew = now.isBefore(known.masks().asked(node.name(), now).plus(REPORTED_AFTER));
                    decisions.put(node.name(),
                            decision instanceof MaskDecision.Open(var problem, Instant notBefore) && isNew
                                    ? new MaskDecision.Open(Optional.empty(), notBefore)
                                    : decision);
                });
        return new Masks(decisions,
                known.masks().answers().reads().stream().filter(read -> !lanes.isBusy(lane(read))).toList());
    }

    private static Optional<String> waitsFor(PodCidrKnown known, String name, MaskDecision decision) {
        return switch (decision) {
            case MaskDecision.Open open -> Optional.of("reads of "
                    + String.join(", ",
                            new TreeSet<>(known.masks().answers().awaited().getOrDefault(name, Set.of("tags")))));
            case MaskDecision.NoMachine none -> Optional.of("its providerID");
            case MaskDecision.Known masks -> Optional.empty();
            case MaskDecision.Refused refused -> Optional.empty();
        };
    }

    private static void waits(PodCidrKnown known, Set<String> planned, List<Step> steps) {
        if (!known.unreadable().isEmpty())
            new TreeSet<>(known.work().due()).stream()
                    .filter(name -> Optional.ofNullable(known.nodes().get(name))
                            .filter(NodeCidrs::isWaiting)
                            .isPresent())
                    .forEach(name -> steps.add(waiting(name,
                            "nodes that cannot be read: " + String.join(", ", new TreeSet<>(known.unreadable())))));
        new TreeSet<>(known.work().writing()).forEach(name -> steps.add(waiting(name, "its write")));
        new TreeSet<>(known.changes().names()).stream()
                .filter(name -> !planned.contains(name) && !known.work().writing().contains(name))
                .forEach(name -> steps.add(waiting(name, "further changes")));
        new TreeSet<>(known.work().retries().keySet()).stream()
                .filter(name -> !planned.contains(name))
                .forEach(name -> steps.add(waiting(name, "the next attempt")));
    }

    private static Step waiting(String name, String what) {
        return Step.waiting("node " + name, what);
    }

    /** Each with the usage of the ranges after the plan. */
    private static List<Step> assigned(PodCidrPlan plan) {
        String usages = plan.usages()
                .stream()
                .map(each -> each.range() + " " + each.taken() + "/" + each.range().size() + " taken")
                .collect(Collectors.joining(", "));
        return plan.assignments()
                .stream()
                .map(each -> new Step(Step.Kind.KUBERNETES, "node " + each.node().name(), "podCIDRs " + each.cidrs()
                        + each.masks().map(own -> "   " + own.origin()).orElse("") + "   " + usages, CAUSE, ""))
                .toList();
    }

    /** A plan contains only new refusals. */
    private static List<Refusal> fresh(PodCidrKnown known, PodCidrPlan plan, Masks masks) {
        List<Refusal> fresh = new ArrayList<>();
        masks.decisions()
                .forEach((name, decision) -> decision.problem()
                        .filter(each -> !each.equals(known.reported().masks().get(name)))
                        .ifPresent(fresh::add));
        plan.assignments().forEach(each -> each.masks().ifPresent(lengths -> fresh.addAll(lengths.ignored())));
        plan.findings().stream().filter(each -> !known.reported().findings().contains(each)).forEach(fresh::add);
        plan.shortages()
                .stream()
                .filter(each -> !known.reported().waiting().contains(each.node().name()))
                .map(each -> new Refusal(NOT_AVAILABLE, each.node().name(), each.text()))
                .forEach(fresh::add);
        return fresh;
    }
}
