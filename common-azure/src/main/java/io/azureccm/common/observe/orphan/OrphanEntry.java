package io.azureccm.common.observe.orphan;

import io.azureccm.common.core.Orphan;
import java.time.Instant;

/** An orphan, since when it is known, and how many looks in a row have shown it, each of them complete. */
public record OrphanEntry(Orphan orphan, Instant since, int looks) {
    /** What ordinary plans should remove has stayed after so many looks. */
    static final int STAYED = 3;

    OrphanEntry seenAgain(Orphan now) {
        return new OrphanEntry(now, since, looks + 1);
    }

    /** False for what an ordinary plan may yet remove. */
    public boolean isOrphaned() {
        return !orphan.leaving() || looks >= STAYED;
    }
}
