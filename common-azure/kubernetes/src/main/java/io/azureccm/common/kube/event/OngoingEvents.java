package io.azureccm.common.kube.event;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The current state of objects, by their UID: recorded as an event when it begins, and again on a schedule while it lasts. A
 * series ends when its statement no longer holds, when the object changes or is deleted, or when another instance is
 * responsible. Thread-safe.
 */
public final class OngoingEvents implements AutoCloseable {
    private static final Duration AFTER_LOSS = Duration.ofMinutes(1);

    private final Predicate<EventNote> recorder;
    private final LongSupplier nanoTime;
    private final Runnable closing;
    private final Map<String, Map<Object, Aspect>> objects = new HashMap<>();
    private final TreeSet<OngoingSeries> due;
    private final Set<String> changed = new HashSet<>();
    private boolean open;
    private long lastId;

    /** The statements of one topic about an object, whose user wrote {@code content}. */
    private record Aspect(Object content, List<OngoingSeries> series) {}

    /** {@code recorder} returns whether it accepted the note; {@code closing} runs at the end. */
    OngoingEvents(Predicate<EventNote> recorder, LongSupplier nanoTime, Runnable closing) {
        this.recorder = recorder;
        this.nanoTime = nanoTime;
        this.closing = closing;
        long start = nanoTime.getAsLong();
        // Times of this clock may wrap around: only differences are meaningful.
        this.due = new TreeSet<>(Comparator.<OngoingSeries>comparingLong(series -> series.due() - start)
                .thenComparingLong(OngoingSeries::id));
    }

    /** This process is responsible for the objects from now on: nothing has been recorded so far. */
    public synchronized void begin() {
        clear();
        open = true;
    }

    /** Another instance is responsible: nothing is recorded any more. */
    public synchronized void end() {
        clear();
        open = false;
    }

    /** Users changed these objects: earlier statements no longer hold until the objects are processed again. */
    public synchronized void changed(Collection<String> uids) {
        if (open)
            uids.forEach(uid -> {
                changed.add(uid);
                objects.getOrDefault(uid, Map.of())
                        .values()
                        .forEach(aspect -> aspect.series().forEach(due::remove));
            });
    }

    /** These objects are processed in their current state. Returns those that had changed. */
    public synchronized Set<String> takeChanged(Collection<String> uids) {
        Set<String> looked = new HashSet<>(uids);
        looked.retainAll(changed);
        changed.removeAll(looked);
        return looked;
    }

    /**
     * Sets exactly what holds for the object on this topic. {@code lasting} notes are recorded again while they hold,
     * {@code once} notes are not, and not at all if they say the same as a lasting one. If {@code content} has changed, all
     * notes are new. Ignored while the object has changed and has not been processed since.
     */
    public synchronized void hold(Object topic, ObjectRef object, Object content, Collection<EventNote> lasting,
            Collection<EventNote> once) {
        if (!open || changed.contains(object.uid()))
            return;
        Aspect before = take(object.uid(), topic);
        List<OngoingSeries> old = new ArrayList<>(
                before != null && Objects.equals(before.content(), content) ? before.series() : List.of());
        List<OngoingSeries> now = new ArrayList<>();
        List<EventNote> unknown = new ArrayList<>();
        lasting.stream().distinct().forEach(note -> keep(note, true, old, now, unknown));
        int lastingOnes = unknown.size();
        once.stream()
                .distinct()
                .filter(note -> lasting.stream().noneMatch(each -> isSame(each, note)))
                .forEach(note -> keep(note, false, old, now, unknown));
        for (int i = 0; i < unknown.size(); i++)
            now.add(next(unknown.get(i), i < lastingOnes, old));
        if (!now.isEmpty())
            objects.computeIfAbsent(object.uid(), uid -> new HashMap<>()).put(topic, new Aspect(content, now));
    }

    private void keep(EventNote note, boolean repeats, List<OngoingSeries> old, List<OngoingSeries> now,
            List<EventNote> unknown) {
        Optional<OngoingSeries> same = old.stream()
                .filter(series -> isSame(series.note(), note))
                .findFirst();
        if (same.isEmpty()) {
            unknown.add(note);
            return;
        }
        old.remove(same.get());
        same.get().renew(note.withMessage(same.get().note().message()), repeats);
        now.add(same.get());
        schedule(same.get());
    }

    /** The series of a new statement; it replaces a series of the same reason that no longer holds. */
    private OngoingSeries next(EventNote note, boolean repeats, List<OngoingSeries> old) {
        Optional<OngoingSeries> other = old.stream()
                .filter(series -> isSameReason(series.note(), note))
                .findFirst();
        other.ifPresent(old::remove);
        OngoingSeries series = other.orElseGet(() -> new OngoingSeries(++lastId, note, repeats));
        if (other.isEmpty() || series.startsSeries(note, repeats))
            begin(series);
        schedule(series);
        return series;
    }

    private void begin(OngoingSeries series) {
        if (recorder.test(series.note()))
            series.recorded(nanoTime.getAsLong());
        else
            series.postpone(nanoTime.getAsLong());
    }

    private void schedule(OngoingSeries series) {
        if (series.repeats())
            due.add(series);
    }

    private static boolean isSame(EventNote one, EventNote other) {
        return isSameReason(one, other) && OngoingSeries.gist(one).equals(OngoingSeries.gist(other));
    }

    private static boolean isSameReason(EventNote one, EventNote other) {
        return one.type() == other.type() && one.component().equals(other.component())
                && one.reason().equals(other.reason());
    }

    /** Nothing holds for this object on this topic. */
    public synchronized void end(Object topic, String uid) {
        take(uid, topic);
    }

    /** Nothing holds for any object on this topic. */
    public synchronized void end(Object topic) {
        List.copyOf(objects.keySet()).forEach(uid -> take(uid, topic));
    }

    /** Ends the series of all other objects. */
    public synchronized void retain(Set<String> uids) {
        objects.keySet()
                .stream()
                .filter(uid -> !uids.contains(uid))
                .toList()
                .forEach(this::forget);
    }

    /** Ends all series of this object. */
    public synchronized void forget(String uid) {
        Map<Object, Aspect> gone = objects.remove(uid);
        if (gone != null)
            gone.values().forEach(aspect -> aspect.series().forEach(due::remove));
    }

    private Aspect take(String uid, Object topic) {
        Map<Object, Aspect> topics = objects.getOrDefault(uid, Map.of());
        if (!topics.containsKey(topic))
            return null;
        Aspect gone = topics.remove(topic);
        gone.series().forEach(due::remove);
        if (topics.isEmpty())
            objects.remove(uid);
        return gone;
    }

    private void clear() {
        objects.clear();
        due.clear();
        changed.clear();
    }

    @Override
    public void close() {
        end();
        closing.run();
    }

    /**
     * The note to be recorded again now; it counts as recorded. Only one at a time, since the next may no longer hold when it
     * is written.
     */
    synchronized Optional<EventNote> takeDue() {
        long now = nanoTime.getAsLong();
        if (due.isEmpty() || due.first().due() - now > 0)
            return Optional.empty();
        OngoingSeries series = due.pollFirst();
        series.recorded(now);
        due.add(series);
        return Optional.of(series.note());
    }

    /** The time until the next note is due; empty if none is. */
    synchronized Optional<Duration> untilDue() {
        return due.isEmpty()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.max(0, due.first().due() - nanoTime.getAsLong())));
    }

    /** This note could not be written: it is due again soon, also if it is about a newer version of the object by now. */
    synchronized void lost(EventNote note) {
        long soon = nanoTime.getAsLong() + AFTER_LOSS.toNanos();
        due.stream()
                .filter(series -> series.note().withoutVersion().equals(note.withoutVersion())
                        && series.due() - soon > 0)
                .toList()
                .forEach(series -> {
                    due.remove(series);
                    series.postpone(soon);
                    due.add(series);
                });
    }
}
