package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;

/** Something that ARM lists with its own id. */
public interface Identified {
    ArmId id();
}
