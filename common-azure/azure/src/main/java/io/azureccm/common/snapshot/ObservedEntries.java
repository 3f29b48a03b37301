package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.arm.UnreadableLog;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.WriteSink;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/** What an {@link ObservedStore} knows: responses per key, and own writes that a future response may miss. Thread-safe. */
class ObservedEntries implements WriteSink {
    private final InstantSource clock;
    private final ObservedStore.Settings settings;
    private final Map<Read.Key, ObservedEntry> entries = new HashMap<>();
    private final SeenResources seen = new SeenResources(entries.values());
    private final List<CallInFlight> flights = new ArrayList<>();
    private final OwnWrites writes;
    private final ChangingResources changing = new ChangingResources();
    /** Orders the starts of calls and the ends of writes; clocks are too coarse for that. */
    private long moment;
    private ObservedView view = ObservedView.EMPTY;

    ObservedEntries(InstantSource clock, ObservedStore.Settings settings) {
        this.clock = clock;
        this.settings = settings;
        this.writes = new OwnWrites(settings.settle());
    }

    private ObservedEntry entry(Read.Key key) {
        return entries.computeIfAbsent(key, same -> new ObservedEntry());
    }

    /** What is known of this; empty if nothing is. */
    synchronized Optional<ObservedEntry> seen(Read.Key key) {
        return Optional.ofNullable(entries.get(key)).filter(entry -> entry.state != null);
    }

    /** What is known and sufficient for the read. */
    synchronized Optional<Observed> known(Read read) {
        ObservedEntry entry = entry(read.key());
        entry.lastAsked = clock.instant();
        entry.asked = true;
        return Optional.ofNullable(entry.state)
                .filter(state -> state.start() > entry.dirtySince)
                .filter(state -> state.isEnoughFor(read, entry.lastAsked));
    }

    /** A call in flight that began late enough for the read, and is as urgent. */
    synchronized Optional<CallInFlight> underWay(Read read) {
        ObservedEntry entry = entries.get(read.key());
        return Optional.ofNullable(entry.flight)
                .filter(CallInFlight::isUrgentEnough)
                .filter(flight -> flight.start() > entry.dirtySince
                        && read.accepts(flight.startedAt(), clock.instant()))
                .filter(flight -> read.isPartialEnough() || flight.start() > entry.partialSince);
    }

    synchronized CallInFlight begin(Read.Key key) {
        Instant now = clock.instant();
        CallInFlight flight = CallInFlight.begin(key, ++moment, now);
        ObservedEntry entry = entry(key);
        entry.lastAsked = entry.asked ? entry.lastAsked : now;
        entry.flight = flight;
        flights.add(flight);
        return flight;
    }

    /** The call failed, or its response is of no use. */
    synchronized void failed(CallInFlight flight) {
        flights.remove(flight);
        ObservedEntry entry = entries.get(flight.key());
        if (entry != null && entry.flight == flight)
            entry.flight = null;
        forgetWrites();
    }

    /**
     * Adds a response, with the writes that it may have missed applied; throws if it shows a resource as it was before what is already known
     * of it, although a write since is in doubt.
     */
    synchronized Observed end(CallInFlight flight, ArmList shown) {
        writes.requireCurrent(shown, flight.startedAt());
        flights.remove(flight);
        ObservedEntry entry = entry(flight.key());
        if (entry.flight == flight)
            entry.flight = null;
        Observed response = writes.overlaid(flight,
                Observed.of(flight.key().id(), shown, flight.start(), flight.startedAt()).keeping(entry.state));
        changing.note(flight.key(), response);
        if (entry.state == null || entry.state.start() < response.start()) {
            UnreadableLog.note(entry.state == null ? List.of() : entry.state.unreadable().values(),
                    response.unreadable().values());
            entry.state = response;
        }
        forgetWrites();
        return response;
    }

    @Override
    public synchronized void sending(ArmId target) {
        writes.sending(target, ++moment, seen.etagsOf(target));
    }

    @Override
    public synchronized void denied(ArmId target) {
        writes.ended(target);
    }

    @Override
    public void written(ArmId target, ObjectNode body) {
        wrote(target, body.deepCopy(), true);
    }

    @Override
    public void accepted(ArmId target, ObjectNode body) {
        wrote(target, body.deepCopy(), false);
    }

    @Override
    public void deleted(ArmId target) {
        wrote(target, null, true);
    }

    private synchronized void wrote(ArmId target, ObjectNode body, boolean isFinal) {
        Optional<OwnWrites.Sent> write = writes.ended(target);
        if (!isFinal && write.filter(sent -> isSeenSince(sent, target, body.path("etag").asText(""))).isPresent()) {
            doubtful(target);
        } else {
            wroteLast(target, body, isFinal);
        }
    }

    /**
     * Whether a read that began after the write was sent shows a version that is neither the one before nor the one that the write
     * returned at its start: a newer one, such as after an operation that ended long before this was noticed.
     */
    private boolean isSeenSince(OwnWrites.Sent write, ArmId target, String etag) {
        return seen.showsOther(target, write.start(),
                shown -> shown.equals(etag) || write.etagsBefore().contains(shown));
    }

    private void wroteLast(ArmId target, ObjectNode body, boolean isFinal) {
        Instant now = clock.instant();
        OwnWrite write = new OwnWrite(target, body == null ? null : SharedTrees.keeping(seen.latest(target), body),
                isFinal,
                ++moment, now, writes.etagsBefore(target, seen.etagsOf(target)));
        writes.add(write);
        Read.Key own = new Read.Key(Read.Kind.GET, target, Map.of());
        ObservedEntry entry = entry(own);
        entry.lastAsked = entry.asked ? entry.lastAsked : now;
        entry.partialSince = isFinal ? entry.partialSince : moment;
        entry.state = new Observed(Map.of(), Set.of(), Map.of(), moment, now).with(target, write.body(),
                !isFinal);
        List<ArmId> wholes = Containment.wholesOf(target);
        entries.forEach((key, each) -> {
            if (!key.equals(own) && concerns(key, each, target)) {
                overlay(key, each, write);
            } else if (Containment.isRelated(key, target, wholes)) {
                each.dirtySince = moment;
            }
        });
    }

    /** The next read of the resource or collection, and of every collection that contains the resource, goes to ARM. */
    public synchronized void invalidate(ArmId id) {
        invalidate(Outdated.NOTHING.with(List.of(id), ++moment));
    }

    /** The same for all of this, which was known at an earlier moment. */
    public synchronized void invalidate(Outdated outdated) {
        entries.forEach((key, entry) -> entry.dirtySince = Math.max(entry.dirtySince,
                outdated.moment(key, entry.state)));
    }

    /** All next reads go to ARM: for when ARM has refused something that should have worked according to the known state. */
    public synchronized void invalidateAll() {
        invalidate(Outdated.NOTHING.everythingAt(++moment));
    }

    /** What is known now, as a value; the entries are those of the previous view if they are equal. */
    public synchronized ObservedView view() {
        forgetUnread();
        Map<Read.Key, ObservedView.Entry> all = new HashMap<>();
        entries.forEach((key, entry) -> {
            if (entry.state != null)
                all.put(key, new ObservedView.Entry(entry.state, entry.state.start() <= entry.dirtySince));
        });
        view = new ObservedView(all.equals(view.entries()) ? view.entries() : all, moment);
        return view;
    }

    /** Responses that a view shows are in use: they are kept as if they had been requested now. */
    public synchronized void using(Collection<Read.Key> keys) {
        for (Read.Key key : keys) {
            ObservedEntry entry = entries.get(key);
            if (entry != null) {
                entry.lastAsked = clock.instant();
                entry.asked = true;
            }
        }
    }

    /** The latest moment in the order of calls and writes, as in {@link ObservedView#moment}. */
    public synchronized long moment() {
        return moment;
    }

    /**
     * The last own write may no longer be current, or the resource may not exist: the next response is accepted as it is, unless it is
     * {@link #outdated}.
     */
    @Override
    public synchronized void doubtful(ArmId target) {
        Set<String> known = seen.etagsOf(target);
        ObjectNode latest = seen.latest(target);
        writes.doubt(target, known, latest == null ? "" : latest.path("etag").asText(""), clock.instant());
        invalidate(target);
    }

    @Override
    public synchronized void superseded(ArmId target, String etag) {
        writes.superseded(target, etag, clock.instant());
        invalidate(target);
    }

    /** Entries from own writes only are useful while lists may still show the earlier state. */
    synchronized void forgetUnread() {
        Instant now = clock.instant();
        entries.values()
                .removeIf(entry -> entry.flight == null
                        && entry.lastAsked.isBefore(now.minus(entry.asked ? settings.retention() : settings.settle())));
    }

    /** How many responses are kept, and writes that have not ended. */
    synchronized int size() {
        return entries.size() + writes.underWay();
    }

    /** When the oldest cached response about resources of a type was requested, by type, ignoring case. */
    public synchronized Map<String, Instant> oldestByType() {
        Map<String, Instant> oldest = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        entries.forEach((key, entry) -> {
            if (entry.state != null)
                oldest.merge(key.id().type(), entry.state.asOf(), BinaryOperator.minBy(Comparator.naturalOrder()));
        });
        return oldest;
    }

    /** The resources that cannot be read according to the latest responses, in the order of their ids. */
    public synchronized List<UnreadableResource> unreadable() {
        return List.copyOf(seen.unreadable());
    }

    @Override
    public synchronized Optional<String> underWay(ArmId target) {
        return changing.of(target, seen);
    }

    /** For a query that selects items it is unknown whether a write belongs in the result: it has to be read again. */
    private void overlay(Read.Key key, ObservedEntry entry, OwnWrite write) {
        if (!key.showsAll()) {
            entry.dirtySince = write.end();
            return;
        }
        boolean isPartial = !write.isFinal() || key.expanded().isPresent();
        entry.partialSince = isPartial && !write.isDeletion() ? write.end() : entry.partialSince;
        if (entry.state != null)
            entry.state = entry.state.with(write.target(), OwnWrites.expandedAs(key, entry.state, write), isPartial);
    }

    private void forgetWrites() {
        Optional<CallInFlight> eldest = flights.stream().min(Comparator.comparingLong(CallInFlight::start));
        writes.forget(eldest.map(CallInFlight::start).orElse(Long.MAX_VALUE),
                eldest.map(CallInFlight::startedAt).orElseGet(clock::instant));
    }

    private static boolean concerns(Read.Key key, ObservedEntry entry, ArmId target) {
        return Containment.holds(key, target) || entry.state != null && entry.state.items().containsKey(target);
    }
}
