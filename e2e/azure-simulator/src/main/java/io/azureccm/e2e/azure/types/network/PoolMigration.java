package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
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
        List<String> chosen = Json.objects(balancer.properties(), "backendAddressPools")
                .stream()
                .map(pool -> Json.name(pool))
                .filter(name -> names.isEmpty() || names.stream().anyMatch(name::equalsIgnoreCase))
                .toList();
        return new PoolMigration(world, LoadBalancers.migrated(world, balancer, chosen),
                chosen.stream().map(name -> balancer.id() + "/backendAddressPools/" + name).toList());
    }

    /** Removes every interface, instance and model from the pools. */
    public void leave(ResourceType.Writer writer) {
        Set<ResourceId> owners = new LinkedHashSet<>();
        for (String pool : pools)
            world.users(pool).forEach(user -> owners.add(ResourceId.require(user).owner()));
        for (ResourceId owner : owners)
            world.store().get(owner).ifPresent(found -> {
                ObjectNode changed = found.body().deepCopy();
                removePools(changed);
                writer.store(
                        new Draft(found.id(), changed, found.hidden().deepCopy(), Optional.of(found), world, true));
            });
    }

    private void removePools(com.fasterxml.jackson.databind.JsonNode node) {
        if (node.get(
                "loadBalancerBackendAddressPools") instanceof com.fasterxml.jackson.databind.node.ArrayNode joined)
            joined.removeIf(each -> pools.stream().anyMatch(Json.textOr(each, "", "id")::equalsIgnoreCase));
        node.forEach(this::removePools);
    }
}
