package io.azureccm.common.core.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.shared.RecordJson;
import java.util.Collection;
import java.util.List;

/** Plans and outcomes as JSON trees for the actuator: complete, unlike {@link PlanText}; bodies of writes only on request. */
public final class PlanJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** What consumers do not know of outcomes: the message says it. */
    private static final List<String> NOT_SHOWN = List.of("isBusy", "cause");

    private PlanJson() {}

    public static ObjectNode of(Plan plan, PlanNumbers numbers) {
        return json(plan, numbers, false);
    }

    public static ObjectNode withBodies(Plan plan, PlanNumbers numbers) {
        return json(plan, numbers, true);
    }

    private static ObjectNode json(Plan plan, PlanNumbers numbers, boolean withBodies) {
        ObjectNode json = NODES.objectNode();
        if (numbers.number() > 0) {
            json.put("number", numbers.number());
        }
        json.put("scope", plan.scope());
        json.putObject("basis")
                // Consumers of this JSON know a changed element by this name.
                .put("dirty", plan.basis().changed())
                .put("known", plan.basis().known())
                .put("snapshotAgeMillis", plan.basis().snapshotAgeMillis());
        ArrayNode operations = json.putArray("operations");
        plan.operations().forEach(operation -> {
            ObjectNode one = operation(operation, withBodies);
            String wait = plan.schedule().waitOf(operation.target());
            if (!wait.isEmpty())
                one.put("waitsFor", wait);
            operations.add(one);
        });
        if (!plan.schedule().steps().isEmpty()) {
            ArrayNode steps = json.putArray("steps");
            plan.schedule().steps().forEach(step -> steps.add(RecordJson.of(step)));
        }
        ArrayNode refusals = json.putArray("refusals");
        plan.refusals().forEach(refusal -> refusals.add(RecordJson.of(refusal)));
        if (!plan.held().isEmpty())
            json.set("held", HeldRemovalsText.json(plan.held()));
        addCalls(json, plan, numbers);
        return json;
    }

    private static void addCalls(ObjectNode json, Plan plan, PlanNumbers numbers) {
        ObjectNode calls = json.putObject("calls")
                .put("writes", plan.ready().size())
                .put("deferred", plan.deferred().size());
        if (numbers.reads() >= 0) {
            calls.put("reads", numbers.reads());
        }
        if (!numbers.budgetLeft().isEmpty()) {
            calls.put("budgetLeft", numbers.budgetLeft());
        }
        if (!numbers.nearLimits().isEmpty()) {
            calls.put("nearLimits", numbers.nearLimits());
        }
    }

    /** The plan with an {@code outcome} in each operation. */
    public static ObjectNode of(PlanOutcome outcome, PlanNumbers numbers) {
        return json(outcome, numbers, false);
    }

    public static ObjectNode withBodies(PlanOutcome outcome, PlanNumbers numbers) {
        return json(outcome, numbers, true);
    }

    private static ObjectNode json(PlanOutcome outcome, PlanNumbers numbers, boolean withBodies) {
        ObjectNode json = json(outcome.plan(), numbers, withBodies);
        json.put("allGood", outcome.allGood());
        int index = 0;
        for (Operation operation : outcome.plan().operations()) {
            ((ObjectNode) json.get("operations").get(index++))
                    .set("outcome", outcome(outcome.of(operation.target()), withBodies));
        }
        return json;
    }

    /** Adds the outcome of one operation to the JSON of its plan; {@code allGood} is updated. */
    public static void add(ObjectNode json, ArmId target, Outcome outcome) {
        boolean good = true;
        for (JsonNode operation : json.path("operations")) {
            if (operation.path("target").asText().equals(target.toString()))
                ((ObjectNode) operation).set("outcome", outcome(outcome, false));
            good &= operation.path("outcome").path("good").asBoolean();
        }
        json.put("allGood", good);
    }

    private static ObjectNode operation(Operation operation, boolean withBodies) {
        ObjectNode json = NODES.objectNode()
                .put("verb", operation.verb().name())
                .put("target", operation.target().toString())
                .put("sign", PlanText.sign(operation))
                .put("ifMatch", operation.ifMatch());
        if (!operation.action().isEmpty()) {
            json.put("action", operation.action());
        }
        ArrayNode changes = json.putArray("changes");
        operation.changes().forEach(change -> changes.add(RecordJson.of(change)));
        texts(json.putArray("after"), operation.after().stream().sorted().map(ArmId::toString).toList());
        texts(json.putArray("awaits"), operation.awaits());
        texts(json.putArray("subjects"), operation.subjects());
        if (withBodies && operation.verb() != Operation.Verb.DELETE) {
            json.set("body", operation.body());
        }
        return json;
    }

    private static ObjectNode outcome(Outcome outcome, boolean withBodies) {
        ObjectNode json = NODES.objectNode()
                .put("kind", outcome.getClass().getSimpleName())
                .put("good", outcome.isGood());
        if (outcome instanceof Outcome.Applied(ObjectNode body)) {
            if (withBodies && body != null)
                json.set("body", body.deepCopy());
            return json;
        }
        return json.setAll(RecordJson.of((Record) outcome).remove(NOT_SHOWN));
    }

    private static void texts(ArrayNode array, Collection<String> values) {
        values.forEach(array::add);
    }
}
