package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ProvisioningState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The books of {@link ObservedStore}: what is known per key, and our writes that an answer yet to come may miss. Not thread-safe. */
final class ObservedEntries {
    private static final String NETWORK = "Microsoft.Network/";
    /** A list of so many items is worth a call for one of them. */
    private static final int ITEMS_FOR_A_CALL = 100;

    private static final class Entry {
        private Observed state;
        private Flight flight;
        /** An answer to a call that began before this moment is no longer good enough. */
        private long dirtySince;
        /** The end of our last write that left a partial body. */
        private long partialSince;
        private Instant lastAsked = Instant.MIN;
        /** Somebody has asked for it, not only we written it. */
        private boolean asked;
    }

    private final Map<Read.Key, Entry> entries = new HashMap<>();
    private final List<Flight> flights = new ArrayList<>();
    private final List<OwnWrite> writes = new ArrayList<>();
    /** When an operation that has not ended was first seen to run. */
    private final Map<ArmId, Instant> changing = new HashMap<>();
    private final Duration settle;
    private final Duration retention;
    /** Orders the starts of calls and the ends of writes; clocks are too coarse for that. */
    private long moment;

    ObservedEntries(Duration settle, Duration retention) {
        this.settle = settle;
        this.retention = retention;
    }

    /** What is known and good enough for the read. */
    Optional<Observed> known(Read read, Instant now) {
        Entry entry = entries.computeIfAbsent(read.key(), key -> new Entry());
        entry.lastAsked = now;
        entry.asked = true;
        return Optional.ofNullable(entry.state)
                .filter(state -> state.start() > entry.dirtySince)
                .filter(state -> isYoung(state.asOf(), read, now))
                .filter(state -> read.isPartialEnough() || !state.isPartial());
    }

    /**
     * The few items of a long list that alone keep it from being good enough for the read, as bodies of writes that had not ended: to read
     * each of them takes less than to read all pages of the list.
     */
    Map<ArmId, ObjectNode> openItems(Read read, Instant now) {
        Entry entry = entries.get(read.key());
        if (entry == null || entry.state == null || entry.flight != null || read.kind() != Read.Kind.LIST
                || !read.query().isEmpty() || read.isPartialEnough())
            return Map.of();
        Observed state = entry.state;
        boolean few = state.partial().size() * ITEMS_FOR_A_CALL < state.items().size();
        if (!few || state.start() <= entry.dirtySince || !isYoung(state.asOf(), read, now))
            return Map.of();
        Map<ArmId, ObjectNode> open = new HashMap<>();
        state.partial().forEach(id -> open.put(id, state.items().get(id)));
        return open;
    }

    /** Takes in an item that was read by itself, unless it was written meanwhile; {@code before}: as the list has shown it. */
    void itemRead(Read.Key list, ArmId id, ObjectNode before, ObjectNode shown, Instant now) {
        Entry entry = entries.get(list);
        if (entry != null && entry.state != null && entry.state.items().get(id) == before)
            wrote(id, shown, !ProvisioningState.isChanging(shown), now);
    }

    /** A call under way that began late enough for the read. */
    Optional<Flight> underWay(Read read, Instant now) {
        Entry entry = entries.get(read.key());
        return Optional.ofNullable(entry.flight)
                .filter(flight -> flight.start() > entry.dirtySince && isYoung(flight.startedAt(), read, now))
                .filter(flight -> read.isPartialEnough() || flight.start() > entry.partialSince);
    }

    Flight begin(Read.Key key, Instant now) {
        Flight flight = new Flight(key, ++moment, now, new CompletableFuture<>());
        entries.get(key).flight = flight;
        flights.add(flight);
        return flight;
    }

    /** Takes an answer in, with the writes it may have missed laid over it; null for a call that failed. */
    Observed end(Flight flight, List<ObjectNode> shown, Instant now) {
        flights.remove(flight);
        Entry entry = entries.computeIfAbsent(flight.key(), key -> new Entry());
        if (entry.flight == flight) {
            entry.flight = null;
        }
        Observed answer = shown == null
                ? null
                : overlaid(flight, Observed.of(flight.key().id(), shown, flight.start(), flight.startedAt())
                        .keeping(entry.state));
        if (answer != null) {
            noteChanging(flight.key(), answer);
        }
        if (answer != null && (entry.state == null || entry.state.start() < answer.start())) {
            entry.state = answer;
        }
        forgetWrites(now);
        return answer;
    }

    private void noteChanging(Read.Key key, Observed answer) {
        changing.keySet().removeIf(id -> holds(key, id) && !ProvisioningState.isChanging(answer.items().get(id)));
        answer.items().forEach((id, node) -> {
            if (ProvisioningState.isChanging(node)) {
                changing.putIfAbsent(id, answer.asOf());
            }
        });
    }

    void wrote(ArmId target, ObjectNode body, boolean isFinal, Instant now) {
        OwnWrite write = new OwnWrite(target, body == null ? null : SharedTrees.keeping(seen(target), body), isFinal,
                ++moment, now, etagsBefore(target));
        writes.removeIf(older -> older.target().equals(target));
        writes.add(write);
        Read.Key own = new Read.Key(Read.Kind.GET, target, Map.of());
        Entry entry = entries.computeIfAbsent(own, key -> new Entry());
        entry.lastAsked = entry.asked ? entry.lastAsked : now;
        entry.partialSince = isFinal ? entry.partialSince : moment;
        entry.state = new Observed(Map.of(), Set.of(), moment, now).with(write, !isFinal);
        List<ArmId> wholes = wholesOf(target);
        entries.forEach((key, each) -> {
            if (!key.equals(own) && concerns(key, each, target)) {
                overlay(key, each, write);
            } else if (isRelated(key, target, wholes)) {
                each.dirtySince = moment;
            }
        });
    }

    /** Everything that shows the resource, or is the collection or resource of this id, has to be read anew. */
    void invalidate(ArmId id) {
        long now = ++moment;
        List<ArmId> wholes = wholesOf(id);
        entries.forEach((key, entry) -> {
            if (key.id().equals(id) || concerns(key, entry, id) || isRelated(key, id, wholes)) {
                entry.dirtySince = now;
            }
        });
    }

    /** What we wrote last is no longer what is there, or there may be nothing: the next answer is believed as it is. */
    void doubt(ArmId target) {
        writes.removeIf(write -> write.target().equals(target));
        invalidate(target);
    }

    void invalidateAll() {
        long now = ++moment;
        entries.values().forEach(entry -> entry.dirtySince = now);
    }

    /** What only our own writes have brought in is of use while lists may still show the state before them. */
    void forgetUnread(Instant now) {
        entries.values()
                .removeIf(entry -> entry.flight == null
                        && entry.lastAsked.isBefore(now.minus(entry.asked ? retention : settle)));
    }

    int size() {
        return entries.size();
    }

    /** The state of the resource, or of a whole it is a part of, while an operation on it was last seen to run, and since when. */
    Optional<String> underWay(ArmId target) {
        return Stream.concat(Stream.of(target), wholesOf(target).stream())
                .flatMap(id -> newest(id).filter(ProvisioningState::isChanging)
                        .map(node -> ProvisioningState.of(node) + since(id))
                        .stream())
                .findFirst();
    }

    private String since(ArmId id) {
        Instant first = changing.get(id);
        return first == null ? "" : " since " + first.truncatedTo(ChronoUnit.SECONDS) + " or longer";
    }

    /** The resource as any answer has it, null for none. */
    private ObjectNode seen(ArmId id) {
        return entries.values()
                .stream()
                .filter(entry -> entry.state != null && entry.state.items().containsKey(id))
                .max(Comparator.comparingLong(entry -> entry.state.start()))
                .map(entry -> entry.state.items().get(id))
                .orElse(null);
    }

    /** As ARM showed it last; empty when it was not seen, or only as our own write left it. */
    private Optional<ObjectNode> newest(ArmId id) {
        return entries.values()
                .stream()
                .map(entry -> entry.state)
                .filter(state -> state != null && state.items().containsKey(id))
                .max(Comparator.comparingLong(Observed::start))
                .filter(state -> !state.partial().contains(id))
                .map(state -> state.items().get(id));
    }

    Map<String, Instant> oldestByType() {
        Map<String, Instant> oldest = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        entries.forEach((key, entry) -> {
            if (entry.state != null)
                oldest.merge(key.id().type(), entry.state.asOf(), BinaryOperator.minBy(Comparator.naturalOrder()));
        });
        return oldest;
    }

    private static boolean isYoung(Instant asOf, Read read, Instant now) {
        return !read.maxAge().isZero() && Duration.between(asOf, now).compareTo(read.maxAge()) <= 0;
    }

    /** An answer to a query that selects items cannot tell whether a write belongs in it: it has to be read anew. */
    private void overlay(Read.Key key, Entry entry, OwnWrite write) {
        if (!key.showsAll()) {
            entry.dirtySince = write.end();
            return;
        }
        boolean isPartial = !write.isFinal() || key.expanded().isPresent();
        entry.partialSince = isPartial && !write.isDeletion() ? write.end() : entry.partialSince;
        entry.state = entry.state == null ? null : entry.state.with(expandedAs(key, entry.state, write), isPartial);
    }

    /** The write as this key would show it: what was expanded is not in the body of a PUT and stays as it was seen last. */
    private static OwnWrite expandedAs(Read.Key key, Observed seen, OwnWrite write) {
        ObjectNode before = seen.items().get(write.target());
        if (write.isDeletion() || before == null || key.expanded().isEmpty())
            return write;
        JsonNode kept = before.path("properties").path(key.expanded().get());
        if (kept.isMissingNode())
            return write;
        ObjectNode body = write.body().deepCopy();
        body.withObjectProperty("properties").set(key.expanded().get(), kept);
        return write.showing(body);
    }

    private Observed overlaid(Flight flight, Observed answer) {
        Observed result = answer;
        Read.Key key = flight.key();
        for (OwnWrite write : writes) {
            boolean began = flight.start() < write.end();
            boolean isShown = answer.items().containsKey(write.target());
            if (!key.showsAll() || !isShown && !holds(key, write.target()))
                continue;
            OwnWrite shown = expandedAs(key, answer, write);
            if (began) {
                result = result.with(shown, !write.isFinal() || key.expanded().isPresent());
            } else if (isSettling(write, flight.startedAt()) && write.isMissedBy(answer.items().get(write.target()))) {
                result = result.with(shown, true);
            }
        }
        return result;
    }

    private boolean isSettling(OwnWrite write, Instant at) {
        return Duration.between(write.endedAt(), at).compareTo(settle) < 0;
    }

    private void forgetWrites(Instant now) {
        long eldest = flights.stream().mapToLong(Flight::start).min().orElse(Long.MAX_VALUE);
        writes.removeIf(write -> write.end() < eldest && !isSettling(write, now));
    }

    /** The etags by which an answer gives away that it is older than a write of the target that ends now. */
    private Set<String> etagsBefore(ArmId target) {
        Stream<ObjectNode> known = entries.values()
                .stream()
                .filter(entry -> entry.state != null && entry.state.items().containsKey(target))
                .map(entry -> entry.state.items().get(target));
        Stream<String> older = writes.stream()
                .filter(write -> write.target().equals(target))
                .flatMap(write -> write.etagsBefore().stream());
        return Stream.concat(known.map(node -> node.path("etag").asText("")), older)
                .filter(etag -> !etag.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean concerns(Read.Key key, Entry entry, ArmId target) {
        return holds(key, target) || entry.state != null && entry.state.items().containsKey(target);
    }

    /** True when the collection lists the target, or the resource is the target. */
    private static boolean holds(Read.Key key, ArmId target) {
        if (key.kind() == Read.Kind.GET)
            return key.id().equals(target);
        String path = key.id().key();
        if (target.key().startsWith(path + "/"))
            return target.key().indexOf('/', path.length() + 1) < 0;
        boolean isOfSubscription = !path.contains("/resourcegroups/") && key.id().hasType(target.type());
        return isOfSubscription && key.id().subscription().equalsIgnoreCase(target.subscription());
    }

    /** Wholes show their parts, and parts may change with what they are children of; the instances of a scale set do not. */
    private static boolean isRelated(Read.Key key, ArmId target, List<ArmId> wholes) {
        boolean isPart = key.id().key().startsWith(target.key() + "/")
                && target.type().regionMatches(true, 0, NETWORK, 0, NETWORK.length());
        return isPart || wholes.stream().anyMatch(whole -> holds(key, whole));
    }

    /** What shows the target as a part of it: network resources show their children, scale sets do not show their instances. */
    private static List<ArmId> wholesOf(ArmId target) {
        List<ArmId> wholes = new ArrayList<>();
        if (target.type().regionMatches(true, 0, NETWORK, 0, NETWORK.length())) {
            for (Optional<ArmId> up = target.parent(); up.isPresent(); up = up.get().parent()) {
                wholes.add(up.get());
            }
        }
        return wholes;
    }
}
