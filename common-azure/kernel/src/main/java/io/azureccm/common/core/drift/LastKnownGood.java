package io.azureccm.common.core.drift;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The state of resources when they were last as wanted, including own writes since then: what Azure shows as long as no other
 * writer changes it. A value for planners; nothing is known of resources that are not included. A new leader starts with
 * {@link #NOTHING}: others may have written, and what they wanted is unknown.
 *
 * @param trees the tree from which each resource was last read: the known parts share its nodes, and must not keep an older tree
 *        in memory
 * @param open drift that was found and is not corrected yet
 */
public record LastKnownGood(Map<ArmId, Known> resources, Map<ArmId, ObjectNode> trees, Set<Found> open) {
    public static final LastKnownGood NOTHING = new LastKnownGood(Map.of(), Map.of(), Set.of());

    /** Identifies a finding. */
    public record Found(ArmId shownBy, ArmId target, Part part) {}

    /** {@code fresh}: how many changes of the plan are newly found drift; what could not be corrected yet does not count again. */
    public record Planned(LastKnownGood after, int fresh) {}

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
        trees = Map.copyOf(trees);
        open = Set.copyOf(open);
    }

    /** After a plan, with its input: what it does not write is in place. */
    public Planned planned(PartsReader reader, Plan plan, Reading reading) {
        LastKnownGoodTransition next = new LastKnownGoodTransition(reader, this);
        int fresh = next.planned(plan, reading);
        return new Planned(next.value(), fresh);
    }

    /** After writes with these outcomes. */
    public LastKnownGood ended(PartsReader reader, PlanOutcome round) {
        LastKnownGoodTransition next = new LastKnownGoodTransition(reader, this);
        next.ended(round);
        return next.value();
    }

    boolean isEmpty() {
        return resources.isEmpty();
    }

    Optional<Known> of(ArmId id) {
        return Optional.ofNullable(resources.get(id));
    }
}
