package io.azureccm.service.observed;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.ArmElement;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The resources of one kind in the order in which ARM lists them, indexed by id. */
public class ArmResources<T extends ArmElement> extends AbstractList<T> {
    private final List<T> all;
    private final Map<String, T> byId = new HashMap<>();

    public ArmResources(List<T> all) {
        this.all = List.copyOf(all);
        all.forEach(resource -> byId.putIfAbsent(resource.id().key(), resource));
    }

    public Optional<T> find(ArmId id) {
        return Optional.ofNullable(byId.get(id.key()));
    }

    @Override
    public T get(int index) {
        return all.get(index);
    }

    @Override
    public int size() {
        return all.size();
    }

    /** The lookup key for ids, names and tags: ARM is case-insensitive. */
    static String key(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    static <T> void note(Map<String, List<T>> index, String key, T value) {
        if (!key.isEmpty())
            index.computeIfAbsent(key, none -> new ArrayList<>()).add(value);
    }
}
