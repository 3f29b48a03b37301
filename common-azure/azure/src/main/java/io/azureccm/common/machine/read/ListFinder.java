package io.azureccm.common.machine.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.machine.Identified;
import io.azureccm.common.machine.MachineQuery.Freshness;
import io.azureccm.common.machine.read.SeenLists.Known;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds items in the lists for one query, or names the lists to read first. */
abstract class ListFinder {
    final SeenLists lists;
    private final Freshness freshness;
    private Instant newest = Instant.MIN;

    ListFinder(SeenLists lists, Freshness freshness) {
        this.lists = lists;
        this.freshness = freshness;
    }

    /** The listing of a source as of this time or later; otherwise requests it, together with others. */
    <T extends Identified> Listing<T> need(Source<T> source, Instant since,
            Map<Source<?>, Instant> besides) throws MoreReadsNeeded {
        Known<T> known = lists.known(source);
        if (known.isSince(since)) {
            newest = known.listing().asOf().isAfter(newest) ? known.listing().asOf() : newest;
            return known.listing();
        }
        Map<Source<?>, Instant> wanted = new HashMap<>(besides);
        wanted.put(source, since);
        throw new MoreReadsNeeded(wanted);
    }

    /** An item of a source; if an older listing does not contain it, a newer one is requested. */
    <T extends Identified> Optional<T> item(Source<T> source, ArmId id) throws MoreReadsNeeded, UnreadableItem {
        Listing<T> listing = need(source, freshness.found(), Map.of());
        if (listing.get(id).isEmpty())
            listing = need(source, freshness.missed(), Map.of());
        Optional<UnreadableResource> unreadable = listing.maybeUnreadable(id);
        if (listing.get(id).isEmpty() && unreadable.isPresent())
            throw new UnreadableItem(unreadable.get(), lists.known(source).notBefore());
        return listing.get(id);
    }

    /** An existing listing, if it is recent enough. */
    <T extends Identified> Optional<Listing<T>> known(Source<T> source, Instant since) {
        Known<T> known = lists.known(source);
        return known.isSince(since) ? Optional.of(known.listing()) : Optional.empty();
    }

    /** When the newest of the listings used so far was requested. */
    Instant newest() {
        return newest;
    }
}
