package io.azureccm.service.plan.context;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.ProvisioningState;
import io.azureccm.service.model.ArmElement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Tells which resources have to be written again although they read as wanted: Azure shows what was asked for even when
 * carrying it out has failed, and refuses to build on a resource in that state. While an operation on one has not ended (an
 * instance before this one may have begun it), nothing is sure either: its write is planned, and held back until the end is seen.
 */
public final class Repair {
    private Repair() {}

    public static boolean isDue(ArmElement observed) {
        return isDue(observed, Optional.empty(), name -> true);
    }

    /**
     * The same, but an operation that only concerns what is not ours is somebody else's, and leaves nothing unsure. {@code inFlight}:
     * the elements that are not as they were before the operation, empty when that is not known.
     */
    public static boolean isDue(ArmElement observed, Optional<Set<String>> inFlight, Predicate<String> ours) {
        return ProvisioningState.isBroken(observed.json()) || ProvisioningState.isChanging(observed.json())
                && inFlight.map(names -> names.stream().anyMatch(ours)).orElse(true);
    }

    /** The change that a repairing write makes; empty when none is due. */
    public static List<Change> of(ArmId id, ArmElement observed) {
        return isDue(observed)
                ? List.of(Change.update(Change.RESOURCE, id.name(),
                        List.of(new FieldChange("provisioningState", ProvisioningState.of(observed.json()),
                                "Succeeded")),
                        Cause.of(
                                ProvisioningState.isBroken(observed.json()) ? "LastWriteFailed" : "OperationUnderWay")))
                : List.of();
    }
}
