package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.value.LabelSelector;
import io.azureccm.common.config.value.LabelSelector.Operator;
import io.azureccm.common.config.value.LabelSelector.Requirement;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A Kubernetes label selector with the rules of the API: In and NotIn require values, Exists and DoesNotExist have none. */
record SelectorType() implements ValueType<LabelSelector> {

    static final SelectorType SELECTOR = new SelectorType();

    private static final ValueType<List<Requirement>> REQUIREMENTS = new ObjectTypes.ListType<>(new RequirementType(),
            "a list of objects with key, operator and values");

    @Override
    public String expected() {
        return "a label selector: an object with matchLabels and matchExpressions";
    }

    @Override
    public Optional<LabelSelector> read(Place place, JsonNode node) {
        if (!(node instanceof ObjectNode object)) {
            return place.bad(node, expected());
        }
        Fields fields = new Fields(place, object);
        LabelSelector selector = new LabelSelector(fields.get("matchLabels", TagTypes.OBJECT).orElse(Map.of()),
                fields.get("matchExpressions", REQUIREMENTS).orElse(List.of()));
        return fields.finish() ? Optional.of(selector) : Optional.empty();
    }

    @Override
    public JsonNode write(LabelSelector value) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        if (!value.matchLabels().isEmpty()) {
            object.set("matchLabels", TagTypes.OBJECT.write(value.matchLabels()));
        }
        if (!value.matchExpressions().isEmpty()) {
            object.set("matchExpressions", REQUIREMENTS.write(value.matchExpressions()));
        }
        return object;
    }

    private record RequirementType() implements ValueType<Requirement> {

        private static final EnumType<Operator> OPERATOR = EnumType.of(Operator.class, Operator.IN);

        private static final ValueType<List<String>> VALUES = new ObjectTypes.ListType<>(ScalarTypes.TEXT,
                "a list of strings");

        @Override
        public String expected() {
            return "an object with key, operator and values";
        }

        @Override
        public Optional<Requirement> read(Place place, JsonNode node) {
            if (!(node instanceof ObjectNode object)) {
                return place.bad(node, expected());
            }
            Fields fields = new Fields(place, object);
            String key = fields.required("key", ScalarTypes.TEXT);
            Optional<Operator> operator = fields.get("operator", OPERATOR);
            List<String> values = fields.get("values", VALUES).orElse(List.of());
            if (!fields.finish()) {
                return Optional.empty();
            }
            if (operator.isEmpty()) {
                return place.field("operator").refused("is missing, expected " + OPERATOR.expected());
            }
            boolean wantsValues = operator.get() == Operator.IN || operator.get() == Operator.NOT_IN;
            if (wantsValues == values.isEmpty()) {
                return place.field("values")
                        .refused("operator " + operator.get().text()
                                + (wantsValues ? " needs at least one value" : " takes no values"));
            }
            return Optional.of(new Requirement(key, operator.get(), values));
        }

        @Override
        public JsonNode write(Requirement value) {
            ObjectNode object = JsonNodeFactory.instance.objectNode()
                    .put("key", value.key())
                    .put("operator",
                            value.operator().text());
            if (!value.values().isEmpty()) {
                object.set("values", VALUES.write(value.values()));
            }
            return object;
        }
    }
}
