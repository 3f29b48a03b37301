package io.azureccm.service.plan.context;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.ProvisioningState;
import io.azureccm.service.model.ArmElement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds resources that have to be written again although they show the desired state: Azure shows the requested state even if applying it
 * failed, and rejects writes that depend on such a resource. While an operation on a resource is in progress (possibly started by an
 * earlier instance), its state is uncertain: the write is planned, and deferred until the operation has ended.
 */
public final class Repair {
    private static final String UNDER_WAY = "OperationUnderWay";

    private Repair() {}

    public static boolean isDue(ArmElement observed) {
        return isDue(observed, Optional.empty(), name -> true);
    }

    /**
     * The same, but an operation that only affects unmanaged elements belongs to another client and creates no uncertainty. {@code
     * inFlight}: the elements that changed since before the operation, empty if unknown.
     */
    public static boolean isDue(ArmElement observed, Optional<Set<String>> inFlight, Predicate<String> ours) {
        return ProvisioningState.isBroken(observed.json()) || ProvisioningState.isChanging(observed.json())
                && inFlight.map(names -> names.stream().anyMatch(ours)).orElse(true);
    }

    /** The change of a repairing write; empty if none is due. */
    public static List<Change> of(ArmId id, ArmElement observed) {
        return isDue(observed)
                ? List.of(Change.update(Change.RESOURCE, id.name(),
                        List.of(new FieldChange("provisioningState", ProvisioningState.of(observed.json()),
                                "Succeeded")),
                        Cause.of(
                                ProvisioningState.isBroken(observed.json()) ? "LastWriteFailed" : UNDER_WAY)))
                : List.of();
    }

    /** Whether Azure showed an operation on the resource when this write was planned. */
    public static boolean showsOperation(Operation write) {
        return write.changes().stream().anyMatch(change -> change.cause().reason().equals(UNDER_WAY));
    }
}
