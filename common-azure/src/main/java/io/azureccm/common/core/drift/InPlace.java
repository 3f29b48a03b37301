package io.azureccm.common.core.drift;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.ArmId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How resources were when they were last seen as wanted, own writes since then included: what Azure has to show as long as nobody
 * else changes it. A value that planners are handed; of a resource that is not named nothing is known.
 */
public record InPlace(Map<ArmId, Known> resources) {
    public static final InPlace NOTHING = new InPlace(Map.of());

    /**
     * One resource: its etag and the one that the last write of ours replaced ("" for none), the JSON of its parts, and the parts
     * that a write of unknown outcome may have changed since.
     */
    public record Known(String etag, String replaced, Map<Part, JsonNode> parts, Set<Part> unsure) {
        public Known {
            parts = Map.copyOf(parts);
            unsure = Set.copyOf(unsure);
        }

        /** True when a write planned on this etag was planned on a state from before our own last write. */
        boolean isOutdated(String etagOfPlan) {
            return !etagOfPlan.isEmpty() && etagOfPlan.equals(replaced) && !etagOfPlan.equals(etag);
        }

        Optional<JsonNode> part(Part part) {
            return Optional.ofNullable(parts.get(part));
        }
    }

    public InPlace {
        resources = Map.copyOf(resources);
    }

    boolean isEmpty() {
        return resources.isEmpty();
    }

    Optional<Known> of(ArmId id) {
        return Optional.ofNullable(resources.get(id));
    }
}
