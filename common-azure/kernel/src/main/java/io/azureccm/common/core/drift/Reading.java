package io.azureccm.common.core.drift;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The input of a plan: the managed resources as Azure showed them, with their ids, and the parts, by resource, that the plan
 * leaves unchanged in any case, because the object they belong to is refused.
 */
public record Reading(List<Resource> resources, BiPredicate<ObjectNode, Part> left) {
    public Reading {
        resources = List.copyOf(resources);
    }

    /** One observed resource. */
    public record Resource(ArmId id, ObjectNode json) {}

    /** Without any excluded parts. */
    public static Reading of(List<ObjectNode> resources) {
        return new Reading(resources.stream()
                .map(json -> new Resource(ArmId.parse(json.path("id").asText()), json))
                .toList(), (resource, part) -> false);
    }
}
