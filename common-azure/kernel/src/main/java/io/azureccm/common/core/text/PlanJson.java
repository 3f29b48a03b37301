package io.azureccm.common.core.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.Step;
import java.util.Collection;

/** Plans and outcomes as JSON trees for the actuator: complete, unlike {@link PlanText}; bodies of writes only on request. */
public final class PlanJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

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
            plan.schedule().steps().forEach(step -> steps.add(step(step)));
        }
        ArrayNode refusals = json.putArray("refusals");
        plan.refusals()
                .forEach(refusal -> refusals.addObject()
                        .put("code", refusal.code())
                        .put("subject", refusal.subject())
                        .put("message", refusal.message()));
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
        operation.changes().forEach(change -> changes.add(change(change)));
        texts(json.putArray("after"), operation.after().stream().sorted().map(ArmId::toString).toList());
        texts(json.putArray("awaits"), operation.awaits());
        texts(json.putArray("subjects"), operation.subjects());
        if (withBodies && operation.verb() != Operation.Verb.DELETE) {
            json.set("body", operation.body());
        }
        return json;
    }

    private static ObjectNode step(Step step) {
        ObjectNode json = NODES.objectNode()
                .put("kind", step.kind().name())
                .put("target", step.target())
                .put("what", step.what())
                .put("waitsFor", step.waitsFor());
        json.putObject("cause").put("reason", step.cause().reason()).put("subject", step.cause().subject());
        return json;
    }

    private static ObjectNode change(Change change) {
        ObjectNode json = NODES.objectNode()
                .put("kind", change.kind().name())
                .put("element", change.element())
                .put("name", change.name());
        ArrayNode fields = json.putArray("fields");
        change.fields()
                .forEach(field -> fields.addObject()
                        .put("path", field.path())
                        .put("before", field.before())
                        .put("after", field.after()));
        json.putObject("cause").put("reason", change.cause().reason()).put("subject", change.cause().subject());
        return json;
    }

    private static ObjectNode outcome(Outcome outcome, boolean withBodies) {
        ObjectNode json = NODES.objectNode()
                .put("kind", outcome.getClass().getSimpleName())
                .put("good", outcome.isGood());
        switch (outcome) {
            case Outcome.Applied(ObjectNode body) -> {
                if (withBodies && body != null) {
                    json.set("body", body.deepCopy());
                }
            }
            case Outcome.NoChange n -> {
            }
            case Outcome.Conflict(String message) -> json.put("message", message);
            case Outcome.Throttled(java.time.Instant until, String message, boolean isBusy) ->
                json.put("until", until.toString()).put("message", message);
            case Outcome.Rejected(int status, String code, String message) ->
                json.put("status", status).put("code", code).put("message", message);
            case Outcome.Unknown(String cause, String message) -> json.put("message", message);
            case Outcome.NotAttempted(Outcome.NotAttempted.Reason reason, String message) ->
                json.put("reason", reason.name()).put("message", message);
        }
        return json;
    }

    private static void texts(ArrayNode array, Collection<String> values) {
        values.forEach(array::add);
    }
}
