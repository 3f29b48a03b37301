package io.azureccm.service.observed;

import io.azureccm.common.core.ArmId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What of a resource that an operation runs on is not as it was before the operation began, and so may not stay as it is shown:
 * names of elements in lower case, "" for the resource itself. A resource that is not named was not seen before. {@code newPools} were
 * made by this leader and have yet to get the machines that they were made for.
 */
public record InFlightChanges(Map<ArmId, Set<String>> byResource, Set<ArmId> newPools) {
    public static final InFlightChanges UNKNOWN = new InFlightChanges(Map.of());

    public InFlightChanges {
        byResource = Map.copyOf(byResource);
        newPools = Set.copyOf(newPools);
    }

    public InFlightChanges(Map<ArmId, Set<String>> byResource) {
        this(byResource, Set.of());
    }

    public InFlightChanges with(Set<ArmId> pools) {
        return new InFlightChanges(byResource, pools);
    }

    /** Empty when everything about the resource is in doubt while an operation runs on it. */
    public Optional<Set<String>> of(ArmId id) {
        return Optional.ofNullable(byResource.get(id));
    }
}
