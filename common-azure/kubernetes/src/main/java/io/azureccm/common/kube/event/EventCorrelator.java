package io.azureccm.common.kube.event;

import io.azureccm.common.core.shared.LruMap;
import io.azureccm.common.kube.client.TokenBucket;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Decides how each note is written, following client-go: a repeated note increases the count of its event; notes that differ
 * only in their message are combined into one event after the tenth; too many notes about one object are dropped. For use by
 * one thread.
 */
final class EventCorrelator {
    static final String COMBINED = "(combined from similar events): ";

    /** That many events that differ only in their message are written before they are combined. */
    private static final int SIMILAR = 10;
    /** A pause this long between similar events ends the combining. */
    private static final Duration SIMILAR_WINDOW = Duration.ofMinutes(10);
    /** Events about one object by one component at once. */
    static final int BURST = 25;
    /** One more event about it per this time. */
    private static final Duration REFILL = Duration.ofMinutes(5);
    /** Objects and series remembered. */
    private static final int REMEMBERED = 4096;

    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final Map<EventNote, Similar> similar = new LruMap<>(REMEMBERED);
    private final Map<EventNote, Series> series = new LruMap<>(REMEMBERED);
    private final Map<Source, TokenBucket> buckets = new LruMap<>(REMEMBERED);
    private long lastName;

    /** A component and the object it reports about. */
    private record Source(String component, ObjectRef object) {}

    private static final class Similar {
        /** Hashes, since the texts may be long and numerous. */
        private final Set<Integer> messages = new LinkedHashSet<>();
        private long last;
    }

    private record Series(String name, String firstTimestamp, int count) {}

    EventCorrelator(InstantSource clock, LongSupplier nanoTime) {
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /** Empty if there are too many events about this object. */
    Optional<EventOccurrence> correlate(EventNote note) {
        Instant now = clock.instant();
        EventNote group = note.withoutVersion().withMessage("");
        long nanos = nanoTime.getAsLong();
        boolean combined = isOneOfMany(group, note.message(), nanos);
        EventNote key = combined ? group : note.withoutVersion();
        EventNote recorded = combined ? note.withMessage(COMBINED + note.message()) : note;
        Series known = series.get(key);
        int count = known == null ? 1 : known.count() + 1;
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        String name = known == null ? newName(note, now) : known.name();
        String first = known == null ? time : known.firstTimestamp();
        series.put(key, new Series(name, first, count));
        if (!mayWrite(new Source(note.component(), key.object())))
            return Optional.empty();
        return Optional.of(new EventOccurrence(event(recorded, name, first, time, count), known != null));
    }

    /** The event could not be written: the next note of its series creates a new one. */
    void forget(EventNote note) {
        series.remove(note.withoutVersion());
        series.remove(note.withoutVersion().withMessage(""));
    }

    private boolean isOneOfMany(EventNote group, String message, long now) {
        Similar record = similar.get(group);
        if (record == null || now - record.last > SIMILAR_WINDOW.toNanos()) {
            record = new Similar();
            similar.put(group, record);
        }
        record.messages.add(message.hashCode());
        record.last = now;
        if (record.messages.size() < SIMILAR)
            return false;
        Iterator<Integer> oldest = record.messages.iterator();
        oldest.next();
        oldest.remove();
        return true;
    }

    private boolean mayWrite(Source source) {
        return buckets.computeIfAbsent(source,
                unused -> new TokenBucket(1.0 / REFILL.toSeconds(), BURST, nanoTime)).tryTake();
    }

    private String newName(EventNote note, Instant now) {
        long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        lastName = Math.max(nanos, lastName + 1);
        return note.object().name() + "." + Long.toHexString(lastName);
    }

    private static Event event(EventNote note, String name, String first, String last, int count) {
        ObjectRef object = note.object();
        return new EventBuilder().withNewMetadata()
                .withName(name)
                .withNamespace(object.eventNamespace())
                .endMetadata()
                .withNewInvolvedObject()
                .withApiVersion(object.apiVersion())
                .withKind(object.kind())
                .withNamespace(emptyToNull(object.namespace()))
                .withName(object.name())
                .withUid(emptyToNull(object.uid()))
                .withResourceVersion(emptyToNull(object.resourceVersion()))
                .endInvolvedObject()
                .withReason(note.reason())
                .withMessage(note.message())
                .withType(note.type().toString())
                .withFirstTimestamp(first)
                .withLastTimestamp(last)
                .withCount(count)
                .withNewSource()
                .withComponent(note.component())
                .endSource()
                .withReportingComponent(note.component())
                .withReportingInstance("")
                .build();
    }

    private static String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
