package io.azureccm.service.observed;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What exists in Azure and cannot be read, so that nothing may be planned as if it were absent: single resources, by id, with broken answers or
 * that Azure refuses to show, and resource groups, by name in lower case, whose public IPs may not be read, each with the reason. {@code absent}: resources that were
 * read by themselves because their list has an element that cannot be identified, and that do not exist.
 */
public record UnreadableState(Map<ArmId, UnreadableResource> resources, Map<String, String> groups, Set<ArmId> absent) {
    public static final UnreadableState NONE = new UnreadableState(Map.of(), Map.of(), Set.of());

    public UnreadableState {
        // In one order, because messages name the first.
        resources = Collections.unmodifiableMap(new TreeMap<>(resources));
        groups = Map.copyOf(groups);
        absent = Set.copyOf(absent);
    }

    public UnreadableState with(Map<ArmId, UnreadableResource> more) {
        return more.isEmpty() ? this : new UnreadableState(Copies.with(resources, more), groups, absent);
    }

    public boolean isEmpty() {
        return resources.isEmpty() && groups.isEmpty();
    }

    /** Why this resource cannot be read. */
    public Optional<String> of(ArmId id) {
        return Optional.ofNullable(resources.get(id)).map(UnreadableResource::describe);
    }

    /** The same for a resource that no list shows, which may also be an element that cannot be identified. */
    public Optional<String> perhaps(ArmId id) {
        return of(id).or(() -> absent.contains(id) ? Optional.empty() : unidentified(id.siblings()));
    }

    /** Whether the resource has to be read by itself to know whether it exists. */
    public boolean isInDoubt(ArmId id) {
        return of(id).isEmpty() && perhaps(id).isPresent();
    }

    /** Why the collection is not known completely. */
    public Optional<String> in(ArmId collection) {
        return resources.values()
                .stream()
                .filter(each -> each.collection().equals(collection))
                .map(UnreadableResource::describe)
                .findFirst();
    }

    /** Whether any resource of these types cannot be read. */
    public boolean anyOf(String... types) {
        for (String type : types) {
            if (resources.values().stream().anyMatch(each -> each.collection().hasType(type)))
                return true;
        }
        return false;
    }

    /** One line for each, for users. */
    public List<String> describe() {
        List<String> lines = new ArrayList<>();
        groups.forEach((group, why) -> lines.add("public IPs of resource group " + group + ": " + why));
        resources.values().forEach(each -> lines.add(each.describe()));
        return lines.stream().sorted().toList();
    }

    private Optional<String> unidentified(ArmId collection) {
        return resources.values()
                .stream()
                .filter(each -> !each.identified() && each.collection().equals(collection))
                .map(UnreadableResource::describe)
                .findFirst();
    }
}
