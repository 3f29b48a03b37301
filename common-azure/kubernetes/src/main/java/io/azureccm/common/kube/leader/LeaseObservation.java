package io.azureccm.common.kube.leader;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * What a process has seen of a lease, for the process that takes its place on the same machine: the record, and since when it
 * was unchanged, on the monotonic clock of the machine. A successor need not wait for the whole duration of the lease again.
 */
public record LeaseObservation(LeaseRecord record, long since) {
    /** The environment variable by which a process hands over what it saw of its own lease. */
    public static final String VARIABLE = "STANDBY_LEASE_SEEN";
    /** The environment variable by which a process hands over what it saw of the leases of other programs. */
    public static final String OTHERS = "STANDBY_OTHER_LEASES_SEEN";
    private static final ObjectMapper JSON = new ObjectMapper();

    public String text() {
        return json().toString();
    }

    /** Several by the names of their leases. */
    public static String text(Map<String, LeaseObservation> all) {
        ObjectNode text = JsonNodeFactory.instance.objectNode();
        all.forEach((name, observation) -> text.set(name, observation.json()));
        return text.toString();
    }

    private ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("since", since);
        ApiLease.write(record, json.putObject("spec"));
        return json;
    }

    /** Empty if the text is absent or unreadable, or tells of the future: then it is of another machine. */
    public static Optional<LeaseObservation> parse(String text, LongSupplier nanoTime) {
        return of(read(text), nanoTime);
    }

    /** Several by the names of their leases, without those that {@link #parse} would not read. */
    public static Map<String, LeaseObservation> parseAll(String text, LongSupplier nanoTime) {
        Map<String, LeaseObservation> all = new TreeMap<>();
        read(text).properties()
                .forEach(each -> of(each.getValue(), nanoTime).ifPresent(seen -> all.put(each.getKey(), seen)));
        return all;
    }

    private static JsonNode read(String text) {
        try {
            return text == null ? MissingNode.getInstance() : JSON.readTree(text);
        } catch (JsonProcessingException unreadable) {
            return MissingNode.getInstance();
        }
    }

    private static Optional<LeaseObservation> of(JsonNode seen, LongSupplier nanoTime) {
        if (!seen.path("since").isIntegralNumber())
            return Optional.empty();
        LeaseObservation observation = new LeaseObservation(ApiLease.parse(seen.path("spec")),
                seen.path("since").asLong());
        return nanoTime.getAsLong() - observation.since() < 0 ? Optional.empty() : Optional.of(observation);
    }
}
