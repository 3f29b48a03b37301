package io.azureccm.service.plan.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties of every placement on several load balancers, for any Services, labels and nodes. */
class PlacementPropertiesTest {
    private static final List<String> PAIRS = List.of("kubernetes", "lb2", "lb3");
    private static final String CONFIGURATIONS = "[{name: kubernetes, primaryVMSet: vmss-a}, "
            + "{name: lb2, primaryVMSet: vmss-b, serviceLabelSelector: {matchLabels: {tier: gold}}}, "
            + "{name: lb3, primaryVMSet: vmss-c, nodeSelector: {matchLabels: {disk: fast}}}]";

    @Property
    void nothingMovesOnceEverythingIsPlaced(@ForAll long seed) {
        World world = world(new Random(seed));
        world.converge();
        Map<String, List<String>> before = choices(world);
        assertThat(world.plan().plan().operations()).isEmpty();
        world.service(Services.named("late").port("TCP", 99).created("2026-03-01T00:00:00Z").yaml());
        world.converge();
        Map<String, List<String>> after = choices(world);
        before.forEach((service, balancers) -> assertThat(after.get(service)).as(service).isEqualTo(balancers));
    }

    @Property
    void orderInWhichServicesAreHandedInIsIrrelevant(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world(random);
        if (random.nextBoolean()) {
            world.converge();
            change(world, random);
        }
        List<ServiceSpec> shuffled = new ArrayList<>(world.services());
        Collections.shuffle(shuffled, random);
        assertThat(json(world, shuffled)).isEqualTo(json(world, world.services()));
    }

    @Property
    void everyServiceThatCanBeServedIsOnOneLoadBalancerOfItsKindAfterAnyChange(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world(random);
        for (int step = 0; step < 3; step++) {
            world.converge();
            choices(world)
                    .forEach((service, balancers) -> assertThat(balancers).as(service).hasSizeLessThanOrEqualTo(1));
            Map<String, List<String>> choices = choices(world);
            for (ServiceSpec service : world.services()) {
                if (service.wanted() && service.mistake().filter(mistake -> mistake.covers(Stage.TRAFFIC)).isEmpty())
                    assertThat(choices.get(service.key().name())).as(service.subject()).hasSize(1);
            }
            change(world, random);
        }
    }

    @Property
    void noNodeIsBehindTwoPairsAndEveryPoolRefersToNodesOfItsOwn(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world(random);
        for (int step = 0; step < 3; step++) {
            world.converge();
            Map<String, String> pairOf = new HashMap<>();
            for (String pair : PAIRS) {
                for (String balancer : List.of(pair, pair + "-internal")) {
                    members(world, balancer)
                            .forEach(node -> assertThat(pairOf.merge(node, pair, (a, b) -> b)).isEqualTo(pair));
                }
            }
            change(world, random);
        }
    }

    @Property
    void nothingIsLeftWhenAllServicesAreGone(@ForAll long seed) {
        World world = world(new Random(seed));
        world.converge();
        List.copyOf(world.services()).forEach(service -> world.gone(service.key().name()));
        world.converge();
        assertThat(world.resources().keySet())
                .noneMatch(id -> id.hasType(ArmTypes.LOAD_BALANCER) || id.hasType(ArmTypes.PUBLIC_IP));
    }

    private static World world(Random random) {
        World world = new World(2).with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations", CONFIGURATIONS);
        for (String set : List.of("vmss-b", "vmss-c", "vmss-d")) {
            for (int i = 0; i < random.nextInt(3); i++) {
                world.node(set, i, random.nextBoolean() ? Map.of("disk", "fast") : Map.of());
            }
        }
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            service(world, i, random);
        }
        return world;
    }

    /** One Service is changed, deleted or recreated, or its pods move. */
    private static void change(World world, Random random) {
        int index = random.nextInt(6);
        switch (random.nextInt(3)) {
            case 0 -> service(world, index, random);
            case 1 -> world.gone("svc" + index);
            default -> world.endpoints("svc" + index, "vmss-a00000" + random.nextInt(2), "vmss-b000000");
        }
    }

    private static void service(World world, int index, Random random) {
        Services service = Services.named("svc" + index).created("2026-01-0" + (1 + index % 3) + "T00:00:00Z");
        service.port("TCP", 80 + random.nextInt(3));
        if (random.nextBoolean())
            service.port("TCP", 443);
        if (random.nextInt(3) == 0)
            service.label("tier", "gold");
        if (random.nextInt(4) == 0)
            service.annotation("azure-load-balancer-internal", "true");
        if (random.nextInt(4) == 0)
            service.annotation("azure-load-balancer-configurations", random.nextBoolean() ? "kubernetes,lb3" : "lb3");
        if (random.nextInt(3) == 0) {
            service.local();
            world.endpoints("svc" + index, "vmss-a00000" + random.nextInt(2));
        }
        if (random.nextInt(5) == 0)
            service.annotation("azure-disable-load-balancer-floating-ip", "true");
        world.service(service.yaml());
    }

    /** By Service: the load balancers that have rules of it. */
    private static Map<String, List<String>> choices(World world) {
        Map<String, List<String>> choices = new HashMap<>();
        world.services().forEach(service -> choices.put(service.key().name(), new ArrayList<>()));
        for (String pair : PAIRS) {
            for (String balancer : List.of(pair, pair + "-internal")) {
                PlacementTest.on(world, balancer).forEach(service -> choices.get(service).add(balancer));
            }
        }
        return choices;
    }

    private static Set<String> members(World world, String balancer) {
        Set<String> nodes = new TreeSet<>();
        world.resource(ArmTypes.LOAD_BALANCER, balancer)
                .ifPresent(json -> ArmJson.list(json, "properties", "backendAddressPools")
                        .forEach(pool -> nodes.addAll(PlacementTest.members(world, balancer, ArmJson.name(pool)))));
        return nodes;
    }

    private static String json(World world, List<ServiceSpec> order) {
        return PlanJson.withBodies(world.plan(order).plan(), PlanNumbers.of(1)).toPrettyString();
    }
}
