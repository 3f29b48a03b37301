package io.azureccm.service.plan.orphan;

import io.azureccm.common.core.Orphan;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** An orphan and the Services it belonged to: the base name of all names of one Service ("" if unknown), and those that tags name. */
public record OrphanFinding(Orphan orphan, String base, Set<String> subjects) {
    public OrphanFinding {
        subjects = Collections.unmodifiableSet(new TreeSet<>(subjects));
    }
}
