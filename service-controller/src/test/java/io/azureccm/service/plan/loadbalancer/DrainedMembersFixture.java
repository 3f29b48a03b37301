package io.azureccm.service.plan.loadbalancer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;

/** What {@link DrainedMembersTest} and {@link LastMemberTest} have in common. */
abstract class DrainedMembersFixture {
    static final String A = "vmss-a000000";
    static final String B = "vmss-a000001";
    static final String C = "vmss-a000002";
    static final String IP_OF_A = "10.240.0.10";

    final World world = new World(3).with("loadBalancerBackendPoolConfigurationType", "nodeIP");

    @BeforeEach
    void aServiceBehindThreeNodes() {
        world.service(web().yaml());
        world.converge();
    }

    static Services web() {
        return Services.named("web").port("TCP", 80);
    }

    /** Another client sets the admin state. */
    void set(String node, String state) {
        members().stream()
                .filter(entry -> ArmJson.name(entry).equals(node))
                .forEach(entry -> ArmJson.properties(entry).put("adminState", state));
    }

    Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        members().forEach(entry -> states.put(ArmJson.name(entry), ArmJson.text(entry, "properties", "adminState")));
        return states;
    }

    List<ObjectNode> members() {
        return ArmJson.list(ArmJson.list(balancer(), "properties", "backendAddressPools").getFirst(), "properties",
                "loadBalancerBackendAddresses");
    }

    Map<String, String> tags() {
        return ResourceTags.of(balancer());
    }

    ObjectNode balancer() {
        return world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow();
    }
}
