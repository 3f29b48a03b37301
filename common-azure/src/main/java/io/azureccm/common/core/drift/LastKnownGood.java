package io.azureccm.common.core.drift;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.ArmId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The state of resources when they were last as wanted, including own writes since then: what Azure shows as long as no other
 * writer changes it. A value for planners; nothing is known of resources that are not included.
 */
public record LastKnownGood(Map<ArmId, Known> resources) {
    public static final LastKnownGood NOTHING = new LastKnownGood(Map.of());

    /**
     * One resource: its etag and the one that the last own write replaced ("" for none), the JSON of its parts, and the parts
     * that a write with unknown outcome may have changed since.
     */
    public record Known(String etag, String replaced, Map<Part, JsonNode> parts, Set<Part> unsure) {
        public Known {
            parts = Map.copyOf(parts);
            unsure = Set.copyOf(unsure);
        }

        /** True if a write planned on this etag was planned on a state before the last own write. */
        boolean isOutdated(String etagOfPlan) {
            return !etagOfPlan.isEmpty() && etagOfPlan.equals(replaced) && !etagOfPlan.equals(etag);
        }

        Optional<JsonNode> part(Part part) {
            return Optional.ofNullable(parts.get(part));
        }
    }

    public LastKnownGood {
        resources = Map.copyOf(resources);
    }

    boolean isEmpty() {
        return resources.isEmpty();
    }

    Optional<Known> of(ArmId id) {
        return Optional.ofNullable(resources.get(id));
    }
}
