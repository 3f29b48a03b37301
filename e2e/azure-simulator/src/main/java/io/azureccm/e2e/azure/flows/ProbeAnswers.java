package io.azureccm.e2e.azure.flows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.operations.SimClock;
import io.azureccm.e2e.azure.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which addresses respond to health probes, as set from outside; by default all do. */
public final class ProbeAnswers {
    private final SimClock clock;
    private final Map<String, Probed> probed = new ConcurrentHashMap<>();

    /** Whether an address responds to its probes, and since when. */
    private record Probed(boolean answers, Instant since) {}

    public ProbeAnswers(SimClock clock) {
        this.clock = clock;
    }

    /** Sets whether an address responds from now on. */
    public void set(String address, boolean answers) {
        probed.compute(address, (same, before) -> before != null && before.answers() == answers
                ? before
                : new Probed(answers, clock.now()));
    }

    /** Whether the probe finds the address up: what changed counts once it was seen as often in a row as configured. */
    public boolean isUp(String address, ObjectNode probe) {
        Probed state = probed.get(address);
        if (state == null)
            return true;
        Duration interval = Duration.ofSeconds(Json.intOr(probe, 15, "properties", "intervalInSeconds"));
        int threshold = Math.max(Json.intOr(probe, 1, "properties", "probeThreshold"),
                Json.intOr(probe, 1, "properties", "numberOfProbes"));
        boolean noticed = !clock.now().isBefore(state.since().plus(interval.multipliedBy(threshold)));
        return state.answers() == noticed;
    }
}
