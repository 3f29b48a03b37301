package io.azureccm.common.kube.leader;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What a process has seen of a lease, for the process that takes its place on the same machine: the record, and since when it
 * was unchanged, on the monotonic clock of the machine. A successor need not wait for the whole duration of the lease again.
 */
public record LeaseSighting(LeaseRecord record, long since) {
    /** The environment variable by which a process hands it over. */
    public static final String VARIABLE = "STANDBY_LEASE_SEEN";
    private static final ObjectMapper JSON = new ObjectMapper();

    public String text() {
        ObjectNode text = JsonNodeFactory.instance.objectNode().put("since", since);
        ApiLease.write(record, text.putObject("spec"));
        return text.toString();
    }

    /** Empty if the text is absent or unreadable, or tells of the future: then it is of another machine. */
    public static Optional<LeaseSighting> parse(String text, LongSupplier nanoTime) {
        if (text == null || text.isEmpty())
            return Optional.empty();
        try {
            JsonNode seen = JSON.readTree(text);
            LeaseSighting sighting = new LeaseSighting(ApiLease.parse(seen.path("spec")), seen.path("since").asLong());
            return nanoTime.getAsLong() - sighting.since() < 0 ? Optional.empty() : Optional.of(sighting);
        } catch (JsonProcessingException unreadable) {
            return Optional.empty();
        }
    }

    /** In the form in which a candidate remembers it. */
    LeaseRound.Seen seen(Instant wall) {
        return new LeaseRound.Seen(new StoredLease(record, JsonNodeFactory.instance.objectNode()),
                new LeaderClock.Moment(since, wall));
    }
}
