package io.azureccm.node.ipam.turn;

import io.azureccm.common.core.Refusal;
import io.azureccm.node.plan.ipam.PodCidrPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a turn shows of pod CIDRs, and the problems that it remembers. Pure. */
public record PodCidrReporting(PodCidrKnown.Reported reported, List<PodCidrReport> reports) {
    /** Only shown in plans, because the node works and no other node has its range. */
    private static final String OUTSIDE = "PodCIDROutsideClusterCIDR";

    public static PodCidrReporting of(PodCidrKnown known, PodCidrTurn turn) {
        List<PodCidrReport> reports = new ArrayList<>();
        known.left().forEach(each -> reports.add(new PodCidrReport.Left(each.uid(), each.released())));
        if (turn.given().isEmpty())
            return new PodCidrReporting(known.reported(), reports);
        PodCidrPlan plan = turn.given().get();
        findings(known, plan, reports);
        Set<String> waiting = waiting(known, turn, plan, reports);
        Map<String, Refusal> masks = masks(known, turn, reports);
        ignored(plan, reports);
        reports.add(new PodCidrReport.Planned(plan, waiting.size(), masks.size()));
        return new PodCidrReporting(new PodCidrKnown.Reported(waiting, new HashSet<>(plan.findings()), masks),
                reports);
    }

    private static Set<String> waiting(PodCidrKnown known, PodCidrTurn turn, PodCidrPlan plan,
            List<PodCidrReport> reports) {
        Set<String> before = known.reported().waiting();
        Set<String> waiting = new HashSet<>(before);
        waiting.removeAll(turn.planned());
        plan.shortages().forEach(shortage -> {
            waiting.add(shortage.node().name());
            reports.add(new PodCidrReport.NotAvailable(shortage.node().name(), shortage.text()));
        });
        before.stream()
                .filter(name -> !waiting.contains(name))
                .sorted()
                .forEach(name -> reports.add(new PodCidrReport.Available(name)));
        return waiting;
    }

    /** Problems reported earlier are kept while a read is running. */
    private static Map<String, Refusal> masks(PodCidrKnown known, PodCidrTurn turn, List<PodCidrReport> reports) {
        Map<String, Refusal> problems = new HashMap<>(known.reported().masks());
        turn.planned().stream().filter(name -> !turn.masks().open().contains(name)).forEach(problems::remove);
        turn.masks().decisions().forEach((name, decision) -> decision.problem().ifPresent(problem -> {
            problems.put(name, problem);
            reports.add(new PodCidrReport.NoMask(name, List.of(problem)));
        }));
        known.reported()
                .masks()
                .keySet()
                .stream()
                .filter(name -> !problems.containsKey(name))
                .sorted()
                .forEach(name -> reports.add(new PodCidrReport.NoMask(name, List.of())));
        return problems;
    }

    private static void ignored(PodCidrPlan plan, List<PodCidrReport> reports) {
        plan.assignments()
                .forEach(each -> each.masks()
                        .filter(masks -> !masks.ignored().isEmpty())
                        .ifPresent(masks -> reports
                                .add(new PodCidrReport.MaskIgnored(each.node().name(), masks.ignored()))));
    }

    private static void findings(PodCidrKnown known, PodCidrPlan plan, List<PodCidrReport> reports) {
        Map<String, List<Refusal>> findings = plan.findings()
                .stream()
                .filter(finding -> !finding.code().equals(OUTSIDE))
                .collect(Collectors.groupingBy(Refusal::subject, TreeMap::new, Collectors.toList()));
        known.reported()
                .findings()
                .stream()
                .map(Refusal::subject)
                .forEach(name -> findings.putIfAbsent(name, List.of()));
        findings.forEach((name, found) -> reports.add(new PodCidrReport.Found(name, found)));
    }
}
