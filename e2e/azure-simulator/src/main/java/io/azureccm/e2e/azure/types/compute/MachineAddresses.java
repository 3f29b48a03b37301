package io.azureccm.e2e.azure.types.compute;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Cidr;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * One private address of a machine with the public addresses that lead to it.
 *
 * @param publicAddress its own public address, or empty
 * @param frontends public addresses of load balancers that have it in a pool with a rule
 */
public record MachineAddresses(String privateAddress, String publicAddress, List<String> frontends) {

    public boolean ipv6() {
        return Cidr.isIpv6(privateAddress);
    }

    /** All addresses of a machine or scale set instance. */
    public static List<MachineAddresses> of(World world, Resource machine) {
        List<MachineAddresses> addresses = new ArrayList<>();
        if (machine.type().equals(ScaleSetInstances.NAME))
            collect(world, machine, addresses);
        else
            FlexibleInstances.interfacesOf(world, machine).forEach(nic -> collect(world, nic, addresses));
        return addresses;
    }

    private static void collect(World world, Resource owner, List<MachineAddresses> into) {
        List<Reference> references = world.store().from(owner.id());
        for (Reference home : references) {
            if (home.address().isEmpty())
                continue;
            String own = "";
            List<String> frontends = new ArrayList<>();
            for (Reference other : references) {
                if (!other.from().equals(home.from()))
                    continue;
                String to = ResourceId.key(other.to());
                if (to.contains("/publicipaddresses/"))
                    own = address(world, other.to());
                else if (to.contains("/backendaddresspools/"))
                    frontends.addAll(frontends(world, other.to()));
            }
            into.add(new MachineAddresses(home.address(),
                    own.isEmpty() ? instanceAddress(owner, home.from()) : own, frontends));
        }
    }

    private static String instanceAddress(Resource owner, String configuration) {
        ResourceId id = ResourceId.require(configuration);
        List<String> names = id.names();
        return names.size() < 4
                ? ""
                : Json.textOr(owner.hidden(), "", "publicAddresses",
                        (names.get(2) + "/" + names.get(3)).toLowerCase(java.util.Locale.ROOT));
    }

    private static String address(World world, String id) {
        return world.store().get(id).map(found -> Json.textOr(found.properties(), "", "ipAddress")).orElse("");
    }

    private static List<String> frontends(World world, String pool) {
        List<String> addresses = new ArrayList<>();
        world.store().get(ResourceId.require(pool).parent(1)).ifPresent(balancer -> {
            for (ObjectNode rule : Json.objects(balancer.properties(), "loadBalancingRules")) {
                if (pool.equalsIgnoreCase(Json.textOr(rule, "", "properties", "backendAddressPool", "id"))) {
                    String frontend = Json.textOr(rule, "", "properties", "frontendIPConfiguration", "id");
                    world.store()
                            .from(balancer.id())
                            .stream()
                            .filter(reference -> reference.from().equalsIgnoreCase(frontend))
                            .map(reference -> address(world, reference.to()))
                            .filter(found -> !found.isEmpty() && !addresses.contains(found))
                            .forEach(addresses::add);
                }
            }
        });
        return addresses;
    }
}
