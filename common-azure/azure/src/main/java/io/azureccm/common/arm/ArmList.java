package io.azureccm.common.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** All pages of a collection: the resources that can be read, and those that are in the list and cannot be read. */
public final class ArmList extends AbstractList<ObjectNode> {
    private final List<ObjectNode> resources;
    private final List<UnreadableResource> unreadable;

    public ArmList(List<ObjectNode> resources, List<UnreadableResource> unreadable) {
        this.resources = List.copyOf(resources);
        this.unreadable = List.copyOf(unreadable);
    }

    /** A list in which everything can be read. */
    public static ArmList of(List<ObjectNode> resources) {
        return new ArmList(resources, List.of());
    }

    /** What must not be taken as absent although the list does not contain it. */
    public List<UnreadableResource> unreadable() {
        return unreadable;
    }

    /** Names what cannot be read, in one line; empty if everything can be. */
    public Optional<String> problem() {
        return unreadable.isEmpty()
                ? Optional.empty()
                : Optional.of(unreadable.stream().map(UnreadableResource::describe).collect(Collectors.joining("; ")));
    }

    @Override
    public ObjectNode get(int index) {
        return resources.get(index);
    }

    @Override
    public int size() {
        return resources.size();
    }
}
