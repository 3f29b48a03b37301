package io.azureccm.common.machine.read;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.text.CompressedJson;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.machine.Identified;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The content of a source, requested at {@code asOf}: items by id and by alias, what is in it but cannot be read, and the response itself. */
record Listing<T extends Identified>(Map<ArmId, T> items, Map<String, List<T>> byAlias,
        List<UnreadableResource> unreadable, Instant asOf, CompressedJson response) {
    static <T extends Identified> Listing<T> of(Source<T> source, ArmList shown, Instant asOf) {
        Map<ArmId, T> byId = HashMap.newHashMap(shown.size());
        Map<String, List<T>> byAlias = new HashMap<>();
        for (ObjectNode resource : shown) {
            T item = source.parse(resource);
            byId.put(item.id(), item);
            source.aliases(item).forEach(alias -> byAlias.computeIfAbsent(alias, a -> new ArrayList<>(1)).add(item));
        }
        return new Listing<>(byId, byAlias, shown.unreadable(), asOf,
                CompressedJson.of(JsonNodeFactory.instance.arrayNode().addAll(shown)));
    }

    /** The same items, requested at another time. */
    Listing<T> at(Instant time, List<UnreadableResource> unread) {
        return new Listing<>(items, byAlias, unread, time, response);
    }

    /** Why an item of this id is not among the items although it exists; empty if it does not exist. */
    Optional<UnreadableResource> unreadable(ArmId id) {
        return unreadable.stream().filter(each -> each.id().equals(id)).findFirst();
    }

    /** The same if it is unknown which item cannot be read. */
    Optional<UnreadableResource> maybeUnreadable(ArmId id) {
        return unreadable(id).or(() -> unreadable.stream().filter(each -> !each.identified()).findFirst());
    }

    Optional<T> get(ArmId id) {
        return Optional.ofNullable(items.get(id));
    }

    List<T> named(String alias) {
        return byAlias.getOrDefault(alias, List.of());
    }

    Collection<T> all() {
        return items.values();
    }
}
