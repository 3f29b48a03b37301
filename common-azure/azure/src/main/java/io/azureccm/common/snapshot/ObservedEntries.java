package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.arm.UnreadableLog;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ProvisioningState;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.time.Duration;
import java.time.Instant;
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

/** The data of {@link ObservedStore}: what is known per key, and own writes that a future response may miss. Not thread-safe. */
final class ObservedEntries {
    /** A list of at least this number of items is worth a call for one of them. */
    private static final int ITEMS_FOR_A_CALL = 100;

    private final Map<Read.Key, ObservedEntry> entries = new HashMap<>();
    private final SeenResources seen = new SeenResources(entries.values());
    private final List<CallInFlight> flights = new ArrayList<>();
    private final OwnWrites writes;
    private final ChangingResources changing = new ChangingResources();
    private final Duration settle;
    private final Duration retention;
    /** Orders the starts of calls and the ends of writes; clocks are too coarse for that. */
    private long moment;
    private ObservedView view = ObservedView.EMPTY;

    ObservedEntries(Duration settle, Duration retention) {
        this.settle = settle;
        this.retention = retention;
        this.writes = new OwnWrites(settle);
    }

    /** What is known and sufficient for the read. */
    Optional<Observed> known(Read read, Instant now) {
        ObservedEntry entry = entries.computeIfAbsent(read.key(), key -> new ObservedEntry());
        entry.lastAsked = now;
        entry.asked = true;
        return Optional.ofNullable(entry.state)
                .filter(state -> state.start() > entry.dirtySince)
                .filter(state -> state.isEnoughFor(read, now));
    }

    /**
     * The few items of a long list that are partial, as bodies of incomplete writes, and are the only reason why the list is
     * not sufficient for the read: reading each of them is cheaper than reading all pages of the list.
     */
    Map<ArmId, ObjectNode> openItems(Read read, Instant now) {
        ObservedEntry entry = entries.get(read.key());
        if (entry == null || entry.state == null || entry.flight != null || read.kind() != Read.Kind.LIST
                || !read.query().isEmpty() || read.isPartialEnough())
            return Map.of();
        Observed state = entry.state;
        boolean few = state.partial().size() * ITEMS_FOR_A_CALL < state.items().size();
        if (!few || state.start() <= entry.dirtySince || !read.accepts(state.asOf(), now))
            return Map.of();
        Map<ArmId, ObjectNode> open = new HashMap<>();
        state.partial().forEach(id -> open.put(id, state.items().get(id)));
        return open;
    }

    /**
     * Adds an item that was read separately, as far as that read is newer than the list and than all that is known of the item; {@code
     * before} is the item in the list.
     */
    void itemRead(Read.Key list, ArmId id, ObjectNode before) {
        ObservedEntry entry = entries.get(list);
        ObservedEntry read = entries.get(Read.get(id, Duration.ZERO).key());
        if (entry == null || entry.state == null || entry.state.items().get(id) != before
                || read == null || read.state == null || read.state.isPartial()
                || read.state.start() <= Math.max(read.dirtySince, entry.state.start()))
            return;
        ObjectNode shown = read.state.items().get(id);
        if (shown != null && !ProvisioningState.isChanging(shown))
            entry.state = entry.state.with(id, shown, false);
    }

    /** A call in flight that began late enough for the read, and is as urgent. */
    Optional<CallInFlight> underWay(Read read, Instant now) {
        ObservedEntry entry = entries.get(read.key());
        return Optional.ofNullable(entry.flight)
                .filter(CallInFlight::isUrgentEnough)
                .filter(flight -> flight.start() > entry.dirtySince && read.accepts(flight.startedAt(), now))
                .filter(flight -> read.isPartialEnough() || flight.start() > entry.partialSince);
    }

    CallInFlight begin(Read.Key key, Instant now) {
        CallInFlight flight = CallInFlight.begin(key, ++moment, now);
        ObservedEntry entry = entries.computeIfAbsent(key, same -> new ObservedEntry());
        entry.lastAsked = entry.asked ? entry.lastAsked : now;
        entry.flight = flight;
        flights.add(flight);
        return flight;
    }

    /** The call failed, or its response is of no use. */
    void failed(CallInFlight flight, Instant now) {
        flights.remove(flight);
        ObservedEntry entry = entries.get(flight.key());
        if (entry != null && entry.flight == flight)
            entry.flight = null;
        forgetWrites(now);
    }

    /**
     * Adds a response, with the writes that it may have missed applied; throws if it shows a resource as it was before what is already known
     * of it, although a write since is in doubt.
     */
    Observed end(CallInFlight flight, ArmList shown, Instant now) {
        writes.requireCurrent(shown, flight.startedAt());
        flights.remove(flight);
        ObservedEntry entry = entries.computeIfAbsent(flight.key(), key -> new ObservedEntry());
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
        forgetWrites(now);
        return response;
    }

    /** A write of the target begins. */
    void sending(ArmId target) {
        writes.sending(target, ++moment, seen.etagsOf(target));
    }

    /** A write has ended; {@code isFinal} is false if ARM has only accepted it. */
    void wrote(ArmId target, ObjectNode body, boolean isFinal, Instant now) {
        Optional<OwnWrites.Sent> write = writes.ended(target);
        if (!isFinal && write.filter(sent -> isSeenSince(sent, target, body.path("etag").asText(""))).isPresent()) {
            doubt(target, now);
        } else {
            wroteLast(target, body, isFinal, now);
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

    private void wroteLast(ArmId target, ObjectNode body, boolean isFinal, Instant now) {
        OwnWrite write = new OwnWrite(target, body == null ? null : SharedTrees.keeping(seen.latest(target), body),
                isFinal,
                ++moment, now, writes.etagsBefore(target, seen.etagsOf(target)));
        writes.add(write);
        Read.Key own = new Read.Key(Read.Kind.GET, target, Map.of());
        ObservedEntry entry = entries.computeIfAbsent(own, key -> new ObservedEntry());
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

    /** Everything that contains the resource, or is the collection or resource with this id, has to be read again. */
    void invalidate(ArmId id) {
        invalidate(Outdated.NOTHING.with(List.of(id), ++moment));
    }

    /** The same for all of this, which was known at an earlier moment. */
    void invalidate(Outdated outdated) {
        entries.forEach((key, entry) -> entry.dirtySince = Math.max(entry.dirtySince,
                outdated.moment(key, entry.state)));
    }

    /** What is known now; the entries are those of the previous view if they are equal. */
    ObservedView view(Instant now) {
        forgetUnread(now);
        Map<Read.Key, ObservedView.Entry> all = new HashMap<>();
        entries.forEach((key, entry) -> {
            if (entry.state != null)
                all.put(key, new ObservedView.Entry(entry.state, entry.state.start() <= entry.dirtySince));
        });
        view = new ObservedView(all.equals(view.entries()) ? view.entries() : all, moment);
        return view;
    }

    /** These responses are in use: they count as requested now. */
    void using(Collection<Read.Key> keys, Instant now) {
        for (Read.Key key : keys) {
            ObservedEntry entry = entries.get(key);
            if (entry != null) {
                entry.lastAsked = now;
                entry.asked = true;
            }
        }
    }

    long moment() {
        return moment;
    }

    /**
     * The last own write may no longer be current, or the resource may not exist: the next response is accepted as it is, unless it is
     * {@link #outdated}.
     */
    void doubt(ArmId target, Instant now) {
        Set<String> known = seen.etagsOf(target);
        ObjectNode latest = seen.latest(target);
        writes.doubt(target, known, latest == null ? "" : latest.path("etag").asText(""), now);
        invalidate(target);
    }

    /** The resource no longer has this etag. */
    void superseded(ArmId target, String etag, Instant now) {
        writes.superseded(target, etag, now);
        invalidate(target);
    }

    void invalidateAll() {
        long now = ++moment;
        entries.values().forEach(entry -> entry.dirtySince = now);
    }

    /** Entries from own writes only are useful while lists may still show the earlier state. */
    void forgetUnread(Instant now) {
        entries.values()
                .removeIf(entry -> entry.flight == null
                        && entry.lastAsked.isBefore(now.minus(entry.asked ? retention : settle)));
    }

    int size() {
        return entries.size();
    }

    Map<String, Instant> oldestByType() {
        Map<String, Instant> oldest = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        entries.forEach((key, entry) -> {
            if (entry.state != null)
                oldest.merge(key.id().type(), entry.state.asOf(), BinaryOperator.minBy(Comparator.naturalOrder()));
        });
        return oldest;
    }

    /** The resources in the latest responses that cannot be read, in the order of their ids. */
    Collection<UnreadableResource> unreadable() {
        return seen.unreadable();
    }

    /** The state of the resource, or of its parent, if an operation on it was last seen in progress, and since when. */
    Optional<String> underWay(ArmId target) {
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

    private void forgetWrites(Instant now) {
        Optional<CallInFlight> eldest = flights.stream().min(Comparator.comparingLong(CallInFlight::start));
        writes.forget(eldest.map(CallInFlight::start).orElse(Long.MAX_VALUE),
                eldest.map(CallInFlight::startedAt).orElse(now));
    }

    private static boolean concerns(Read.Key key, ObservedEntry entry, ArmId target) {
        return Containment.holds(key, target) || entry.state != null && entry.state.items().containsKey(target);
    }
}
