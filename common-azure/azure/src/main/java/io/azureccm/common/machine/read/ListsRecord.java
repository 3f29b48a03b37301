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
import java.time.Instant;
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
    private final MachineSearch search;
    private Map<Source<?>, Known<?>> last = Map.of();

    ListsRecord(MachineSearch search) {
        this.search = search;
    }

    @Override
    public JsonNode write(SeenMachines seen) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (!(seen instanceof SeenLists(var same, var now)) || now == last)
            return json;
        now.forEach((source, known) -> {
            Known<?> before = last.get(source);
            if (!known.equals(before))
                json.withArrayProperty("changed").add(write(source, known, before));
        });
        last.keySet()
                .stream()
                .filter(source -> !now.containsKey(source))
                .forEach(source -> json.withArrayProperty("gone").add(source(source)));
        last = now;
        return json;
    }

    private static ObjectNode write(Source<?> source, Known<?> known, Known<?> before) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("problem", known.problem());
        json.put("notBefore", known.notBefore().toString());
        json.set("source", source(source));
        Listing<?> listing = known.listing();
        if (listing != null && (before == null || listing != before.listing())) {
            json.put("asOf", listing.asOf().toString());
            if (before == null || before.listing() == null || !listing.response().isSame(before.listing().response()))
                json.set("response", listing.response().get());
            listing.unreadable()
                    .forEach(each -> json.withArrayProperty("unreadable")
                            .addObject()
                            .put("id", each.id().toString())
                            .put("identified", each.identified())
                            .put("problem", each.problem()));
        }
        return json;
    }

    private static ObjectNode source(Source<?> source) {
        ObjectNode json = JsonNodeFactory.instance.objectNode()
                .put("of", source.kind().name())
                .put("id", source.id().toString());
        source.query().forEach((name, value) -> json.withObjectProperty("query").put(name, value));
        return json;
    }

    @Override
    public SeenMachines read(JsonNode json) {
        Map<Source<?>, Known<?>> now = new HashMap<>(last);
        json.path("gone").forEach(source -> now.remove(source(source)));
        json.path("changed").forEach(each -> {
            Source<?> source = source(each.path("source"));
            now.put(source, known(source, each, Optional.ofNullable(now.get(source))));
        });
        SeenLists seen = new SeenLists(search, now);
        last = seen.sources();
        return seen;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Identified> Known<T> known(Source<T> source, JsonNode json, Optional<Known<?>> before) {
        // What was known of a source are listings of that source.
        Listing<T> last = (Listing<T>) before.map(Known::listing).orElse(null);
        Listing<T> listing = json.has("asOf") ? listing(source, json, last) : last;
        return new Known<>(listing, json.path("problem").asText(), Instant.parse(json.path("notBefore").asText()));
    }

    private static <T extends Identified> Listing<T> listing(Source<T> source, JsonNode json, Listing<T> last) {
        Instant asOf = Instant.parse(json.path("asOf").asText());
        List<UnreadableResource> unreadable = json.path("unreadable")
                .valueStream()
                .map(each -> new UnreadableResource(ArmId.parse(each.path("id").asText()),
                        each.path("identified").asBoolean(), each.path("problem").asText()))
                .toList();
        if (!json.has("response") && last != null)
            return last.at(asOf, unreadable);
        return Listing.of(source,
                new ArmList(json.path("response").valueStream().map(ObjectNode.class::cast).toList(), unreadable),
                asOf);
    }

    private static Source<?> source(JsonNode json) {
        Map<String, String> query = new HashMap<>();
        json.path("query").properties().forEach(each -> query.put(each.getKey(), each.getValue().asText()));
        return new Source<>(Source.Kind.valueOf(json.path("of").asText()), ArmId.parse(json.path("id").asText()),
                query);
    }
}
