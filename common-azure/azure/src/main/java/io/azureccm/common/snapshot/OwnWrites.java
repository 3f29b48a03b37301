package io.azureccm.common.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.shared.Copies;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** Own writes that a response of ARM may not show yet, for as long as ARM may show older states. Not thread-safe. */
final class OwnWrites {
    /** The start of a write that has not ended, and the etags that its target had before. */
    record Sent(long start, Set<String> etagsBefore) {}

    /**
     * A write that failed, or whose outcome is unknown; {@code older} are etags that its target is known to have had before its latest one.
     */
    private record UncertainWrite(Set<String> older, Instant since) {}

    /** After this time without another denial, the next one counts as the first. */
    private static final Duration OUTLIVED = Duration.ofHours(1);

    private final Duration settle;
    /** The latest of each target, in the order in which they ended. */
    private final SequencedMap<ArmId, OwnWrite> writes = new LinkedHashMap<>();
    private final Map<ArmId, Sent> sent = new HashMap<>();
    private final Map<ArmId, UncertainWrite> uncertain = new HashMap<>();
    /**
     * Etags that were refused for as long as ARM may show older versions, and since when that, or another denial, was: an etag that it shows
     * after that is the current one.
     */
    private final Map<ArmId, UncertainWrite> outlived = new HashMap<>();

    OwnWrites(Duration settle) {
        this.settle = settle;
    }

    /** {@code etags}: of the target in all known responses. */
    void sending(ArmId target, long start, Set<String> etags) {
        sent.put(target, new Sent(start, etagsBefore(target, etags)));
    }

    /** The start of the write of the target that ends now. */
    Optional<Sent> ended(ArmId target) {
        return Optional.ofNullable(sent.remove(target));
    }

    int underWay() {
        return sent.size();
    }

    void add(OwnWrite write) {
        outlived.remove(write.target());
        writes.putLast(write.target(), write);
    }

    /**
     * The last write of the target may not have taken effect. {@code etags}: of the target in all known responses, {@code latest}: in the
     * latest of them.
     */
    void doubt(ArmId target, Set<String> etags, String latest, Instant now) {
        sent.remove(target);
        Set<String> older = new HashSet<>(etagsBefore(target, etags));
        older.remove(latest);
        if (!older.isEmpty())
            uncertain.put(target, new UncertainWrite(older, now));
        writes.remove(target);
    }

    /** The target no longer has this etag, unless ARM has shown it for so long that the denial says nothing about it. */
    void superseded(ArmId target, String etag, Instant now) {
        outlive(target, now);
        UncertainWrite denied = outlived.get(target);
        if (denied != null && denied.older().contains(etag)) {
            outlived.put(target, new UncertainWrite(denied.older(), now));
            return;
        }
        uncertain.merge(target, new UncertainWrite(Set.of(etag), now),
                (before, added) -> new UncertainWrite(Copies.with(before.older(), added.older()), now));
    }

    /**
     * Throws if the response to a call that {@code began} then shows a resource as it was before what is already known of it, although a
     * write since is in doubt.
     */
    void requireCurrent(List<ObjectNode> shown, Instant began) {
        if (uncertain.isEmpty())
            return;
        for (ObjectNode node : shown)
            ArmId.tryParse(node.path("id").asText("")).ifPresent(id -> requireCurrent(id, node, began));
    }

    private void requireCurrent(ArmId id, ObjectNode shown, Instant began) {
        UncertainWrite doubt = uncertain.get(id);
        if (doubt != null && doubt.older().contains(shown.path("etag").asText("")) && isYoung(doubt.since(), began))
            throw new OutdatedResponseException(id, doubt.since().plus(settle));
    }

    /** The etags that mark a response as older than a write of the target that ends now. */
    Set<String> etagsBefore(ArmId target, Set<String> etags) {
        return writes.containsKey(target) ? Copies.with(etags, writes.get(target).etagsBefore()) : Set.copyOf(etags);
    }

    /** The response with the writes that it may have missed. */
    Observed overlaid(CallInFlight flight, Observed response) {
        Observed result = response;
        Read.Key key = flight.key();
        for (OwnWrite write : writes.values()) {
            boolean began = flight.start() < write.end();
            boolean isShown = response.items().containsKey(write.target());
            if (!key.showsAll() || !isShown && !Containment.holds(key, write.target()))
                continue;
            ObjectNode shown = expandedAs(key, response, write);
            if (began) {
                result = result.with(write.target(), shown, !write.isFinal() || key.expanded().isPresent());
            } else if (!response.unreadable().containsKey(write.target())
                    && isYoung(write.endedAt(), flight.startedAt())
                    && write.isMissedBy(response.items().get(write.target()))) {
                result = result.with(write.target(), shown, true);
            }
        }
        return result;
    }

    /** The body of the write in the form of this key: expanded properties are not in the body of a PUT and keep their last value. */
    static ObjectNode expandedAs(Read.Key key, Observed seen, OwnWrite write) {
        ObjectNode before = seen.items().get(write.target());
        if (write.isDeletion() || before == null || key.expanded().isEmpty())
            return write.body();
        JsonNode kept = before.path("properties").path(key.expanded().get());
        if (kept.isMissingNode())
            return write.body();
        ObjectNode body = write.body().deepCopy();
        body.withObjectProperty("properties").set(key.expanded().get(), kept);
        return body;
    }

    /** Drops what no response can miss any more; {@code eldest} is the start of the oldest call that is running, {@code began} when that was. */
    void forget(long eldest, Instant began) {
        writes.values().removeIf(write -> write.end() < eldest && !isYoung(write.endedAt(), began));
        List.copyOf(uncertain.keySet()).forEach(target -> outlive(target, began));
        outlived.values().removeIf(denied -> !denied.since().plus(OUTLIVED).isAfter(began));
    }

    private void outlive(ArmId target, Instant at) {
        UncertainWrite doubt = uncertain.get(target);
        if (doubt != null && !isYoung(doubt.since(), at)) {
            uncertain.remove(target);
            outlived.put(target, new UncertainWrite(doubt.older(), at));
        }
    }

    private boolean isYoung(Instant since, Instant at) {
        return Duration.between(since, at).compareTo(settle) < 0;
    }
}
