package io.azureccm.e2e.azure.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the body of a request must contain for a fault to apply. Expressions are found anywhere in a text, ignoring case. */
public sealed interface Content {
    /** Any body, or none. */
    record Any() implements Content {
        @Override
        public Optional<String> found(FaultCall call) {
            return Optional.of("");
        }
    }

    /** The body as text matches. */
    record Text(Pattern pattern) implements Content {
        @Override
        public Optional<String> found(FaultCall call) {
            Matcher matcher = pattern.matcher(call.body());
            return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
        }
    }

    /** The value of a tag has more than so many characters. */
    record TagValue(int over) implements Content {
        @Override
        public Optional<String> found(FaultCall call) {
            return call.json()
                    .path("tags")
                    .valueStream()
                    .map(JsonNode::asText)
                    .filter(value -> value.length() > over)
                    .findFirst();
        }
    }

    /** The array at the JSON pointer has more than so many elements. */
    record Elements(String pointer, int over) implements Content {
        @Override
        public Optional<String> found(FaultCall call) {
            int size = call.json().at(pointer).size();
            return size > over ? Optional.of(Integer.toString(size)) : Optional.empty();
        }
    }

    /** A value at the path matches: a JSON pointer in which {@code *} stands for each element or member. */
    record Value(String path, Pattern pattern) implements Content {
        @Override
        public Optional<String> found(FaultCall call) {
            List<JsonNode> nodes = List.of(call.json());
            for (String step : path.substring(1).split("/"))
                nodes = nodes.stream()
                        .flatMap(node -> step.equals("*") ? node.valueStream() : List.of(node.at("/" + step)).stream())
                        .toList();
            return nodes.stream()
                    .filter(JsonNode::isValueNode)
                    .map(JsonNode::asText)
                    .filter(value -> pattern.matcher(value).find())
                    .findFirst();
        }
    }

    /** The body refers to another resource whose ID matches. */
    record Reference(Pattern id) implements Content {
        @Override
        public Optional<String> found(FaultCall call) {
            String own = call.target().toLowerCase(Locale.ROOT);
            List<String> ids = new ArrayList<>();
            call.json().findValues("id").forEach(node -> ids.add(node.asText()));
            return ids.stream()
                    .filter(each -> !each.toLowerCase(Locale.ROOT).startsWith(own) && id.matcher(each).find())
                    .findFirst();
        }
    }

    /** What the request contains of it; empty if the fault does not apply. */
    Optional<String> found(FaultCall call);

    static Pattern pattern(String expression) {
        return Pattern.compile(expression, Pattern.CASE_INSENSITIVE);
    }

    /**
     * From the members {@code body}, {@code tagValueOver}, {@code elements} with {@code over}, {@code path} with {@code value}, or
     * {@code refersTo} of a fault.
     */
    static Content parse(JsonNode fault) {
        List<Content> all = new ArrayList<>();
        Json.text(fault, "body").ifPresent(body -> all.add(new Text(pattern(body))));
        if (fault.has("tagValueOver"))
            all.add(new TagValue(fault.get("tagValueOver").asInt()));
        Json.text(fault, "elements").ifPresent(at -> all.add(new Elements(pointer(at), Json.intOr(fault, 0, "over"))));
        Json.text(fault, "path")
                .ifPresent(path -> all.add(new Value(pointer(path), pattern(Json.textOr(fault, "", "value")))));
        Json.text(fault, "refersTo").ifPresent(id -> all.add(new Reference(pattern(id))));
        if (all.size() > 1)
            throw new IllegalArgumentException("a fault has one of body, tagValueOver, elements, path and refersTo");
        return all.isEmpty() ? new Any() : all.getFirst();
    }

    private static String pointer(String text) {
        if (!text.startsWith("/"))
            throw new IllegalArgumentException("'" + text + "' must begin with a slash, as in /properties/routes");
        return text;
    }
}
