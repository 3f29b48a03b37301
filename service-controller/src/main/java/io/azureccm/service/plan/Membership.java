package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.intent.IpFamily;
import java.util.Map;
import java.util.Set;

/**
 * Which pools machines are to join, by family, and which they have to leave because their load balancer goes; pools to join that
 * do not exist yet are named in {@code missing}.
 */
record Membership(Map<IpFamily, Set<ArmId>> join, Set<ArmId> leave, Set<ArmId> missing) {
    boolean isJoined(ArmId pool) {
        return join.values().stream().anyMatch(pools -> pools.contains(pool));
    }
}
