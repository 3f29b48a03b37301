package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.operations.Latencies.Drawn;
import io.azureccm.e2e.azure.operations.Operation;
import io.azureccm.e2e.azure.wire.ArmRequest;

/** A write on its way: what was asked, how long it takes and how it ends. */
public record Write(ArmRequest request, Drawn times, OperationEnd end) {

    /**
     * What became of it.
     *
     * @param operation null when there was nothing to do
     * @param shown what the reply shows; null for an empty reply
     */
    public record Accepted(Operation operation, boolean created, ObjectNode shown) {}
}
