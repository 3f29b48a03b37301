package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.operations.Latencies.Drawn;
import io.azureccm.e2e.azure.operations.Operation;
import io.azureccm.e2e.azure.operations.OperationEnd;
import io.azureccm.e2e.azure.wire.ArmRequest;

/** One request, how long it takes and, for a write, how it ends. */
public record Write(ArmRequest request, Drawn times, OperationEnd end) {

    /**
     * The result of a write.
     *
     * @param operation null if there was nothing to do
     * @param shown the body of the response; null for an empty one
     */
    public record Accepted(Operation operation, boolean created, ObjectNode shown) {}
}
