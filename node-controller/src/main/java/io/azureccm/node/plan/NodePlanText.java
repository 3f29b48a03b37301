package io.azureccm.node.plan;

import io.azureccm.common.core.text.HeldText;
import io.azureccm.node.plan.NodeWrite.ChangeTaints;
import io.azureccm.node.plan.NodeWrite.Delete;
import io.azureccm.node.plan.NodeWrite.Initialise;
import io.azureccm.node.plan.NodeWrite.SetAddresses;
import io.azureccm.node.plan.NodeWrite.SetCondition;
import io.azureccm.node.plan.NodeWrite.SetLabels;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A plan for nodes as human-readable lines. */
record NodePlanText(NodePlan plan) {
    private static final int MAX_NODES = 100;
    private static final int MAX_WAITING = 20;

    String text(long number) {
        List<String> lines = new ArrayList<>();
        lines.add("Plan #" + number + "  " + plan.scope() + "  " + plan.basis());
        add(lines, plan.operations().stream().filter(PlannedOperation::isReady).toList(), MAX_NODES,
                "  ... and %d more", each -> ready(each.operation()));
        add(lines, plan.operations().stream().filter(each -> !each.isReady()).toList(), MAX_WAITING,
                "  . ... and %d more wait", each -> List.of(waiting(each)));
        add(lines, plan.refusals(), MAX_NODES, "  ! ... and %d more",
                each -> List.of("  ! refused  " + each.subject() + "  " + each.code() + ": " + each.message()));
        lines.addAll(HeldText.lines(plan.held(), MAX_NODES));
        lines.add("  calls: " + calls() + " writes to " + plan.writes() + " nodes");
        return lines.stream().map(line -> line.replaceAll("\\p{Cntrl}+", " ")).collect(Collectors.joining("\n"));
    }

    private static <T> void add(List<String> lines, List<T> all, int most, String more,
            Function<T, List<String>> text) {
        all.stream().limit(most).forEach(each -> lines.addAll(text.apply(each)));
        if (all.size() > most)
            lines.add(more.formatted(all.size() - most));
    }

    private long calls() {
        return plan.operations()
                .stream()
                .filter(PlannedOperation::writes)
                .mapToLong(each -> each.operation() instanceof NodeOperation.Write(NodeChange change)
                        ? change.steps().size()
                        : 1)
                .sum();
    }

    private static List<String> ready(NodeOperation operation) {
        return switch (operation) {
            case NodeOperation.Write(NodeChange change) -> {
                List<String> lines = new ArrayList<>();
                lines.add("  " + (change.deletes() ? "-" : "~") + " " + change.node().name());
                change.steps().forEach(step -> lines.add("      " + describe(step.write()) + "   " + step.cause()));
                yield lines;
            }
            case NodeOperation.AssignPodCidrs(var assignment) ->
                List.of("  ~ " + assignment.node().name() + "   podCIDRs " + assignment.cidrs()
                        + assignment.masks().map(masks -> "   " + masks.origin()).orElse(""));
            case NodeOperation.ReadMachines(String target, int nodes) ->
                List.of("  ? read " + target + "   for " + nodes + " nodes");
            case NodeOperation.Check(String target, int nodes) ->
                List.of("  ? check whether " + target + " exists   for " + nodes + " nodes");
            case NodeOperation.PlanNode(String node) -> List.of("  ~ " + node);
        };
    }

    private static String waiting(PlannedOperation each) {
        String subject = "  . " + subject(each.operation());
        return each.readiness() instanceof Readiness.Waits(String what, Instant until)
                ? subject + "   waits for " + what + (until.equals(Instant.MAX) ? "" : ", until " + until)
                : subject;
    }

    /** The subject of an operation, in a few words. */
    static String subject(NodeOperation operation) {
        return switch (operation) {
            case NodeOperation.Write(NodeChange change) -> change.node().name();
            case NodeOperation.AssignPodCidrs(var assignment) -> assignment.node().name();
            case NodeOperation.ReadMachines(String target, int nodes) -> target;
            case NodeOperation.Check(String target, int nodes) -> target;
            case NodeOperation.PlanNode(String node) -> node;
        };
    }

    static String describe(NodeWrite write) {
        return switch (write) {
            case SetCondition(String type, String status, String reason, String message) ->
                "condition " + type + " " + status + " (" + reason + ")";
            case SetAddresses(var before, var wanted) -> "addresses " + before + " -> " + wanted;
            case Initialise(var labels, String providerId) -> "taint initialised"
                    + (providerId.isEmpty() ? "" : ", providerID " + providerId)
                    + (labels.isEmpty() ? "" : ", labels " + new TreeMap<>(labels));
            case SetLabels(var labels) -> "labels " + new TreeMap<>(labels);
            case ChangeTaints(var add, var remove) -> "taints" + add.stream()
                    .map(taint -> " +" + taint)
                    .collect(Collectors.joining())
                    + remove.stream().map(taint -> " -" + taint).collect(Collectors.joining());
            case Delete() -> "delete the Node";
        };
    }
}
