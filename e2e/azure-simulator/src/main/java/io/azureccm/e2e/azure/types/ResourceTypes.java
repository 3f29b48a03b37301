package io.azureccm.e2e.azure.types;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The resource types of a simulator, found by name ignoring case. */
public final class ResourceTypes {
    private final List<ResourceType> all;
    private final Map<String, ResourceType> byName = new LinkedHashMap<>();

    public ResourceTypes(List<ResourceType> all) {
        this.all = List.copyOf(all);
        all.forEach(type -> byName.put(type.name().toLowerCase(Locale.ROOT), type));
    }

    public Optional<ResourceType> find(String name) {
        return Optional.ofNullable(byName.get(name.toLowerCase(Locale.ROOT)));
    }

    public ResourceType require(String name) {
        return find(name).orElseThrow(() -> new IllegalStateException("unknown resource type " + name));
    }

    public List<ResourceType> all() {
        return all;
    }
}
