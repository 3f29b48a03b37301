package io.azureccm.common.boot.preview;

import io.azureccm.common.boot.ControllerPorts;

/**
 * What a loop is built from for one plan: ports that only read, and what was read through them. {@code stored} objects are there at once
 * or never.
 */
record PlanPorts(ControllerPorts ports, ReadLog reads, boolean stored, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
        end.run();
    }
}
