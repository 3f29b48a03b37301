package io.azureccm.common.core.preview;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The exit code of a command that plans. If several apply, the first of {@link #UNREAD}, {@link #REFUSED}, {@link #CHANGES}
 * is used: missing data makes everything else uncertain, and a refusal has to be fixed by a user.
 */
public enum ExitCode {
    NOTHING_TO_DO(0), CHANGES(2), REFUSED(3), UNREAD(4);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** {@code failOn}: the kinds that count; if empty, all do. */
    public static ExitCode of(Preview preview, Optional<Set<ChangeKind>> failOn) {
        if (!preview.unread().isEmpty())
            return UNREAD;
        Set<ChangeKind> kinds = EnumSet.noneOf(ChangeKind.class);
        kinds.addAll(ChangeKind.in(preview));
        failOn.ifPresent(kinds::retainAll);
        if (kinds.remove(ChangeKind.REFUSE))
            return REFUSED;
        return kinds.isEmpty() ? NOTHING_TO_DO : CHANGES;
    }
}
