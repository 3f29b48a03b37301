package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.service.model.Tree;
import java.util.ArrayList;
import java.util.List;

/** What a backend pool holds as Azure shows it: IP configurations of network interfaces, or addresses. */
final class PoolContents {
    private static final String ADDRESSES = "loadBalancerBackendAddresses";

    private PoolContents() {}

    static boolean hasInterfaces(ObjectNode pool) {
        return !Tree.list(pool, "properties", "backendIPConfigurations").isEmpty();
    }

    /** True when the pool holds addresses of its own; a pool of interfaces lists those without an address. */
    static boolean hasAddresses(ObjectNode pool) {
        return Tree.list(pool, "properties", ADDRESSES).stream().anyMatch(PoolContents::isAddress);
    }

    /** The pool without addresses and network, for interfaces to join. */
    static ObjectNode withoutAddresses(ObjectNode pool) {
        ObjectNode next = pool.deepCopy();
        List<ObjectNode> kept = new ArrayList<>(Tree.list(next, "properties", ADDRESSES));
        kept.removeIf(PoolContents::isAddress);
        Tree.properties(next).set(ADDRESSES, Tree.array(kept));
        Tree.properties(next).putNull("virtualNetwork");
        return next;
    }

    /** An address without a network of its own: Azure wants the network at the pool or at the addresses, not at both. */
    static ObjectNode withoutNetwork(ObjectNode address) {
        if (Tree.child(address, "properties", "virtualNetwork").isEmpty())
            return address;
        ObjectNode next = address.deepCopy();
        Tree.properties(next).putNull("virtualNetwork");
        return next;
    }

    private static boolean isAddress(ObjectNode entry) {
        return !Tree.text(entry, "properties", "ipAddress").isEmpty();
    }
}
