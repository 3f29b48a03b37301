package io.azureccm.service.observed;

import io.azureccm.common.core.ArmId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What of a resource that an operation runs on is not as it was before the operation began, and so may not stay as it is shown:
 * names of elements in lower case, "" for the resource itself. A resource that is not named was not seen before. {@code newPools} were
 * made by this leader and have yet to get the machines that they were made for. {@code unconfirmed} are as our own write left them before its
 * operation had ended: they may have another etag by now.
 */
public record InFlightChanges(Map<ArmId, Set<String>> byResource, Set<ArmId> newPools,
        Set<ArmId> unconfirmed) {
    public static final InFlightChanges UNKNOWN = new InFlightChanges(Map.of());

    public InFlightChanges {
        byResource = Map.copyOf(byResource);
        newPools = Set.copyOf(newPools);
        unconfirmed = Set.copyOf(unconfirmed);
    }

    public InFlightChanges(Map<ArmId, Set<String>> byResource) {
        this(byResource, Set.of(), Set.of());
    }

    public InFlightChanges with(Set<ArmId> pools) {
        return new InFlightChanges(byResource, pools, unconfirmed);
    }

    public InFlightChanges withUnconfirmed(Set<ArmId> resources) {
        return new InFlightChanges(byResource, newPools, resources);
    }

    /** Empty when everything about the resource is in doubt while an operation runs on it. */
    public Optional<Set<String>> of(ArmId id) {
        return Optional.ofNullable(byResource.get(id));
    }
}
