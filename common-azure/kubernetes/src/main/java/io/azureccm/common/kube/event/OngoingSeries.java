package io.azureccm.common.kube.event;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A statement that holds for an object and is recorded again while it does. Times are those of a monotonic clock in
 * nanoseconds.
 */
final class OngoingSeries {
    /** Number of different messages that are recorded at once while a reason holds; further ones follow the schedule. */
    private static final int MAX_MESSAGES = 8;
    /**
     * When it is recorded again: at these times after the first one, then at a fixed interval. The second event follows soon,
     * since event times are whole seconds: a client that looks for events after a change may have missed the first one, of the
     * same second. The API server keeps an event for an hour after its last write by default, so pauses are well below that.
     */
    private static final List<Duration> AGAIN = List.of(Duration.ofSeconds(8), Duration.ofMinutes(1),
            Duration.ofMinutes(5), Duration.ofMinutes(15), Duration.ofMinutes(30));
    private static final Duration EVERY = Duration.ofMinutes(40);
    private static final Pattern ID = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    private final long id;
    private boolean repeats;
    private final Set<Integer> messages = new HashSet<>();
    private EventNote note;
    private int recorded;
    private long due;

    /** {@code repeats}: false for what is recorded once, however long it holds. */
    OngoingSeries(long id, EventNote note, boolean repeats) {
        this.id = id;
        this.note = note;
        this.repeats = repeats;
        this.messages.add(gist(note).hashCode());
    }

    /** The message without ids that differ with each request and do not make a different message. */
    static String gist(EventNote note) {
        return ID.matcher(note.message()).replaceAll("");
    }

    long id() {
        return id;
    }

    EventNote note() {
        return note;
    }

    boolean repeats() {
        return repeats;
    }

    long due() {
        return due;
    }

    void recorded(long now) {
        recorded++;
        due = now + pauseAfter(recorded).toNanos();
    }

    /** The pause after it was recorded {@code times} times, at least 1. */
    static Duration pauseAfter(int times) {
        if (times > AGAIN.size())
            return EVERY;
        Duration before = times == 1 ? Duration.ZERO : AGAIN.get(times - 2);
        return AGAIN.get(times - 1).minus(before);
    }

    void postpone(long until) {
        due = until;
    }

    /** The same statement about a newer version of the object. */
    void renew(EventNote same, boolean whileItHolds) {
        note = same;
        repeats = whileItHolds;
    }

    /**
     * The reason still holds, with another message. Returns true if the message is to be recorded at once, as the first of a
     * new series.
     */
    boolean startsSeries(EventNote other, boolean whileItHolds) {
        renew(other, whileItHolds);
        boolean news = messages.size() < MAX_MESSAGES && messages.add(gist(other).hashCode());
        if (news)
            recorded = 0;
        return news;
    }
}
