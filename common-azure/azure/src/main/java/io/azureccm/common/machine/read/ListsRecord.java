package io.azureccm.common.machine.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.machine.Identified;
import io.azureccm.common.machine.MachineRecord;
import io.azureccm.common.machine.SeenMachines;
import io.azureccm.common.machine.read.SeenLists.Known;
import io.azureccm.common.record.value.TypedValues;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The lists in a record: for each source that has changed, the response with the time at which it was requested, and why it is
 * not more recent. A response that is in the record already, or is equal to the one before, is
 * left out.
 */
final class ListsRecord implements MachineRecord {
    private static final TypedValues VALUES = new TypedValues(module -> module);

    private final MachineSearch search;
    private Map<Source<?>, Known<?>> last = Map.of();

    private record Changes(List<Change> changed, List<Place> gone) {}

    private record Place(Source.Kind of, ArmId id, Map<String, String> query) {
        static Place of(Source<?> source) {
            return new Place(source.kind(), source.id(), source.query());
        }

        Source<?> source() {
            return new Source<>(of, id, query);
        }
    }

    /** What is known of a source; {@code asOf} is empty if the listing is the one before, {@code response} if its response is. */
    private record Change(Place source, String problem, Instant notBefore, Optional<Instant> asOf,
            Optional<List<ObjectNode>> response, List<UnreadableResource> unreadable) {
        static Change of(Source<?> source, Known<?> known, Listing<?> before) {
            Optional<Listing<?>> listing = Optional.ofNullable(known.listing());
            Optional<Listing<?>> news = listing.filter(each -> each != before);
            return new Change(Place.of(source), known.problem(), known.notBefore(), news.map(Listing::asOf),
                    news.filter(each -> before == null || !each.response().isSame(before.response()))
                            .map(each -> each.response().get().valueStream().map(ObjectNode.class::cast).toList()),
                    news.map(Listing::unreadable).orElse(List.of()));
        }

        <T extends Identified> Known<T> known(Source<T> source, Listing<T> before) {
            Optional<Listing<T>> listing = asOf.map(time -> response
                    .map(resources -> Listing.of(source, new ArmList(resources, unreadable), time))
                    .orElseGet(() -> before.at(time, unreadable)));
            return new Known<>(listing.orElse(before), problem, notBefore);
        }
    }

    ListsRecord(MachineSearch search) {
        this.search = search;
    }

    @Override
    public JsonNode write(SeenMachines seen) {
        if (!(seen instanceof SeenLists(var same, var now)) || now == last)
            return JsonNodeFactory.instance.objectNode();
        List<Change> changed = new ArrayList<>();
        now.forEach((source, known) -> {
            if (!known.equals(last.get(source)))
                changed.add(Change.of(source, known, listing(source)));
        });
        List<Place> gone = last.keySet().stream().filter(source -> !now.containsKey(source)).map(Place::of).toList();
        last = now;
        return VALUES.write(Changes.class, new Changes(changed, gone));
    }

    @Override
    public SeenMachines read(JsonNode json) {
        Changes changes = VALUES.read(Changes.class, json);
        Map<Source<?>, Known<?>> now = new HashMap<>(last);
        changes.gone().forEach(place -> now.remove(place.source()));
        changes.changed().forEach(each -> now.put(each.source().source(), known(each, each.source().source())));
        SeenLists seen = new SeenLists(search, now);
        last = seen.sources();
        return seen;
    }

    private <T extends Identified> Known<T> known(Change change, Source<T> source) {
        return change.known(source, listing(source));
    }

    @SuppressWarnings("unchecked")
    private <T extends Identified> Listing<T> listing(Source<T> source) {
        // What was known of a source is a listing of that source.
        Known<?> known = last.get(source);
        return known == null ? null : (Listing<T>) known.listing();
    }
}
