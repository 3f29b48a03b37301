package io.azureccm.common.core.drift;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * What a plan was made on: the resources that it manages as Azure showed them, with their ids, and the parts, by resource, that it
 * leaves as they are whatever is asked for, because the object that they belong to is refused.
 */
public record Reading(List<Resource> resources, BiPredicate<ObjectNode, Part> left) {
    public Reading {
        resources = List.copyOf(resources);
    }

    /** One resource as Azure shows it. */
    public record Resource(ArmId id, ObjectNode json) {}

    /** With nothing left aside. */
    public static Reading of(List<ObjectNode> resources) {
        return new Reading(resources.stream()
                .map(json -> new Resource(ArmId.parse(json.path("id").asText()), json))
                .toList(), (resource, part) -> false);
    }
}
