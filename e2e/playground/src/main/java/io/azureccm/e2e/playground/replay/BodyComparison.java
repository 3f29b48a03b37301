package io.azureccm.e2e.playground.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.azureccm.e2e.playground.replay.ResponseDifference.Kind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Compares a resource as Azure showed it with the simulator's, field by field: fields that only one has, and other values, which are
 * defaults if the request did not have the field. What Azure chooses anew each time is not compared.
 */
final class BodyComparison {
    /** Chosen by the server each time, or shows how far an operation is, or what was done to a machine before the record. */
    private static final Set<String> CHOSEN = Set.of("etag", "resourceGuid", "provisioningState", "ipAddress",
            "privateIPAddress", "uniqueId", "timeCreated", "vmId", "alias",
            "latestModelApplied", "modelDefinitionApplied");
    private static final int MAX_TEXT = 200;

    private final String request;
    private final List<ResponseDifference> differences = new ArrayList<>();

    private BodyComparison(String request) {
        this.request = request;
    }

    /** {@code sent}: the body of the request; missing for a read. */
    static List<ResponseDifference> of(String request, JsonNode sent, JsonNode azure, JsonNode simulator) {
        BodyComparison comparison = new BodyComparison(request);
        comparison.compare("", sent, azure, simulator);
        return comparison.differences;
    }

    private void compare(String path, JsonNode sent, JsonNode azure, JsonNode simulator) {
        if (azure.isObject() && simulator.isObject())
            members(path, sent, azure, simulator);
        else if (azure.isArray() && simulator.isArray())
            elements(path, sent, azure, simulator);
        else if (azure.isMissingNode() || simulator.isMissingNode())
            add(Kind.FIELD, path, azure, simulator);
        else if (!text(azure).equalsIgnoreCase(text(simulator)))
            add(sent.isMissingNode() ? Kind.DEFAULT : Kind.VALUE, path, azure, simulator);
    }

    private void members(String path, JsonNode sent, JsonNode azure, JsonNode simulator) {
        Set<String> names = new LinkedHashSet<>();
        azure.fieldNames().forEachRemaining(names::add);
        simulator.fieldNames().forEachRemaining(names::add);
        names.removeAll(CHOSEN);
        for (String name : names)
            compare(path.isEmpty() ? name : path + "." + name, sent.path(name), azure.path(name), simulator.path(name));
    }

    /** Elements are matched by their name or id, others by their place. */
    private void elements(String path, JsonNode sent, JsonNode azure, JsonNode simulator) {
        Set<String> keys = new LinkedHashSet<>(keys(azure));
        keys.addAll(keys(simulator));
        for (String key : keys)
            compare(path + "[" + key.substring(key.lastIndexOf('/') + 1) + "]", element(sent, key),
                    element(azure, key), element(simulator, key));
    }

    /** The element of one array that is compared with an element of the other one; missing if there is none. */
    static JsonNode same(JsonNode array, JsonNode other, JsonNode element) {
        List<String> keys = keys(other);
        for (int i = 0; i < other.size(); i++) {
            if (other.get(i) == element)
                return element(array, keys.get(i));
        }
        return MissingNode.getInstance();
    }

    private static List<String> keys(JsonNode array) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < array.size(); i++)
            keys.add(key(array.get(i), i));
        return keys;
    }

    private static String key(JsonNode element, int at) {
        if (element.has("name"))
            return element.path("name").asText().toLowerCase(Locale.ROOT);
        return element.has("id") ? element.path("id").asText().toLowerCase(Locale.ROOT) : String.valueOf(at);
    }

    private static JsonNode element(JsonNode array, String key) {
        for (int i = 0; i < array.size(); i++) {
            if (key(array.get(i), i).equals(key))
                return array.get(i);
        }
        return MissingNode.getInstance();
    }

    private void add(Kind kind, String path, JsonNode azure, JsonNode simulator) {
        differences.add(new ResponseDifference(request, kind, path, text(azure), text(simulator)));
    }

    private static String text(JsonNode value) {
        String text = value.isMissingNode() ? "(none)" : value.isTextual() ? value.asText() : value.toString();
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "..." : text;
    }
}
