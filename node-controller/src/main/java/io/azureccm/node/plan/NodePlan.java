package io.azureccm.node.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.core.text.HeldText;
import java.util.List;
import java.util.stream.Stream;

/**
 * A plan for nodes as data: all operations, ready and waiting ones, and the new refusals. {@code held}: Nodes that are
 * not deleted because a limit is exceeded. {@code scope} is what is planned for, {@code basis} a summary of the input.
 */
public record NodePlan(String scope, String basis, List<PlannedOperation> operations, List<Refusal> refusals,
        Removals held) {
    public NodePlan {
        operations = List.copyOf(operations);
        refusals = List.copyOf(refusals);
    }

    public NodePlan(String scope, String basis, List<PlannedOperation> operations, List<Refusal> refusals) {
        this(scope, basis, operations, refusals, Removals.NONE);
    }

    /** True if it writes nothing now. */
    public boolean isEmpty() {
        return operations.stream().noneMatch(PlannedOperation::writes);
    }

    /** True if it starts nothing now and has no new refusal. */
    public boolean isIdle() {
        return refusals.isEmpty() && operations.stream().noneMatch(PlannedOperation::isReady);
    }

    /** The number of Nodes it writes to now. */
    public int writes() {
        return (int) operations.stream().filter(PlannedOperation::writes).count();
    }

    /** The writes to Nodes that start now. */
    public List<NodeChange> changes() {
        return operations.stream()
                .filter(PlannedOperation::isReady)
                .flatMap(each -> each.operation() instanceof NodeOperation.Write(NodeChange change)
                        ? Stream.of(change)
                        : Stream.empty())
                .toList();
    }

    /** Human-readable lines; long plans are cut off with the number of remaining entries. */
    public String text(long number) {
        return new NodePlanText(this).text(number);
    }

    public ObjectNode json(long number) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("number", number).put("scope", scope).put("basis", basis);
        ArrayNode nodes = json.putArray("nodes");
        ArrayNode reads = json.putArray("reads");
        ArrayNode waiting = json.putArray("waiting");
        for (PlannedOperation each : operations) {
            if (each.readiness() instanceof Readiness.Waits(String what, var until)) {
                waiting.addObject().put("operation", NodePlanText.subject(each.operation())).put("waitsFor", what);
                continue;
            }
            add(each.operation(), nodes, reads);
        }
        if (!held.isEmpty())
            json.set("held", HeldText.json(held));
        ArrayNode refused = json.putArray("refusals");
        refusals.forEach(refusal -> refused.addObject()
                .put("code", refusal.code())
                .put("subject", refusal.subject())
                .put("message", refusal.message()));
        return json;
    }

    private static void add(NodeOperation operation, ArrayNode nodes, ArrayNode reads) {
        switch (operation) {
            case NodeOperation.Write(NodeChange change) -> {
                ArrayNode writes = nodes.addObject().put("name", change.node().name()).putArray("writes");
                change.steps()
                        .forEach(step -> writes.addObject()
                                .put("write", NodePlanText.describe(step.write()))
                                .put("cause", step.cause().toString()));
            }
            case NodeOperation.AssignPodCidrs(var assignment) -> {
                ObjectNode node = nodes.addObject().put("name", assignment.node().name());
                ArrayNode cidrs = node.putArray("podCIDRs");
                assignment.cidrs().forEach(cidr -> cidrs.add(cidr.toString()));
                assignment.masks().ifPresent(masks -> node.put("cause", masks.origin()));
            }
            case NodeOperation.ReadMachines(String target, int count) ->
                reads.addObject().put("read", target).put("nodes", count);
            case NodeOperation.Check(String target, int count) ->
                reads.addObject().put("check", target).put("nodes", count);
            case NodeOperation.PlanNode(String node) -> nodes.addObject().put("name", node);
        }
    }
}
