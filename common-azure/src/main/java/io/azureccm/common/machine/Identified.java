package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;

/** Something that ARM lists under an id of its own. */
public interface Identified {
    ArmId id();
}
