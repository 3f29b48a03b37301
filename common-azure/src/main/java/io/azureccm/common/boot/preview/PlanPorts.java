package io.azureccm.common.boot.preview;

import io.azureccm.common.boot.ControllerPorts;

/** What a loop is built from for one plan: ports that only read, and what was read through them. */
record PlanPorts(ControllerPorts ports, ReadLog reads, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
        end.run();
    }
}
