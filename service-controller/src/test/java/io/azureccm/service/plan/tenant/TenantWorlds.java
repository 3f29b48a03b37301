package io.azureccm.service.plan.tenant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Ownership;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random Services of several namespaces, whose annotations name whatever exists: addresses, public IPs, frontends, nodes and tags, of
 * others and of nobody; over random resources that the controller did not create.
 */
final class TenantWorlds {
    static final List<String> NAMESPACES = List.of("team-a", "team-b", "team-c");
    private static final List<String> VALUES = List.of("team-b/svc1", "other", "kubernetes", "", "null");

    private final Random random;
    private int labels;

    TenantWorlds(Random random) {
        this.random = random;
    }

    /** Without Services: public IPs of users and of another cluster, load balancers of others, rules of others. */
    World standing() {
        World world = new World(2);
        world.with("tags", random.nextBoolean() ? "team=net" : "k8s-azure-service=x,kubernetes-cluster-name=y,z=1");
        if (random.nextInt(3) == 0)
            world.with("systemTags", "sys");
        standing(world);
        SecurityRules.put(world, SecurityRules.filler("mine", 500, 1, 1));
        return world;
    }

    /** Adds public IPs of users and of another cluster, load balancers of others, and a user's frontend on the cluster's own. */
    static void standing(World world) {
        publicIp(world, "vip", "20.9.0.1", "");
        publicIp(world, "labelled", "20.9.0.2", "\"dnsSettings\": {\"domainNameLabel\": \"shop\"}, ");
        publicIp(world, "theirs", "20.9.0.3", "").set("tags", World.json(
                "{\"k8s-azure-service\": \"team-a/svc0\", \"k8s-azure-cluster-name\": \"other\"}"));
        publicIp(world, "lost", "20.9.0.4", "").set("tags", World.json(
                "{\"k8s-azure-service\": \"team-z/gone\", \"k8s-azure-cluster-name\": \"kubernetes\"}"));
        world.put(ArmTypes.LOAD_BALANCER, "other", balancer("20.9.0.3", "theirs",
                "a0123456789abcdef0123456789abcde", "10.240.7.1"));
        world.put(ArmTypes.LOAD_BALANCER, "appliance", balancer("20.9.0.5", "appliance-ip", "public", "10.240.7.2"));
        publicIp(world, "appliance-ip", "20.9.0.5", "");
        publicIp(world, "outbound-ip", "20.9.0.6", "");
        publicIp(world, "blue-ip", "20.9.0.7", "");
        world.put(ArmTypes.LOAD_BALANCER, "kubernetes", world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")
                .map(ObjectNode::toString)
                .orElse("{\"location\": \"eastus\", \"sku\": {\"name\": \"Standard\"}, \"properties\": {}}"));
        frontend(world, "kubernetes", "outbound", "outbound-ip");
        frontend(world, "other", "a0123456789abcdef0123456789abcdf", "blue-ip");
    }

    private static void frontend(World world, String balancer, String name, String publicIp) {
        world.resource(ArmTypes.LOAD_BALANCER, balancer)
                .orElseThrow()
                .withArray("/properties/frontendIPConfigurations")
                .add(World.json("{\"name\": \"" + name + "\", \"properties\": {\"publicIPAddress\": {\"id\": \""
                        + World.id(ArmTypes.PUBLIC_IP, publicIp) + "\"}}}"));
    }

    private static ObjectNode publicIp(World world, String name, String address, String more) {
        return world.put(ArmTypes.PUBLIC_IP, name, "{\"sku\": {\"name\": \"Standard\"}, \"properties\": {" + more
                + "\"ipAddress\": \"" + address + "\", \"publicIPAddressVersion\": \"IPv4\", "
                + "\"publicIPAllocationMethod\": \"Static\"}}");
    }

    private static String balancer(String address, String publicIp, String frontend, String privateIp) {
        return """
                {"sku": {"name": "Standard"}, "properties": {"frontendIPConfigurations": [
                 {"name": "%s", "properties": {"publicIPAddress": {"id": "%s"}}},
                 {"name": "%s-2", "properties": {"privateIPAddress": "%s"}}]}}"""
                .formatted(frontend, World.id(ArmTypes.PUBLIC_IP, publicIp), frontend, privateIp);
    }

    /** Adds, changes or removes Services of these namespaces, each a few times. */
    void change(World world, List<String> namespaces) {
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            String namespace = any(namespaces);
            String name = "svc" + NAMESPACES.indexOf(namespace) + random.nextInt(3);
            List<ServiceSpec> own = world.services().stream().filter(each -> each.key().name().equals(name)).toList();
            if (!own.isEmpty() && random.nextInt(4) == 0)
                world.gone(name);
            else if (own.stream().allMatch(ServiceSpec::wanted))
                world.service(service(world, namespace, name).yaml());
        }
    }

    /** Forgets the Services that are gone, once nothing is left of them. */
    static void forget(World world) {
        List.copyOf(world.services())
                .stream()
                .filter(service -> !service.wanted())
                .forEach(service -> world.forget(service.key().name()));
    }

    private Services service(World world, String namespace, String name) {
        Services service = Services.named(name)
                .in(namespace)
                .created("2026-01-0" + (1 + Math.abs(name.hashCode()) % 9) + "T00:00:00Z")
                .port("TCP", any(List.of(80, 81, 443, 8080)));
        if (random.nextInt(3) == 0)
            service.port("UDP", 53);
        if (random.nextInt(3) == 0)
            service.spec("loadBalancerSourceRanges: [10.1.0.0/16]");
        if (random.nextInt(3) == 0)
            service.annotation("azure-load-balancer-internal", "true");
        if (random.nextInt(5) == 0)
            service.annotation("azure-load-balancer-tcp-idle-timeout", "nonsense");
        if (random.nextInt(6) == 0)
            service.annotation("azure-disable-load-balancer-floating-ip", "true");
        destinations(service, name);
        address(world, service);
        // Azure refuses a label that another public IP has.
        if (random.nextInt(3) == 0)
            service.annotation("azure-dns-label-name", random.nextInt(3) == 0 ? "" : name + "-" + ++labels);
        tags(service);
        if (random.nextInt(3) == 0)
            service.annotation("azure-additional-public-ips", any(addresses(world)) + "," + any(addresses(world)));
        if (random.nextInt(3) == 0)
            service.annotation("azure-pls-create", "true");
        if (random.nextInt(6) == 0)
            service.annotation("azure-pls-name", "link");
        return service;
    }

    /** Ranges of nodes, of internal frontends too, and of others; and ports that are node ports of other Services. */
    private void destinations(Services service, String name) {
        if (random.nextInt(3) == 0)
            service.port("TCP", 31080 + random.nextInt(9), 31180 + number(name));
        if (random.nextInt(3) == 0)
            service.port("TCP", 90, 31080 + number(name))
                    .annotation("azure-disable-load-balancer-floating-ip", "true")
                    .annotation("azure-allowed-destination-ip-ranges", any(
                            List.of("10.240.0.0/24", "10.240.0.0/22", "10.240.0.0/16", "20.0.0.0/8", "10.240.1.5/32",
                                    "x")));
    }

    private static int number(String name) {
        return 3 * (name.charAt(3) - '0') + name.charAt(4) - '0';
    }

    private void address(World world, Services service) {
        switch (random.nextInt(5)) {
            case 0 -> service.annotation("azure-pip-name", any(names(world)));
            case 1 -> service.annotation("azure-load-balancer-ipv4", any(withoutNodes(world)));
            case 2 -> service.spec("loadBalancerIP: " + any(withoutNodes(world)));
            default -> {
                // An address of its own.
            }
        }
        if (random.nextInt(6) == 0)
            service.annotation("azure-load-balancer-resource-group", any(List.of("k8s", "K8S", "elsewhere")));
    }

    private void tags(Services service) {
        List<String> tags = new ArrayList<>(List.of("color=" + random.nextInt(3)));
        for (String key : Ownership.TAGS) {
            if (random.nextInt(3) == 0)
                tags.add(spelled(key) + "=" + any(VALUES));
        }
        if (random.nextBoolean())
            service.annotation("azure-pip-tags", String.join(",", tags));
    }

    private String spelled(String key) {
        return switch (random.nextInt(4)) {
            case 0 -> key.toUpperCase(java.util.Locale.ROOT);
            case 1 -> " " + key + "  ";
            case 2 -> "\u00a0" + key;
            default -> key;
        };
    }

    /** Of every public IP, frontend and node, and some that nobody has. */
    private List<String> addresses(World world) {
        List<String> all = new ArrayList<>(List.of("20.77.0.1", "0.0.0.0", "10.240.9.9", "168.63.129.16"));
        world.resources().values().forEach(body -> {
            all.add(ArmJson.text(body, "properties", "ipAddress"));
            ArmJson.list(body, "properties", "frontendIPConfigurations")
                    .forEach(frontend -> all.add(ArmJson.text(frontend, "properties", "privateIPAddress")));
        });
        world.clusterState().nodes().forEach(node -> all.addAll(node.internalIps()));
        all.removeIf(String::isEmpty);
        return all;
    }

    /** Azure refuses a frontend at the address of a machine. */
    private List<String> withoutNodes(World world) {
        List<String> all = addresses(world);
        world.clusterState().nodes().forEach(node -> all.removeAll(node.internalIps()));
        return all;
    }

    private static List<String> names(World world) {
        return world.resources()
                .keySet()
                .stream()
                .filter(id -> id.hasType(ArmTypes.PUBLIC_IP))
                .map(ArmId::name)
                .toList();
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** The ownership tags among some tags, by key in lower case. */
    static Map<String, String> ownership(Map<String, String> tags) {
        Map<String, String> own = new java.util.TreeMap<>();
        tags.forEach((key, value) -> {
            if (Ownership.isReserved(key))
                own.put(key.toLowerCase(java.util.Locale.ROOT), value);
        });
        return own;
    }
}
