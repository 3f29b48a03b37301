package io.azureccm.node.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Refusal;
import io.azureccm.node.plan.NodeWrite.ChangeTaints;
import io.azureccm.node.plan.NodeWrite.Delete;
import io.azureccm.node.plan.NodeWrite.Initialise;
import io.azureccm.node.plan.NodeWrite.SetAddresses;
import io.azureccm.node.plan.NodeWrite.SetCondition;
import io.azureccm.node.plan.NodeWrite.SetLabels;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Everything one pass writes to Nodes, as data, and the nodes that something is in the way of. */
public record NodePlan(List<NodeChange> changes, List<Refusal> refusals, int looked, int known) {
    private static final int MAX_NODES = 100;

    public NodePlan {
        changes = List.copyOf(changes);
        refusals = List.copyOf(refusals);
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /** Lines for people; long plans end in how many more nodes there are. */
    public String text(long number) {
        List<String> lines = new ArrayList<>();
        lines.add("Plan #" + number + "  nodes  nodes=" + looked + " looked at / " + known + " known");
        for (NodeChange change : changes.subList(0, Math.min(changes.size(), MAX_NODES))) {
            lines.add("  " + (change.deletes() ? "-" : "~") + " " + change.node().name());
            change.steps().forEach(step -> lines.add("      " + describe(step.write()) + "   " + step.cause()));
        }
        if (changes.size() > MAX_NODES)
            lines.add("  ... and " + (changes.size() - MAX_NODES) + " more");
        refusals.stream()
                .limit(MAX_NODES)
                .forEach(refusal -> lines
                        .add("  ! refused  " + refusal.subject() + "  " + refusal.code() + ": " + refusal.message()));
        if (refusals.size() > MAX_NODES)
            lines.add("  ! ... and " + (refusals.size() - MAX_NODES) + " more");
        long writes = changes.stream().mapToLong(change -> change.steps().size()).sum();
        lines.add("  calls: " + writes + " writes to " + changes.size() + " nodes");
        return lines.stream().map(line -> line.replaceAll("\\p{Cntrl}+", " ")).collect(Collectors.joining("\n"));
    }

    public ObjectNode json(long number) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("number", number).put("scope", "nodes").put("looked", looked).put("known", known);
        ArrayNode nodes = json.putArray("nodes");
        changes.forEach(change -> {
            ArrayNode writes = nodes.addObject().put("name", change.node().name()).putArray("writes");
            change.steps()
                    .forEach(step -> writes.addObject()
                            .put("write", describe(step.write()))
                            .put("cause", step.cause().toString()));
        });
        ArrayNode refused = json.putArray("refusals");
        refusals.forEach(refusal -> refused.addObject()
                .put("code", refusal.code())
                .put("subject", refusal.subject())
                .put("message", refusal.message()));
        return json;
    }

    private static String describe(NodeWrite write) {
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
