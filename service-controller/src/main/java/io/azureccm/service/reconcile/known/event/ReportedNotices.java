package io.azureccm.service.reconcile.known.event;

import io.azureccm.service.spec.Notice;
import java.util.Map;
import java.util.Set;

/**
 * Notices of plans, by the UID of their Service: {@code pending} are those of plans while the Service waits for a result, {@code reported}
 * those that were last reported as applying. Immutable.
 */
public record ReportedNotices(Map<String, Set<Notice>> pending, Map<String, Set<Notice>> reported) {
    public static final ReportedNotices NONE = new ReportedNotices(Map.of(), Map.of());

    public ReportedNotices {
        pending = Map.copyOf(pending);
        reported = Map.copyOf(reported);
    }
}
