package io.azureccm.common.machine.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.Identified;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The content of a source, requested at {@code asOf}: items by id and by alias. */
record Listing<T extends Identified>(Map<ArmId, T> items, Map<String, List<T>> byAlias, Instant asOf) {
    static <T extends Identified> Listing<T> of(Source<T> source, List<T> items, Instant asOf) {
        Map<ArmId, T> byId = HashMap.newHashMap(items.size());
        Map<String, List<T>> byAlias = new HashMap<>();
        for (T item : items) {
            byId.put(item.id(), item);
            source.aliases(item).forEach(alias -> byAlias.computeIfAbsent(alias, a -> new ArrayList<>(1)).add(item));
        }
        return new Listing<>(byId, byAlias, asOf);
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
