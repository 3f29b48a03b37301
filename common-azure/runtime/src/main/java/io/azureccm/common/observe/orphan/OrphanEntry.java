package io.azureccm.common.observe.orphan;

import io.azureccm.common.core.Orphan;
import java.time.Instant;

/** An orphan, since when it has been known, and in how many consecutive complete scans it was found. */
public record OrphanEntry(Orphan orphan, Instant since, int audits) {
    /** Number of scans after which a resource that ordinary plans should remove counts as orphaned. */
    static final int STAYED = 3;

    OrphanEntry seenAgain(Orphan now) {
        return new OrphanEntry(now, since, audits + 1);
    }

    /** False for what an ordinary plan may still remove. */
    public boolean isOrphaned() {
        return !orphan.leaving() || audits >= STAYED;
    }
}
