package io.azureccm.common.exec;

import io.azureccm.common.core.ArmId;
import java.util.Locale;

/**
 * One lane per ARM resource. Children of network resources (a pool, a subnet) are written inside their top-level resource and share
 * its lane; children of compute resources (the instances of a scale set) have their own lanes.
 */
public final class ResourceLanes {
    private ResourceLanes() {}

    /** The resource that determines the lane. */
    public static ArmId laneOf(ArmId target) {
        return target.type().toLowerCase(Locale.ROOT).startsWith("microsoft.compute/") ? target : target.root();
    }
}
