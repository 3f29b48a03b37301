package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;
import io.azureccm.common.core.text.PlanText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Plans of writes to Azure, turn by turn, as they are recorded. A plan that is equal to the one before costs little. Not thread-safe. */
public final class RecordedPlans {
    private final PlanText text;
    private Digests<Operation> operations = Digests.ofOperations();
    /** Those of the last plan. */
    private Map<ArmId, Written> written = Map.of();
    private Plan last;
    private RecordedPlan recorded;

    /** An operation with the texts about it, and its lines. */
    private record Written(Operation operation, String after, String waitsFor, JsonNode lines) {
        boolean isOf(Operation other, String isAfter, String waits) {
            return (operation == other || hasLinesOf(other)) && after.equals(isAfter) && waitsFor.equals(waits);
        }

        private boolean hasLinesOf(Operation other) {
            return operation.verb() == other.verb() && operation.action().equals(other.action())
                    && operation.ifMatch().equals(other.ifMatch()) && operation.changes().equals(other.changes())
                    && operation.awaits().equals(other.awaits());
        }
    }

    /** {@code noun}: what is planned for. */
    public RecordedPlans(String noun) {
        this.text = new PlanText(noun, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** {@code more}: what the turn decides beside the plan. */
    public RecordedPlan of(Plan plan, String more) {
        Plan now = plan.with(Plan.Basis.NONE);
        if (!now.equals(last)) {
            last = now;
            recorded = new RecordedPlan(lines(now), digest(now), bodies(now));
        }
        JsonNode all = JsonNodeFactory.instance.arrayNode()
                .add(recorded.digest())
                .add(String.valueOf(plan.basis()))
                .add(more);
        return new RecordedPlan(recorded.lines(), Digests.of(all), recorded.bodies());
    }

    /** Of most operations of a large plan, nothing changes from turn to turn; their order and waits are in its text. */
    private String digest(Plan plan) {
        Plan rest = new Plan(plan.scope(), List.of(), plan.refusals(), Plan.Basis.NONE, plan.schedule(), plan.held());
        Map<String, Operation> byTarget = new HashMap<>();
        plan.operations().forEach(each -> byTarget.put(each.target().toString(), each));
        if (plan.isEmpty())
            operations = Digests.ofOperations();
        return Digests.of(PlanJson.of(rest, PlanNumbers.NONE)) + operations.of(byTarget);
    }

    /** Operations that are described as in the plan before have the same lines. */
    private ArrayNode lines(Plan plan) {
        ArrayNode lines = JsonNodeFactory.instance.arrayNode();
        lines.add(RecordedPlan.array(text.beforeOperations(plan)));
        Map<ArmId, Written> now = HashMap.newHashMap(plan.operations().size());
        for (Operation each : plan.operations()) {
            Written one = written(each, PlanText.after(plan, each), plan.schedule().waitOf(each.target()));
            now.put(each.target(), one);
            lines.add(one.lines());
        }
        written = now;
        return lines.add(RecordedPlan.array(text.afterOperations(plan)));
    }

    private Written written(Operation operation, String after, String wait) {
        Written before = written.get(operation.target());
        if (before == null || !before.isOf(operation, after, wait))
            return new Written(operation, after, wait, RecordedPlan.array(text.operation(operation, after, wait)));
        // With the current object, which is likely that of the next plan, too.
        return before.operation() == operation ? before : new Written(operation, after, wait, before.lines());
    }

    private static Map<String, JsonNode> bodies(Plan plan) {
        Map<String, JsonNode> bodies = new TreeMap<>();
        for (Operation each : plan.operations()) {
            if (each.body() != null)
                bodies.put(each.verb() + " " + each.target(), each.body());
        }
        return bodies;
    }
}
