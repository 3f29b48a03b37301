package io.azureccm.e2e.cluster.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import io.azureccm.e2e.cluster.admission.AdmissionPolicy.Validation;
import io.azureccm.e2e.cluster.admission.Expressions.Compiled;
import io.azureccm.e2e.cluster.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A ValidatingAdmissionPolicy whose expressions compile. */
public record AdmissionPolicy(boolean ignoresErrors, List<Compiled> conditions, Map<String, Compiled> variables,
        List<Validation> validations) {
    private static final int MAX_MESSAGE_LENGTH = 5 * 1024;

    /** A failed validation, with the message and reason from the policy. */
    public record Failure(String message, String reason) {}

    record Validation(Compiled expression, Optional<Compiled> messageExpression, String message,
            String reason) {
        /** The message if there is no better one. */
        String fallback() {
            return message.isEmpty() ? "failed expression: " + expression.source().strip() : message.strip();
        }
    }

    /** Throws an IllegalArgumentException if an expression does not compile. */
    public static AdmissionPolicy compile(ObjectNode policy) {
        JsonNode spec = policy.path("spec");
        Map<String, Compiled> variables = new LinkedHashMap<>();
        Json.items(spec, "variables").forEach(each -> variables.put(Json.text(each, "name"), expression(each)));
        return new AdmissionPolicy(Json.text(spec, "failurePolicy").equals("Ignore"),
                Json.items(spec, "matchConditions").stream().map(AdmissionPolicy::expression).toList(), variables,
                Json.items(spec, "validations").stream().map(AdmissionPolicy::validation).toList());
    }

    private static Compiled expression(JsonNode json) {
        return Expressions.compile(Json.text(json, "expression"));
    }

    private static Validation validation(JsonNode json) {
        String message = Json.text(json, "messageExpression");
        return new Validation(expression(json),
                message.isEmpty() ? Optional.empty() : Optional.of(Expressions.compile(message)),
                Json.text(json, "message"), Json.text(json, "reason"));
    }

    /** The inputs of expressions; {@code old} is null for a new object. */
    public record Review(ObjectNode object, ObjectNode old, ObjectNode request, ObjectNode namespace) {}

    /** Costs of the conditions, of the costliest expression, and of all variables, validations and messages. */
    public record Costs(long conditions, long costliest, long whole) {}

    /** The failed validations; none if a condition excludes the request. */
    public List<Failure> failures(Review review) {
        return new Evaluation(review, false).failures();
    }

    public Costs costs(Review review) {
        Evaluation evaluation = new Evaluation(review, true);
        evaluation.failures();
        return new Costs(evaluation.conditionCost, evaluation.costliest, evaluation.whole);
    }

    /** The evaluation of one request. Variables are computed when they are first used. */
    private final class Evaluation {
        private final Map<String, Object> values = new HashMap<>();
        private final boolean counts;
        private long conditionCost;
        private long costliest;
        private long whole;

        Evaluation(Review review, boolean counts) {
            this.counts = counts;
            values.put("object", Expressions.value(review.object()));
            values.put("oldObject", review.old() == null ? NullValue.NULL_VALUE : Expressions.value(review.old()));
            values.put("request", Expressions.value(review.request()));
            values.put("namespaceObject", Expressions.value(review.namespace()));
            values.put("variables", new LazyVariables(variables, this::evaluate));
        }

        List<Failure> failures() {
            try {
                for (Compiled condition : conditions) {
                    if (!Boolean.TRUE.equals(evaluate(condition)))
                        return List.of();
                }
                conditionCost = whole;
                whole = 0;
            } catch (CelEvaluationException failed) {
                return error(conditions.getFirst(), failed);
            }
            List<Failure> failures = new ArrayList<>();
            for (Validation validation : validations) {
                try {
                    if (!Boolean.TRUE.equals(evaluate(validation.expression())))
                        failures.add(new Failure(message(validation), validation.reason()));
                } catch (CelEvaluationException failed) {
                    failures.addAll(error(validation.expression(), failed));
                }
            }
            return failures;
        }

        private List<Failure> error(Compiled expression, CelEvaluationException failed) {
            return ignoresErrors
                    ? List.of()
                    : List.of(new Failure("expression '" + expression.source() + "' resulted in error: "
                            + failed.getMessage(), ""));
        }

        private String message(Validation validation) {
            if (validation.messageExpression().isEmpty())
                return validation.fallback();
            try {
                Object text = evaluate(validation.messageExpression().get());
                boolean usable = text instanceof String said && !said.isBlank() && said.indexOf('\n') < 0
                        && said.length() <= MAX_MESSAGE_LENGTH;
                return usable ? ((String) text).strip() : validation.fallback();
            } catch (CelEvaluationException failed) {
                return validation.fallback();
            }
        }

        private Object evaluate(Compiled expression) throws CelEvaluationException {
            if (!counts)
                return expression.evaluate(values, null);
            ExpressionCost cost = new ExpressionCost();
            Object value = expression.evaluate(values, cost);
            costliest = Math.max(costliest, cost.total());
            whole += cost.total();
            return value;
        }
    }
}
