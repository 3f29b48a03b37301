package io.azureccm.e2e.azure.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All resources and resource groups by lower-case ID, with an index of references. Not thread-safe: its owner holds a
 * lock around every use.
 */
public final class ResourceStore {
    private final TreeMap<String, Resource> resources = new TreeMap<>();
    private final TreeMap<String, ResourceGroup> groups = new TreeMap<>();
    private final Map<String, List<Reference>> outgoing = new HashMap<>();
    private final Map<String, Set<Reference>> incoming = new HashMap<>();

    /** A resource group, which contains resources and is deleted with them. */
    public record ResourceGroup(String id, String name, ObjectNode body, String state) {}

    public Optional<Resource> get(ResourceId id) {
        return Optional.ofNullable(resources.get(id.key()));
    }

    public Optional<Resource> get(String id) {
        return Optional.ofNullable(resources.get(ResourceId.key(id)));
    }

    public void put(Resource resource, List<Reference> references) {
        String key = resource.id().key();
        dropReferences(key);
        resources.put(key, resource);
        outgoing.put(key, List.copyOf(references));
        for (Reference reference : references)
            incoming.computeIfAbsent(ResourceId.key(reference.to()), ignored -> new LinkedHashSet<>()).add(reference);
    }

    /** Replaces a resource whose references do not change. */
    public void replace(Resource resource) {
        resources.put(resource.id().key(), resource);
    }

    public void remove(ResourceId id) {
        dropReferences(id.key());
        resources.remove(id.key());
    }

    private void dropReferences(String key) {
        List<Reference> old = outgoing.remove(key);
        if (old == null)
            return;
        for (Reference reference : old) {
            String target = ResourceId.key(reference.to());
            Set<Reference> left = incoming.get(target);
            if (left != null && left.remove(reference) && left.isEmpty())
                incoming.remove(target);
        }
    }

    /** References to the exact ID, sorted by the referencing IDs. */
    public List<Reference> to(String id) {
        return incoming.getOrDefault(ResourceId.key(id), Set.of())
                .stream()
                .sorted(Comparator.comparing(reference -> naturalKey(reference.from())))
                .toList();
    }

    /** Digits are padded so that instance 10 comes after instance 9. */
    private static String naturalKey(String id) {
        StringBuilder key = new StringBuilder();
        for (String part : ResourceId.key(id).split("/"))
            key.append('/').append(part.matches("\\d{1,9}") ? "0".repeat(10 - part.length()) + part : part);
        return key.toString();
    }

    public List<Reference> from(ResourceId id) {
        return outgoing.getOrDefault(id.key(), List.of());
    }

    /** Resources of a type in a group, or in the entire subscription if the group is null, sorted by ID. */
    public List<Resource> list(String subscription, String group, String type) {
        return below(group == null ? "/subscriptions/" + subscription : ResourceId.groupId(subscription, group))
                .filter(resource -> resource.type().equalsIgnoreCase(type))
                .toList();
    }

    /** Stored children of a resource, in natural order (instance 2 before instance 10). */
    public List<Resource> children(ResourceId parent, String type) {
        return below(parent.text()).filter(resource -> resource.type().equalsIgnoreCase(type))
                .sorted(Comparator.comparing(resource -> naturalKey(resource.id().text())))
                .toList();
    }

    /** Everything below a subscription, a group or a resource, sorted by ID. */
    public Stream<Resource> below(String id) {
        String prefix = ResourceId.key(id) + "/";
        return resources.subMap(prefix, prefix + Character.MAX_VALUE).values().stream();
    }

    public Collection<Resource> all() {
        return List.copyOf(resources.values());
    }

    public Optional<ResourceGroup> group(String subscription, String name) {
        return Optional.ofNullable(groups.get(ResourceId.key(ResourceId.groupId(subscription, name))));
    }

    public List<ResourceGroup> groups(String subscription) {
        String prefix = ResourceId.key("/subscriptions/" + subscription + "/");
        return groups.values().stream().filter(group -> ResourceId.key(group.id()).startsWith(prefix)).toList();
    }

    public Collection<ResourceGroup> groups() {
        return List.copyOf(groups.values());
    }

    public void putGroup(ResourceGroup group) {
        groups.put(ResourceId.key(group.id()), group);
    }

    public void removeGroup(String id) {
        groups.remove(ResourceId.key(id));
    }

    /** A complete copy of the state, for a later restore. */
    public record Snapshot(Map<String, Resource> resources, Map<String, ResourceGroup> groups,
            Map<String, List<Reference>> outgoing) {}

    public Snapshot snapshot() {
        return new Snapshot(new LinkedHashMap<>(resources), new LinkedHashMap<>(groups), new LinkedHashMap<>(outgoing));
    }

    public void restore(Snapshot snapshot) {
        resources.clear();
        groups.clear();
        outgoing.clear();
        incoming.clear();
        groups.putAll(snapshot.groups());
        snapshot.resources()
                .forEach((key, resource) -> put(resource, snapshot.outgoing().getOrDefault(key, List.of())));
    }
}
