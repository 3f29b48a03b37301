package io.azureccm.common.arm.shape;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.azureccm.common.core.ArmId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What a value in an answer of ARM must be. Only members that are read have a shape; all others may be anything. */
sealed interface Shape {
    Shape TEXT = new Scalar("text", JsonNode::isTextual);
    Shape NUMBER = new Scalar("a whole number", value -> value.isIntegralNumber() && value.canConvertToInt());
    Shape BOOLEAN = new Scalar("true or false", JsonNode::isBoolean);
    /** Text, a number, or true or false. */
    Shape VALUE = new Scalar("a single value", JsonNode::isValueNode);
    Shape ID = new Scalar("the id of a resource",
            value -> value.isTextual() && ArmId.tryParse(value.textValue()).isPresent());
    /** Names are a property of the element itself: text that is not empty. */
    Shape NAME = new Scalar("a name", value -> value.isTextual() && !value.textValue().isBlank());
    Shape TEXTS = new Each("a list of texts", TEXT);
    /** {@code {"id": ...}}, the form in which ARM refers to another resource. */
    Shape REFERENCE = Members.of("id", ID).requiring("id");
    Shape REFERENCES = new Each("a list of references", REFERENCE);

    /**
     * "" if the value fits; otherwise what is wrong: the path from the value to the wrong part, what that is, and what it must be, as in
     * {@code [2].name is 5, but must be a name}.
     */
    String misfit(JsonNode value);

    /** For messages: {@code a list of texts}. */
    String expected();

    /** A value without parts. */
    record Scalar(String expected, Predicate<JsonNode> fits) implements Shape {
        @Override
        public String misfit(JsonNode value) {
            return fits.test(value) ? "" : wrong(value, expected);
        }
    }

    /** A list whose elements have one shape. */
    record Each(String expected, Shape element) implements Shape {
        @Override
        public String misfit(JsonNode value) {
            if (!value.isArray())
                return wrong(value, expected);
            for (int i = 0; i < value.size(); i++) {
                String problem = element.misfit(value.get(i));
                if (!problem.isEmpty())
                    return "[" + i + "]" + problem;
            }
            return "";
        }
    }

    /** A list of elements with names, which differ: rules, frontends, routes. */
    record Named(Shape element) implements Shape {
        @Override
        public String expected() {
            return "a list of elements with names";
        }

        @Override
        public String misfit(JsonNode value) {
            String problem = new Each(expected(), element).misfit(value);
            if (!problem.isEmpty())
                return problem;
            Set<String> names = HashSet.newHashSet(value.size());
            for (int i = 0; i < value.size(); i++) {
                if (!names.add(value.get(i).path("name").textValue().toLowerCase(Locale.ROOT)))
                    return "[" + i + "].name" + wrong(value.get(i).get("name"), "another one than that of an element"
                            + " before it");
            }
            return "";
        }
    }

    /**
     * An object. A member that is absent or null fits unless it is required; a list of named elements may be absent, but not null:
     * null must not be taken as an empty list.
     */
    record Members(Map<String, Shape> members, Set<String> required) implements Shape {
        /** {@code namesAndShapes}: names of members, each followed by its shape. */
        static Members of(Object... namesAndShapes) {
            Map<String, Shape> members = new LinkedHashMap<>();
            for (int i = 0; i < namesAndShapes.length; i += 2)
                members.put((String) namesAndShapes[i], (Shape) namesAndShapes[i + 1]);
            return new Members(members, Set.of());
        }

        Members requiring(String... names) {
            return new Members(members, Set.of(names));
        }

        /** This one with the members of another one added, all required ones included. */
        Members and(Members more) {
            Map<String, Shape> all = new LinkedHashMap<>(members);
            all.putAll(more.members);
            Set<String> needed = new HashSet<>(required);
            needed.addAll(more.required);
            return new Members(all, needed);
        }

        @Override
        public String expected() {
            return "an object";
        }

        @Override
        public String misfit(JsonNode value) {
            if (!value.isObject())
                return wrong(value, expected());
            for (Map.Entry<String, Shape> member : members.entrySet()) {
                JsonNode part = value.get(member.getKey());
                String problem = part == null || part instanceof NullNode
                        ? absent(member.getKey(), part)
                        : member.getValue().misfit(part);
                if (!problem.isEmpty())
                    return "." + member.getKey() + problem;
            }
            return "";
        }

        private String absent(String name, JsonNode part) {
            Shape shape = members.get(name);
            boolean fits = !required.contains(name) && (part == null || !(shape instanceof Named));
            return fits ? "" : wrong(part, shape.expected());
        }
    }

    /** An object whose members have arbitrary names and one shape; null fits, too. */
    record Values(Shape value) implements Shape {
        @Override
        public String expected() {
            return "an object";
        }

        @Override
        public String misfit(JsonNode node) {
            if (!node.isObject())
                return wrong(node, expected());
            for (Map.Entry<String, JsonNode> member : node.properties()) {
                String problem = member.getValue().isNull() ? "" : value.misfit(member.getValue());
                if (!problem.isEmpty())
                    return "[" + ShownValue.cut(member.getKey()) + "]" + problem;
            }
            return "";
        }
    }

    private static String wrong(JsonNode value, String expected) {
        return " is " + ShownValue.of(value) + ", but must be " + expected;
    }
}
