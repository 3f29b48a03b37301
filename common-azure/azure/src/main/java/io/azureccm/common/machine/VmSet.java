package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import java.util.Map;

/** A scale set or an availability set, with its tags. */
public record VmSet(ArmId id, Map<String, String> tags) implements Identified {
    public VmSet {
        tags = Map.copyOf(tags);
    }
}
