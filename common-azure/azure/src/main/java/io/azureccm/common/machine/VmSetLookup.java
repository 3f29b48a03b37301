package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import java.time.Instant;
import java.util.Optional;

/** What is known of the set of a machine. */
public sealed interface VmSetLookup {
    /** Recent lists show the machine in this set; empty for a machine without set. */
    record Found(Optional<VmSet> set) implements VmSetLookup {}

    /** Complete recent lists do not contain this machine, or this set. */
    record Missing(ArmId id) implements VmSetLookup {}

    /**
     * Could not be determined now; {@code notBefore} is the earliest time to try again. Either a list could not be read, or
     * the response is still outstanding.
     */
    record Unknown(String problem, Instant notBefore, boolean underWay) implements VmSetLookup {}
}
