package io.azureccm.common.boot.preview;

import io.azureccm.common.boot.ControllerPorts;

/**
 * What a loop is built from for one plan: read-only ports, and what was read through them. With {@code stored}, objects are
 * available at once or never.
 */
record PlanPorts(ControllerPorts ports, ReadLog reads, boolean stored, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
        end.run();
    }
}
