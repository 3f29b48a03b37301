package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The migration of pools of interfaces to pools of addresses.
 *
 * @param body the resulting load balancer
 * @param pools IDs of the migrated pools
 */
public record PoolMigration(World world, ObjectNode body, List<String> pools) {

    /** Reads the current members of the pools; of all pools if no name is given. */
    public static PoolMigration of(World world, Resource balancer, List<String> names) {
        ObjectNode body = balancer.body().deepCopy();
        List<String> pools = new ArrayList<>();
        for (ObjectNode pool : Json.objects(body, "properties", "backendAddressPools")) {
            String name = Json.name(pool);
            if (!names.isEmpty() && names.stream().noneMatch(name::equalsIgnoreCase))
                continue;
            String id = balancer.id() + "/backendAddressPools/" + name;
            pools.add(id);
            for (String member : LoadBalancers.members(world, id))
                LoadBalancers.home(world, member).ifPresent(home -> add(Json.properties(pool), home));
        }
        return new PoolMigration(world, body, pools);
    }

    private static void add(ObjectNode pool, Reference home) {
        ObjectNode address = Json.arrayAt(pool, "loadBalancerBackendAddresses").addObject();
        Json.properties(address.put("name", "addr-" + home.address()))
                .put("ipAddress", home.address())
                .set("virtualNetwork", Json.idObject(ResourceId.require(home.to()).parent(1).text()));
    }

    /** Removes every interface, instance and model from the pools. */
    public void leave(ResourceType.Writer writer) {
        Set<ResourceId> owners = new LinkedHashSet<>();
        for (String pool : pools)
            world.users(pool).forEach(user -> owners.add(ResourceId.require(user).owner()));
        owners.forEach(owner -> LoadBalancers.leave(world, writer, owner, pools));
    }
}
