package io.azureccm.e2e.cluster.schema;

import static io.azureccm.e2e.cluster.schema.ResourceType.Trait.REVIEW;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All served resources, from {@code resources.txt}; those that are typed have a type in types.txt. */
public final class ResourceCatalog {
    private final List<ResourceType> types = TypeCatalog.lines("resources.txt")
            .stream()
            .map(ResourceType::parse)
            .toList();

    public List<ResourceType> all() {
        return types;
    }

    /** Group names other than the core one, sorted. */
    public Set<String> groupNames() {
        Set<String> names = new TreeSet<>();
        types.stream().map(ResourceType::group).filter(group -> !group.isEmpty()).forEach(names::add);
        return names;
    }

    public List<ResourceType> in(String group, String version) {
        return types.stream().filter(type -> type.group().equals(group) && type.version().equals(version)).toList();
    }

    public Optional<ResourceType> find(String group, String version, String plural) {
        return in(group, version).stream().filter(type -> type.plural().equals(plural)).findFirst();
    }

    /** The type of an object by its apiVersion and kind. */
    public Optional<ResourceType> ofKind(String apiVersion, String kind) {
        return types.stream()
                .filter(type -> type.apiVersion().equals(apiVersion) && type.kind().equals(kind))
                .findFirst();
    }

    /** By plural, singular, short name or kind; the core group takes precedence, like in kubectl. */
    public Optional<ResourceType> named(String word) {
        return types.stream()
                .filter(type -> word.equals(type.plural()) || word.equals(type.qualified())
                        || word.equals(type.singular())
                        || word.equals(type.kind()) || type.shortNames().contains(word))
                .findFirst();
    }

    /** The namespaced resources in the store, which are deleted with their namespace. */
    public List<ResourceType> contents() {
        return types.stream()
                .filter(type -> type.namespaced() && !type.has(REVIEW) && type.storage().equals(type.qualified()))
                .toList();
    }
}
