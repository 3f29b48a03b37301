package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.service.model.Tree;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Tells which resources have to be written again although they read as wanted: Azure shows what was asked for even when
 * carrying it out has failed, and refuses to build on a resource in that state.
 */
final class Repair {
    private static final Set<String> BROKEN = Set.of("failed", "canceled");

    private Repair() {}

    static boolean isDue(ObjectNode observed) {
        return observed != null && BROKEN.contains(state(observed).toLowerCase(Locale.ROOT));
    }

    /** The change that a repairing write makes; empty when none is due. */
    static List<Change> of(ArmId id, ObjectNode observed) {
        return isDue(observed)
                ? List.of(Change.update(Change.RESOURCE, id.name(),
                        List.of(new FieldChange("provisioningState", state(observed), "Succeeded")),
                        Cause.of("LastWriteFailed")))
                : List.of();
    }

    private static String state(ObjectNode observed) {
        return Tree.text(observed, "properties", "provisioningState");
    }
}
