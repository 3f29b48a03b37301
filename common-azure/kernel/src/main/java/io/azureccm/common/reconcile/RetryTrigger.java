package io.azureccm.common.reconcile;

import java.time.Instant;

/** What has to happen before the next attempt for an object. */
public sealed interface RetryTrigger {
    /** A change of the object itself. */
    record ObjectChanged() implements RetryTrigger {}

    /** A change of anything that is planned together with the object, including own writes. */
    record AnythingChanged() implements RetryTrigger {}

    /** A time: a window opens, an operation should have ended, or a back-off is over. */
    record Due(Instant at) implements RetryTrigger {}
}
