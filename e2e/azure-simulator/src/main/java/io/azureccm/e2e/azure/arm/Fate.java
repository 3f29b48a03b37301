package io.azureccm.e2e.azure.arm;

import io.azureccm.e2e.azure.wire.ArmError;

/** How a write that was accepted is to end. */
public sealed interface Fate {
    /** It succeeds when its time is over. */
    record Normal() implements Fate {}

    /** It never ends. */
    record Stuck() implements Fate {}

    /** It ends with an error and the resource is Failed. */
    record Fails(ArmError error) implements Fate {}
}
