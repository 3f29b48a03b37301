package io.azureccm.node.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reports problems while they persist: nodes for which no range is free, and invalid pod CIDRs. */
record PodCidrProjection(PodCidrEvents events, PodCidrMetrics metrics, PodCidrIndex nodes) {
    /** Only shown in plans, because the node works and no other node has its range. */
    private static final String OUTSIDE = "PodCIDROutsideClusterCIDR";

    /** The problems that apply after the turn. */
    PodCidrKnown.Reported project(PodCidrKnown known, PodCidrTurn turn) {
        known.left().forEach(each -> {
            events.left(each.uid());
            metrics.released(each.released());
        });
        if (turn.given().isEmpty())
            return known.reported();
        PodCidrPlan plan = turn.given().get();
        findings(known, plan);
        Set<String> before = known.reported().waiting();
        Set<String> waiting = new HashSet<>(before);
        waiting.removeAll(turn.planned());
        plan.shortages().forEach(shortage -> {
            waiting.add(shortage.node().name());
            nodes.node(shortage.node().name()).ifPresent(node -> events.notAvailable(node, shortage.text()));
        });
        before.stream()
                .filter(name -> !waiting.contains(name))
                .forEach(name -> nodes.node(name)
                        .ifPresent(node -> events.available(node.getMetadata().getUid())));
        Map<String, Refusal> masks = masks(known, turn);
        metrics.planned(plan, waiting.size(), masks.size());
        return new PodCidrKnown.Reported(waiting, new HashSet<>(plan.findings()), masks);
    }

    /** Problems reported earlier are kept while a read is running. */
    private Map<String, Refusal> masks(PodCidrKnown known, PodCidrTurn turn) {
        Map<String, Refusal> problems = new HashMap<>(known.reported().masks());
        turn.planned().stream().filter(name -> !turn.masks().open().contains(name)).forEach(problems::remove);
        turn.masks().decisions().forEach((name, decision) -> PodCidrTurn.Masks.problem(decision).ifPresent(problem -> {
            problems.put(name, problem);
            nodes.node(name).ifPresent(node -> events.mask(node, List.of(problem)));
        }));
        known.reported()
                .masks()
                .keySet()
                .stream()
                .filter(name -> !problems.containsKey(name))
                .forEach(name -> nodes.node(name).ifPresent(node -> events.mask(node, List.of())));
        turn.given()
                .ifPresent(plan -> plan.assignments()
                        .forEach(each -> each.masks()
                                .filter(masks -> !masks.ignored().isEmpty())
                                .ifPresent(masks -> nodes.node(each.node().name())
                                        .ifPresent(node -> events.maskIgnored(node, masks.ignored())))));
        return problems;
    }

    private void findings(PodCidrKnown known, PodCidrPlan plan) {
        Map<String, List<Refusal>> findings = plan.findings()
                .stream()
                .filter(finding -> !finding.code().equals(OUTSIDE))
                .collect(Collectors.groupingBy(Refusal::subject, TreeMap::new, Collectors.toList()));
        known.reported()
                .findings()
                .stream()
                .map(Refusal::subject)
                .forEach(name -> findings.putIfAbsent(name, List.of()));
        findings.forEach((name, found) -> nodes.node(name).ifPresent(node -> events.found(node, found)));
    }
}
