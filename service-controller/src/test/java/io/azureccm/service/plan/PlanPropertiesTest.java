package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties of every plan, for any Services. */
class PlanPropertiesTest {
    @Property
    void planAfterApplyIsEmpty(@ForAll long seed) {
        World world = world(new Random(seed));
        world.converge();
        assertThat(world.plan().plan().operations()).isEmpty();
    }

    /** Nodes of all kinds are added, removed and excluded, and pools change their kind. */
    @Property
    void poolsFollowTheNodesAndAreNeverEmptied(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world(random);
        world.scaleSet("flex", "Flexible");
        world.with("enableMigrateToIPBasedBackendPoolAPI", String.valueOf(random.nextBoolean()));
        for (int step = 0; step < 5; step++) {
            String name = "vm-" + random.nextInt(4);
            switch (random.nextInt(4)) {
                case 0 -> world.virtualMachine(name,
                        random.nextBoolean() ? "" : World.id(ArmTypes.SCALE_SET, "flex").toString());
                case 1 -> world.excludeSome(random);
                case 2 -> world.someNodeLeaves(random);
                default -> world.with("loadBalancerBackendPoolConfigurationType",
                        random.nextBoolean() ? "nodeIP" : "nodeIPConfiguration");
            }
            boolean filled = WorldPools.members(world, "kubernetes") > 0;
            world.converge();
            assertThat(world.plan().plan().operations()).isEmpty();
            if (filled && world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").isPresent())
                assertThat(WorldPools.members(world, "kubernetes")).isPositive();
        }
    }

    @Property
    void orderInWhichServicesAreHandedInIsIrrelevant(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world(random);
        if (random.nextBoolean())
            world.converge();
        List<ServiceSpec> shuffled = new ArrayList<>(world.services());
        Collections.shuffle(shuffled, random);
        assertThat(json(world.plan(shuffled).plan())).isEqualTo(json(world.plan().plan()));
    }

    @Property
    void nothingIsLeftWhenAllServicesAreGone(@ForAll long seed) {
        World before = world(new Random(seed));
        Map<String, ObjectNode> untouched = bodies(new World(3));
        before.converge();
        List.copyOf(before.services()).forEach(service -> before.gone(service.key().name()));
        before.converge();
        Map<String, ObjectNode> after = bodies(before);
        assertThat(after.keySet()).isEqualTo(untouched.keySet());
        assertThat(ArmJson.list(before.resource(ArmTypes.SECURITY_GROUP, "k8s-nsg").orElseThrow(), "properties",
                "securityRules"))
                .isEmpty();
        after.values().forEach(body -> assertThat(body.toString()).doesNotContain("/loadBalancers/kubernetes"));
    }

    @Property
    void servicesThatSwitchBetweenInternalAndExternalLeaveNothingOnTheOldSide(@ForAll long seed) {
        World world = new World(3);
        Random random = new Random(seed);
        boolean[] internal = new boolean[4];
        for (int step = 0; step < 3; step++) {
            for (int i = 0; i < internal.length; i++) {
                internal[i] = random.nextBoolean();
                Services service = Services.named("svc" + i).port("TCP", 80 + i).status("20.0.0.9");
                world.service(
                        (internal[i] ? service.annotation("azure-load-balancer-internal", "true") : service).yaml());
            }
            world.converge();
            for (int i = 0; i < internal.length; i++) {
                String base = io.azureccm.service.model.ServiceNames.base(Services.uid("svc" + i));
                assertThat(holds(world, "kubernetes", base)).isEqualTo(!internal[i]);
                assertThat(holds(world, "kubernetes-internal", base)).isEqualTo(internal[i]);
                assertThat(world.resource(ArmTypes.PUBLIC_IP, "kubernetes-" + base).isPresent())
                        .isEqualTo(!internal[i]);
            }
        }
    }

    private static boolean holds(World world, String balancer, String base) {
        return world.resource(ArmTypes.LOAD_BALANCER, balancer)
                .filter(json -> json.toString().contains(base))
                .isPresent();
    }

    @Property
    void whatIsForeignSurvives(@ForAll long seed) {
        World world = world(new Random(seed));
        world.put(ArmTypes.LOAD_BALANCER, "kubernetes",
                """
                        {"location": "eastus", "futureTopLevel": {"a": 1}, "sku": {"name": "Standard"}, "properties": {
                         "futureProperty": "kept",
                         "frontendIPConfigurations": [{"name": "outbound", "properties": {"publicIPAddress": {"id": "/subscriptions/s/x"}}}],
                         "backendAddressPools": [{"name": "aksOutboundBackendPool", "properties": {"drainPeriodInSeconds": 7}}],
                         "outboundRules": [{"name": "out", "properties": {"frontendIPConfigurations": [
                           {"id": "/subscriptions/s/loadBalancers/kubernetes/frontendIPConfigurations/outbound"}]}}],
                         "loadBalancingRules": [{"name": "mine", "properties": {"frontendPort": 9, "protocol": "Tcp",
                           "frontendIPConfiguration": {"id": "/x/frontendIPConfigurations/outbound"}}}],
                         "probes": [{"name": "mine", "properties": {"port": 9}}]}}""");
        ObjectNode original = world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow().deepCopy();
        world.converge();
        List.copyOf(world.services()).forEach(service -> world.gone(service.key().name()));
        world.converge();
        ObjectNode left = world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow().deepCopy();
        List<ObjectNode> pools = new ArrayList<>(ArmJson.list(left, "properties", "backendAddressPools"));
        pools.removeIf(pool -> ArmJson.name(pool).startsWith("kubernetes"));
        ArmJson.properties(left).set("backendAddressPools", ArmJson.array(pools));
        assertThat(left.put("etag", "")).isEqualTo(original.put("etag", ""));
    }

    @Property
    void clustersThatShareAGroupNeverTouchEachOther(@ForAll long seed) {
        World world = world(new Random(seed));
        world.put(ArmTypes.PUBLIC_IP, "blue-ip", """
                {"tags": {"k8s-azure-service": "shop/svc0", "k8s-azure-cluster-name": "blue"},
                 "properties": {"ipAddress": "20.9.9.9"}}""");
        world.put(ArmTypes.LOAD_BALANCER, "blue", "{\"properties\": {\"frontendIPConfigurations\": []}}");
        world.put(ArmTypes.SECURITY_GROUP, "k8s-nsg",
                """
                        {"properties": {"securityRules": [{"name": "k8s-azure-lb_allow_IPv4_d39272f7f57ed937951650d93992ad77", "properties": {"priority": 500,
                         "access": "Allow", "direction": "Inbound", "protocol": "Tcp", "destinationPortRanges": ["80"],
                         "sourceAddressPrefix": "Internet", "destinationAddressPrefix": "20.9.9.9"}}]}}""");
        for (Plan plan : world.converge()) {
            assertThat(plan.operations()).noneMatch(operation -> operation.target().name().startsWith("blue"));
        }
        assertThat(SecurityRules.unordered(world)).as("destinations of a rule that both clusters have")
                .anyMatch(rule -> rule.contains("20.9.9.9") && rule.endsWith(" 80"));
    }

    /** Up to six Services of all kinds on three nodes. */
    private static World world(Random random) {
        World world = new World(3);
        if (random.nextInt(3) == 0)
            world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            Services service = Services.named("svc" + i).created("2026-01-0" + (1 + random.nextInt(3)) + "T00:00:00Z");
            service.port("TCP", 80 + random.nextInt(3));
            if (random.nextBoolean())
                service.port("UDP", 53);
            if (random.nextBoolean())
                service.port("TCP", 443);
            if (random.nextInt(3) == 0)
                service.annotation("azure-load-balancer-internal", "true");
            if (random.nextInt(3) == 0)
                service.spec("externalTrafficPolicy: Local").spec("healthCheckNodePort: " + (32000 + i));
            if (random.nextInt(3) == 0)
                service.spec("loadBalancerSourceRanges: [10.1.0.0/16, 10.2.0.0/16]");
            if (random.nextInt(4) == 0)
                service.spec("sessionAffinity: ClientIP");
            if (random.nextInt(5) == 0)
                service.annotation("azure-disable-load-balancer-floating-ip", "true");
            if (random.nextInt(5) == 0)
                service.annotation("azure-load-balancer-tcp-idle-timeout", "nonsense");
            if (random.nextInt(5) == 0)
                service.annotation("azure-pip-name", "missing");
            world.service(service.yaml());
        }
        return world;
    }

    private static String json(Plan plan) {
        return PlanJson.withBodies(plan, PlanNumbers.of(1)).toPrettyString();
    }

    private static Map<String, ObjectNode> bodies(World world) {
        Map<String, ObjectNode> bodies = new TreeMap<>();
        world.resources().forEach((id, body) -> bodies.put(id.key(), body));
        return bodies;
    }
}
