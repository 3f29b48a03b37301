package io.azureccm.common.machine.read;

import io.azureccm.common.machine.MachineRead;
import java.time.Instant;

/** The read of a source whose result must be as of {@code since} or later. */
record SourceRead(Source<?> source, Instant since) implements MachineRead {
    @Override
    public String target() {
        return source.id().shortName();
    }

    @Override
    public String key() {
        return source.toString();
    }
}
