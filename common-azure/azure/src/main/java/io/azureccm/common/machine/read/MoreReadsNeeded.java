package io.azureccm.common.machine.read;

import java.time.Instant;
import java.util.Map;

/** An answer needs more data than is known: these sources, requested at these times or later. */
final class MoreReadsNeeded extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Map<Source<?>, Instant> wanted;

    MoreReadsNeeded(Map<Source<?>, Instant> wanted) {
        super("not known yet", null, false, false);
        this.wanted = Map.copyOf(wanted);
    }

    Map<Source<?>, Instant> wanted() {
        return wanted;
    }
}
