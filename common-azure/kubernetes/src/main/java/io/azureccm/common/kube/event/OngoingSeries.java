package io.azureccm.common.kube.event;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A statement that holds for an object and is recorded again while it does. Times are those of a monotonic clock in
 * nanoseconds.
 */
final class OngoingSeries {
    /** Number of different messages that are recorded at once while a reason holds; further ones follow the schedule. */
    private static final int MAX_MESSAGES = 8;
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

    void recorded(long now, RepeatSchedule schedule) {
        recorded++;
        due = now + schedule.pauseAfter(recorded).toNanos();
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
