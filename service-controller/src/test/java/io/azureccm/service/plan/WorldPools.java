package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.Pool;
import java.util.List;
import java.util.Map;

/** Azure's behaviour of backend pools: it shows their members, keeps both kinds of members separate, and converts one kind to the other. */
public final class WorldPools {
    private static final String REFERENCES = "loadBalancerBackendAddressPools";

    private WorldPools() {}

    /** The load balancers with the IP configurations in their pools; of a scale set only its instances are members. */
    static List<ObjectNode> shown(Map<ArmId, ObjectNode> resources, List<ObjectNode> balancers) {
        balancers.forEach(balancer -> ArmJson.list(balancer, "properties", "backendAddressPools").forEach(pool -> {
            ArmId id = id(balancer, pool);
            ArmJson.properties(pool).remove("backendIPConfigurations");
            resources.forEach((owner, body) -> {
                if (!owner.hasType(ArmTypes.SCALE_SET) && refersTo(body, id)) {
                    String nic = owner.hasType(ArmTypes.NETWORK_INTERFACE) ? "" : "/networkInterfaces/nic";
                    ArmJson.properties(pool)
                            .withArray("/backendIPConfigurations")
                            .add(ArmJson.reference(owner + nic + "/ipConfigurations/ipconfig1"));
                }
            });
        }));
        return balancers;
    }

    /** Checks that no pool contains addresses while a machine or a model refers to it. */
    static void check(Map<ArmId, ObjectNode> resources) {
        resources.forEach((owner, balancer) -> {
            if (!owner.hasType(ArmTypes.LOAD_BALANCER))
                return;
            ArmJson.list(balancer, "properties", "backendAddressPools").forEach(pool -> {
                if (new Pool(null, pool).hasAddresses())
                    assertThat(resources.values()).as("referring to %s, which has addresses", pool)
                            .noneMatch(body -> refersTo(body, id(balancer, pool)));
            });
        });
    }

    /** Converts the pools that a POST names. */
    static void migrate(Map<ArmId, ObjectNode> resources, Operation operation) {
        assertThat(operation.action()).isEqualTo("migrateToIpBased");
        ObjectNode balancer = resources.get(operation.target());
        for (ObjectNode pool : ArmJson.list(balancer, "properties", "backendAddressPools")) {
            if (!ArmJson.texts(operation.body(), "pools").contains(ArmJson.name(pool)))
                continue;
            ArmId id = id(balancer, pool);
            ArrayNode addresses = ArmJson.properties(pool).putArray("loadBalancerBackendAddresses");
            resources.forEach((owner, body) -> {
                if (owner.hasType(ArmTypes.SCALE_SET_VM) && refersTo(body, id)) {
                    ObjectNode address = addresses.addObject().put("name", "addr-" + owner.name());
                    ArmJson.properties(address)
                            .put("ipAddress", "10.240.0." + (10 + Integer.parseInt(owner.name())))
                            .set("virtualNetwork", ArmJson.reference("/subscriptions/" + World.SUBSCRIPTION
                                    + "/resourceGroups/k8s/providers/Microsoft.Network/virtualNetworks/k8s-vnet"));
                }
            });
            resources.values().forEach(body -> leave(body, id));
        }
    }

    /** The number of members of the cluster's IPv4 pool on a load balancer; 0 if it does not exist. */
    static int members(World world, String balancer) {
        ArmId id = World.id(ArmTypes.LOAD_BALANCER, balancer).child("backendAddressPools", "kubernetes");
        int interfaces = (int) world.resources()
                .entrySet()
                .stream()
                .filter(entry -> !entry.getKey().hasType(ArmTypes.SCALE_SET) && refersTo(entry.getValue(), id))
                .count();
        return interfaces + world.resource(ArmTypes.LOAD_BALANCER, balancer)
                .stream()
                .flatMap(found -> ArmJson.list(found, "properties", "backendAddressPools").stream())
                .filter(pool -> ArmJson.name(pool).equals("kubernetes"))
                .mapToInt(pool -> ArmJson.list(pool, "properties", "loadBalancerBackendAddresses").size())
                .sum();
    }

    public static boolean refersTo(JsonNode body, ArmId pool) {
        return body.findValues(REFERENCES)
                .stream()
                .flatMap(list -> list.findValuesAsText("id").stream())
                .anyMatch(pool::matches);
    }

    private static void leave(JsonNode body, ArmId pool) {
        body.findValues(REFERENCES).forEach(list -> {
            for (int i = list.size() - 1; i >= 0; i--) {
                if (pool.matches(list.get(i).path("id").asText()))
                    ((ArrayNode) list).remove(i);
            }
        });
    }

    private static ArmId id(ObjectNode balancer, ObjectNode pool) {
        return ArmId.parse(ArmJson.text(balancer, "id")).child("backendAddressPools", ArmJson.name(pool));
    }
}
