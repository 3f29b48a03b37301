package io.azureccm.common.kube.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;

/** Events that go on while something holds, in virtual time, written to an API that forgets events after an hour. */
abstract class OngoingEventsCase {
    static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    static final String MISTAKE = "mistake";
    static final String NOTICE = "notice";
    static final ObjectRef WEB = web("7");

    Duration elapsed = Duration.ZERO;
    final Api api = new Api();
    final List<EventNote> told = new ArrayList<>();
    private final EventCorrelator correlator = new EventCorrelator(this::now, this::nanos);
    final OngoingEvents ongoing = new OngoingEvents(this::tell, this::nanos, () -> {});
    boolean full;

    @BeforeEach
    void lead() {
        ongoing.begin();
    }

    void hold(String message) {
        ongoing.hold(MISTAKE, WEB, "content", List.of(warning(message)), List.of());
    }

    private boolean tell(EventNote note) {
        if (!full) {
            told.add(note);
            write(note);
        }
        return !full;
    }

    private void write(EventNote note) {
        try {
            correlator.correlate(note).ifPresent(new EventWriter(api)::send);
        } catch (KubernetesClientException lost) {
            correlator.forget(note);
            ongoing.lost(note);
        }
    }

    /** Does at each moment what the thread of a recorder does then. */
    void advance(Duration time) {
        Duration end = elapsed.plus(time);
        while (ongoing.untilDue().filter(wait -> elapsed.plus(wait).compareTo(end) <= 0).isPresent()) {
            elapsed = elapsed.plus(ongoing.untilDue().orElseThrow());
            Optional<EventNote> due = ongoing.takeDue();
            write(due.orElseThrow());
        }
        elapsed = end;
    }

    private Instant now() {
        return START.plus(elapsed);
    }

    /** The monotonic clock wraps around in the second hour. */
    private long nanos() {
        return Long.MAX_VALUE - Duration.ofMinutes(90).toNanos() + elapsed.toNanos();
    }

    static EventNote warning(String message) {
        return EventNote.warning("c", WEB, "SyncLoadBalancerFailed", message);
    }

    static ObjectRef web(String version) {
        return new ObjectRef("v1", "Service", "shop", "web", "uid-web", version);
    }

    record Write(Duration at, String reason, int count) {}

    /** Keeps an event for an hour after its last write. */
    final class Api implements EventSink {
        final Map<String, Event> events = new HashMap<>();
        private final Map<String, Duration> touched = new HashMap<>();
        final List<Write> writes = new ArrayList<>();
        boolean refuses;

        @Override
        public void create(Event event) {
            check();
            events.put(event.getMetadata().getName(), event);
            wrote(event);
        }

        @Override
        public void patch(String namespace, String name, JsonNode patch) {
            check();
            Event event = events.get(name);
            if (event == null || elapsed.minus(touched.get(name)).compareTo(Duration.ofHours(1)) > 0)
                throw new KubernetesClientException("expired", 404, null);
            event.setCount(patch.path("count").asInt());
            wrote(event);
        }

        private void wrote(Event event) {
            touched.put(event.getMetadata().getName(), elapsed);
            writes.add(new Write(elapsed, event.getReason(), event.getCount()));
        }

        private void check() {
            if (refuses)
                throw new KubernetesClientException("no", 403, null);
        }

        void expireAll() {
            events.clear();
        }

        Set<String> names() {
            return events.keySet();
        }
    }
}
