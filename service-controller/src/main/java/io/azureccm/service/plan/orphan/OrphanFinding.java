package io.azureccm.service.plan.orphan;

import io.azureccm.common.core.Orphan;
import java.util.Set;

/**
 * An orphan and the Services it belonged to: the name that all names of one begin with ("" when it is not known), and those that tags
 * name.
 */
public record OrphanFinding(Orphan orphan, String base, Set<String> subjects) {
    public OrphanFinding {
        subjects = Set.copyOf(subjects);
    }
}
