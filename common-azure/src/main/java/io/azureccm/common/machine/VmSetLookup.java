package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import java.time.Instant;
import java.util.Optional;

/** What is known of the set that a machine is in. */
public sealed interface VmSetLookup {
    /** Lists that are recent enough show the machine in this set; empty for a machine that is in none. */
    record Found(Optional<VmSet> set) implements VmSetLookup {}

    /** Complete lists that are recent enough do not show this machine, or this set. */
    record Missing(ArmId id) implements VmSetLookup {}

    /**
     * Nobody can tell now; {@code notBefore} is when to ask again at the earliest. Either a list could not be read, or the answer
     * is only under way.
     */
    record Unknown(String problem, Instant notBefore, boolean underWay) implements VmSetLookup {}
}
