package io.azureccm.e2e.azure.operations;

import io.azureccm.e2e.azure.wire.ArmError;

/** How an accepted write ends. */
public sealed interface OperationEnd {
    /** It succeeds after its duration. */
    record Normal() implements OperationEnd {}

    /** It never ends. */
    record Stuck() implements OperationEnd {}

    /** It ends with an error, and the resource is Failed. */
    record Fails(ArmError error) implements OperationEnd {}
}
