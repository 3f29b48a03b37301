package io.azureccm.common.machine.read;

import io.azureccm.common.machine.MachineRead;
import java.time.Instant;

/** The read of a source that is to show what was there at {@code since} or later. */
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
