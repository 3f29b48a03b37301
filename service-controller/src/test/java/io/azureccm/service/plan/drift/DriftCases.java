package io.azureccm.service.plan.drift;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Changes to a world of served Services: manual changes in Azure, and changed requests. */
final class DriftCases {
    private static final String NODE_IP = "nodeIP";

    private DriftCases() {}

    /** The initial state, the manual change in Azure, and the elements that have to be corrected. */
    record Damage(String name, Consumer<World> given, Consumer<World> done, String... elements) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Damage> DAMAGES = List.of(
            new Damage("rule lost", world -> {}, world -> lose(balancer(world), "loadBalancingRules", "TCP-80"),
                    "ADD rule"),
            new Damage("rule changed", world -> {},
                    world -> edit(balancer(world), "loadBalancingRules", "TCP-80", "idleTimeoutInMinutes", 30),
                    "UPDATE rule"),
            new Damage("rule of the Service's name added", world -> {},
                    world -> elements(balancer(world), "loadBalancingRules").add(
                            elements(balancer(world), "loadBalancingRules").get(0)
                                    .<ObjectNode>deepCopy()
                                    .put("name", rule(world).replace("TCP-80", "TCP-99"))),
                    "REMOVE rule"),
            new Damage("probe changed", world -> {},
                    world -> edit(balancer(world), "probes", "TCP-80", "intervalInSeconds", 77), "UPDATE probe"),
            new Damage("rule and probe lost", world -> {}, world -> {
                lose(balancer(world), "loadBalancingRules", "TCP-80");
                lose(balancer(world), "probes", "TCP-80");
            }, "ADD probe", "ADD rule"),
            new Damage("frontend lost with its rule", world -> {}, world -> {
                lose(balancer(world), "loadBalancingRules", "");
                lose(balancer(world), "frontendIPConfigurations", "");
            }, "ADD frontend", "ADD rule"),
            new Damage("configured tag of the load balancer changed", world -> world.with("tags", "team=net"),
                    world -> ((ObjectNode) balancer(world).path("tags")).put("team", "other"), "UPDATE tag"),
            new Damage("load balancer deleted", world -> {}, world -> {
                world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.LOAD_BALANCER));
                world.resources().values().forEach(DriftCases::leavePools);
            }, "ADD frontend", "ADD pool", "ADD probe", "ADD resource", "ADD rule"),
            new Damage("tag of the public IP changed", world -> world.with("tags", "team=net"),
                    world -> ((ObjectNode) publicIp(world).path("tags")).put("team", "other"), "UPDATE tag"),
            new Damage("tag of the public IP removed", world -> world.with("tags", "team=net"),
                    world -> ((ObjectNode) publicIp(world).path("tags")).remove("team"), "ADD tag"),
            new Damage("DNS label changed", world -> serve(world, "azure-dns-label-name", "shop"),
                    world -> publicIp(world).withObject("/properties/dnsSettings").put("domainNameLabel", "theirs"),
                    "UPDATE resource"),
            new Damage("DNS label removed", world -> serve(world, "azure-dns-label-name", "shop"),
                    world -> ArmJson.properties(publicIp(world)).remove("dnsSettings"), "UPDATE resource"),
            new Damage("public IP and its frontend deleted", world -> {}, world -> {
                world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.PUBLIC_IP));
                lose(balancer(world), "loadBalancingRules", "");
                lose(balancer(world), "frontendIPConfigurations", "");
            }, "ADD resource"),
            new Damage("instance taken out of the pool", world -> {},
                    world -> leavePools(world.resources()
                            .get(World.id(ArmTypes.SCALE_SET, "vmss-a").child("virtualMachines", "1"))),
                    "ADD pool"),
            new Damage("model of the scale set taken out of the pool", world -> {},
                    world -> leavePools(world.resource(ArmTypes.SCALE_SET, "vmss-a").orElseThrow()), "ADD pool"),
            new Damage("interface taken out of the pool", world -> world.virtualMachine("lone", ""),
                    world -> leavePools(world.resource(ArmTypes.NETWORK_INTERFACE, "lone-nic").orElseThrow()),
                    "ADD pool"),
            new Damage("address taken out of the pool",
                    world -> world.with("loadBalancerBackendPoolConfigurationType", NODE_IP),
                    world -> ((ArrayNode) elements(balancer(world), "backendAddressPools")
                            .get(0)
                            .at("/properties/loadBalancerBackendAddresses")).remove(0),
                    "UPDATE pool"),
            new Damage("security rule removed", world -> {},
                    world -> elements(group(world), "securityRules").removeAll(),
                    "ADD rule"),
            new Damage("sources of a security rule widened",
                    world -> serve(world, "azure-allowed-ip-ranges", "10.1.0.0/16"),
                    world -> edit(group(world), "securityRules", "", "sourceAddressPrefix", "*"), "UPDATE rule"),
            new Damage("destination of a security rule changed", world -> {},
                    world -> edit(group(world), "securityRules", "", "destinationAddressPrefix", "20.0.0.200"),
                    "UPDATE rule"),
            new Damage("private link service changed", DriftCases::servePrivateLink,
                    world -> ArmJson.properties(privateLink(world)).put("enableProxyProtocol", true),
                    "UPDATE resource"),
            new Damage("private link service deleted", DriftCases::servePrivateLink,
                    world -> world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.PRIVATE_LINK_SERVICE)),
                    "ADD resource"),
            new Damage("private link service deleted and its subnet closed", DriftCases::servePrivateLink, world -> {
                world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.PRIVATE_LINK_SERVICE));
                ArmJson.properties(world.subnetBody("k8s-subnet"))
                        .put("privateLinkServiceNetworkPolicies", "Enabled");
            }, "ADD resource", "UPDATE resource"));

    /** Changes by users, the cluster or the operator, without changes in Azure. */
    static final List<Damage> WISHES = List.of(
            new Damage("Service added", world -> {}, world -> world.service(api().yaml())),
            new Damage("port added", world -> {}, world -> world.service(web().port("TCP", 443).yaml())),
            new Damage("port removed", world -> world.service(web().port("TCP", 443).yaml()),
                    world -> world.service(web().yaml())),
            new Damage("idle timeout changed", world -> {},
                    world -> serve(world, "azure-load-balancer-tcp-idle-timeout", "10")),
            new Damage("Service made internal", world -> {},
                    world -> serve(world, "azure-load-balancer-internal", "true")),
            new Damage("access narrowed", world -> {}, world -> serve(world, "azure-allowed-ip-ranges", "10.1.0.0/16")),
            new Damage("DNS label changed", world -> serve(world, "azure-dns-label-name", "shop"),
                    world -> serve(world, "azure-dns-label-name", "store")),
            new Damage("Service deleted", world -> world.service(api().yaml()), world -> world.gone("api")),
            new Damage("last Service deleted", world -> {}, world -> world.gone("web")),
            new Damage("node joined", world -> {}, world -> world.machine(2)),
            new Damage("node joined a pool of addresses",
                    world -> world.with("loadBalancerBackendPoolConfigurationType", NODE_IP),
                    world -> world.machine(2)),
            new Damage("node left", world -> {}, world -> world.nodeLeft(1)),
            new Damage("node left a pool of addresses",
                    world -> world.with("loadBalancerBackendPoolConfigurationType", NODE_IP),
                    world -> world.nodeLeft(1)),
            new Damage("configured tags changed", world -> world.with("tags", "team=net"),
                    world -> world.with("tags", "team=core")),
            new Damage("kind of pools changed", world -> {},
                    world -> world.with("loadBalancerBackendPoolConfigurationType", NODE_IP)),
            new Damage("kind of pools changed by Azure", world -> {},
                    world -> world.with("loadBalancerBackendPoolConfigurationType", NODE_IP)
                            .with("enableMigrateToIPBasedBackendPoolAPI", "true")),
            new Damage("probes shared", world -> {}, world -> {
                world.with("clusterServiceLoadBalancerHealthProbeMode", "shared");
                world.service(web().yaml());
            }),
            new Damage("private link service not wanted", DriftCases::servePrivateLink, world -> world
                    .service(web().annotation("azure-load-balancer-internal", "true")
                            .annotation("azure-pls-create", "false")
                            .yaml())));

    static Services web() {
        return Services.named("web").port("TCP", 80);
    }

    static Services api() {
        return Services.named("api").port("TCP", 443).created("2026-01-02T00:00:00Z");
    }

    static void serve(World world, String annotation, String value) {
        world.service(web().annotation(annotation, value).yaml());
    }

    static void servePrivateLink(World world) {
        world.service(web().annotation("azure-load-balancer-internal", "true")
                .annotation("azure-pls-create", "true")
                .yaml());
    }

    static ObjectNode balancer(World world) {
        return Stream.of("kubernetes", "kubernetes-internal")
                .flatMap(name -> world.resource(ArmTypes.LOAD_BALANCER, name).stream())
                .findFirst()
                .orElseThrow();
    }

    static ObjectNode group(World world) {
        return world.resource(ArmTypes.SECURITY_GROUP, "k8s-nsg").orElseThrow();
    }

    static ObjectNode publicIp(World world) {
        return only(world, ArmTypes.PUBLIC_IP);
    }

    static ObjectNode privateLink(World world) {
        return only(world, ArmTypes.PRIVATE_LINK_SERVICE);
    }

    static ObjectNode only(World world, String type) {
        List<ObjectNode> found = world.resources()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().hasType(type))
                .map(Map.Entry::getValue)
                .toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    static String rule(World world) {
        return ArmJson.name(elements(balancer(world), "loadBalancingRules").get(0));
    }

    static ArrayNode elements(ObjectNode resource, String property) {
        return (ArrayNode) resource.path("properties").path(property);
    }

    static void lose(ObjectNode resource, String property, String ending) {
        ArrayNode elements = elements(resource, property);
        int before = elements.size();
        for (int i = elements.size() - 1; i >= 0; i--) {
            if (ArmJson.name(elements.get(i)).endsWith(ending))
                elements.remove(i);
        }
        assertThat(elements.size()).isLessThan(before);
    }

    static void edit(ObjectNode resource, String property, String ending, String field, Object value) {
        elements(resource, property).forEach(element -> {
            if (ArmJson.name(element).endsWith(ending))
                ArmJson.properties((ObjectNode) element).putPOJO(field, value);
        });
        // Values come back as JSON.
        resource.setAll(World.json(resource.toString()));
    }

    static void leavePools(ObjectNode resource) {
        resource.findParents("loadBalancerBackendAddressPools")
                .forEach(parent -> ((ObjectNode) parent).remove("loadBalancerBackendAddressPools"));
    }
}
