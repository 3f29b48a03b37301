package io.azureccm.service.plan.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.service.model.ArmJson;
import java.util.ArrayList;
import java.util.List;

/** What a backend pool holds as Azure shows it: IP configurations of network interfaces, or addresses. */
public final class PoolContents {
    private static final String ADDRESSES = "loadBalancerBackendAddresses";

    private PoolContents() {}

    public static boolean hasInterfaces(ObjectNode pool) {
        return !ArmJson.list(pool, "properties", "backendIPConfigurations").isEmpty();
    }

    /** True when the pool holds addresses of its own; a pool of interfaces lists those without an address. */
    public static boolean hasAddresses(ObjectNode pool) {
        return ArmJson.list(pool, "properties", ADDRESSES).stream().anyMatch(PoolContents::isAddress);
    }

    /** The pool without addresses and network, for interfaces to join. */
    static ObjectNode withoutAddresses(ObjectNode pool) {
        ObjectNode next = pool.deepCopy();
        List<ObjectNode> kept = new ArrayList<>(ArmJson.list(next, "properties", ADDRESSES));
        kept.removeIf(PoolContents::isAddress);
        ArmJson.properties(next).set(ADDRESSES, ArmJson.array(kept));
        ArmJson.properties(next).putNull("virtualNetwork");
        return next;
    }

    /** An address without a network of its own: Azure wants the network at the pool or at the addresses, not at both. */
    static ObjectNode withoutNetwork(ObjectNode address) {
        if (ArmJson.child(address, "properties", "virtualNetwork").isEmpty())
            return address;
        ObjectNode next = address.deepCopy();
        ArmJson.properties(next).putNull("virtualNetwork");
        return next;
    }

    private static boolean isAddress(ObjectNode entry) {
        return !ArmJson.text(entry, "properties", "ipAddress").isEmpty();
    }
}
