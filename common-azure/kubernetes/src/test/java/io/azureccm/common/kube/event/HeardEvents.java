package io.azureccm.common.kube.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.kube.Await;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A recorder in virtual time, and what it has written: each a reason with its count. */
public final class HeardEvents implements AutoCloseable {
    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    private static final String MARKER = "Marker";
    /** More than are due at once in any test. */
    private static final int MARKERS = 6;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong markers = new AtomicLong();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final Map<String, String> messages = new ConcurrentHashMap<>();
    private final EventRecorder recorder = new EventRecorder(new Sink(),
            () -> START.plusNanos(nanos.get()), nanos::get, Duration.ofMillis(1));

    public EventRecorder recorder() {
        return recorder;
    }

    /** Reasons with counts, in the order in which they were written. */
    public List<String> all() {
        return List.copyOf(heard);
    }

    /** The last message under this reason, null if there was none. */
    public String message(String reason) {
        return messages.get(reason);
    }

    /** Time goes on, and the recorder does all that is due by then: it takes up one thing after each that is recorded. */
    public void advance(Duration time) {
        flush();
        nanos.addAndGet(time.toNanos());
        flush();
    }

    private void flush() {
        for (int i = 0; i < MARKERS; i++) {
            long before = markers.get();
            recorder.record(EventNote.normal("test",
                    new ObjectRef("v1", "Service", "test", "marker", "m" + before, ""), MARKER, ""));
            Await.until("the marker", () -> markers.get() > before);
        }
    }

    @Override
    public void close() {
        recorder.close();
    }

    private final class Sink implements EventSink {
        private final Map<String, String> reasons = new ConcurrentHashMap<>();

        @Override
        public void create(Event event) {
            if (event.getReason().equals(MARKER)) {
                markers.incrementAndGet();
                return;
            }
            reasons.put(event.getMetadata().getName(), event.getReason());
            messages.put(event.getReason(), event.getMessage());
            heard.add(event.getReason() + " " + event.getCount());
        }

        @Override
        public void patch(String namespace, String name, JsonNode patch) {
            heard.add(reasons.get(name) + " " + patch.path("count").asInt());
        }
    }
}
