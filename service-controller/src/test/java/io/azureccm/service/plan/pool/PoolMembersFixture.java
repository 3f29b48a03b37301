package io.azureccm.service.plan.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;

/** A Service whose pools machines join and leave. */
abstract class PoolMembersFixture {
    final World world = new World(0);

    void web() {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
    }

    /** Azure shows the machine or interface in the pool "kubernetes" of a load balancer. */
    void putIn(String balancer, ArmId member) {
        world.resources()
                .get(member)
                .findParents("privateIPAddressVersion")
                .forEach(configuration -> ((ObjectNode) configuration).putArray("loadBalancerBackendAddressPools")
                        .add(ArmJson.reference(
                                World.id(ArmTypes.LOAD_BALANCER, balancer) + "/backendAddressPools/kubernetes")));
    }

    ObjectNode configuration(String nic, String name) {
        return ArmJson.list(resource(ArmTypes.NETWORK_INTERFACE, nic), "properties", "ipConfigurations")
                .stream()
                .filter(configuration -> ArmJson.name(configuration).equals(name))
                .findFirst()
                .orElseThrow();
    }

    ObjectNode resource(String type, String name) {
        return world.resource(type, name).orElseThrow();
    }
}
