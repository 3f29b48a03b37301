package io.azureccm.service.reconcile.known.event;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.drift.DriftRepeats;
import io.azureccm.common.core.shared.Copies;
import java.util.Map;
import java.util.Set;

/**
 * Drift that events have reported: {@code open} is what could not be corrected yet, and {@code repeats} counts what was. Immutable.
 */
public record ReportedDrift(Map<DriftOf, String> open, DriftRepeats repeats) {
    public static final ReportedDrift NONE = new ReportedDrift(Map.of(), DriftRepeats.NONE);

    /** The drift of one resource, reported to the Service with this UID. */
    public record DriftOf(String uid, ArmId target) {}

    public ReportedDrift {
        open = Map.copyOf(open);
    }

    /** Without what is open for other Services. */
    ReportedDrift retain(Set<String> uids) {
        return new ReportedDrift(Copies.retained(open, (each, news) -> uids.contains(each.uid())), repeats);
    }
}
