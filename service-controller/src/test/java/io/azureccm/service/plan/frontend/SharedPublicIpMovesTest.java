package io.azureccm.service.plan.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Services that share public IPs and leave them for another address, another load balancer or none: every state on the way is one that
 * Azure accepts, whatever operations of a plan end first and however often it is planned anew meanwhile. {@link World} rejects the others.
 */
class SharedPublicIpMovesTest {
    private static final String CONFIGURATIONS = "[{name: kubernetes, primaryVMSet: vmss-a}, "
            + "{name: lb2, primaryVMSet: vmss-b, serviceLabelSelector: {matchLabels: {tier: gold}}}]";

    @Property
    void everyStateOnTheWayIsOneThatAzureAccepts(@ForAll long seed) {
        Random random = new Random(seed);
        World world = world(random.nextBoolean());
        List<String> story = new ArrayList<>();
        try {
            for (int step = 0; step < 8; step++) {
                for (int i = 0; i <= random.nextInt(2); i++)
                    change(world, random, story);
                settle(world, random, story);
                assertServed(world);
            }
            List.copyOf(world.services()).forEach(service -> world.gone(service.key().name()));
            settle(world, random, story);
            assertThat(world.resources().keySet()).noneMatch(id -> id.hasType(ArmTypes.LOAD_BALANCER));
            assertThat(world.resources().keySet().stream().filter(id -> id.hasType(ArmTypes.PUBLIC_IP)))
                    .extracting(id -> id.name())
                    .containsExactlyInAnyOrder("user1", "user2");
        } catch (AssertionError | RuntimeException broken) {
            throw new AssertionError(String.join("\n", story) + "\n" + broken.getMessage(), broken);
        }
    }

    private static World world(boolean several) {
        World world = new World(2).with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        if (several) {
            world.with("multipleStandardLoadBalancerConfigurations", CONFIGURATIONS);
            world.node("vmss-b", 0, java.util.Map.of());
        }
        for (int i = 1; i <= 2; i++) {
            world.put(ArmTypes.PUBLIC_IP, "user" + i, """
                    {"sku": {"name": "Standard"}, "properties": {"ipAddress": "20.9.0.%d",
                     "publicIPAddressVersion": "IPv4", "publicIPAllocationMethod": "Static"}}""".formatted(i));
        }
        return world;
    }

    /** A Service is created or changed in one way, or deleted. */
    private static void change(World world, Random random, List<String> story) {
        int index = random.nextInt(4);
        String name = "svc" + index;
        int kind = random.nextInt(9);
        story.add("change " + name + " to " + kind);
        Services service = Services.named(name)
                .port("TCP", 80 + index)
                .created("2026-01-0" + (1 + index) + "T00:00:00Z");
        switch (kind) {
            case 0 -> {
                world.gone(name);
                return;
            }
            case 1 -> service.annotation("azure-pip-name", "user1");
            case 2 -> service.annotation("azure-pip-name", "user2");
            case 3, 4 -> service.annotation("azure-pip-name", own("svc" + random.nextInt(2)));
            case 5 -> service.annotation("azure-load-balancer-internal", "true");
            case 6 -> service.label("tier", "gold");
            case 7 -> service.label("tier", "gold").annotation("azure-pip-name", "user1");
            default -> service.label("other", "label");
        }
        world.service(service.yaml());
    }

    private static String own(String service) {
        return "kubernetes-a" + Services.uid(service).replace("-", "").substring(0, 31);
    }

    /** Applies the operations of plans in any order that they allow, with new plans in between. */
    private static void settle(World world, Random random, List<String> story) {
        for (int round = 0; round < 40; round++) {
            Plan plan = world.plan().plan();
            if (plan.isEmpty())
                return;
            List<Operation> open = new ArrayList<>(plan.ready());
            assertThat(open).as("a plan that goes on: %s", plan).isNotEmpty();
            do {
                List<Operation> free = open.stream().filter(operation -> isFree(operation, open)).toList();
                Operation next = free.get(random.nextInt(free.size()));
                story.add("  " + next.verb() + " " + next.target().shortName());
                world.applyOne(next);
                open.remove(next);
            } while (!open.isEmpty() && random.nextInt(3) > 0);
        }
        throw new AssertionError("does not settle: " + world.plan().plan());
    }

    private static boolean isFree(Operation operation, List<Operation> open) {
        return open.stream().noneMatch(other -> operation.after().contains(other.target()));
    }

    /** Every Service that is not refused has rules on one load balancer, for the public IP that it asks for. */
    private static void assertServed(World world) {
        ServicePlan plan = world.plan();
        for (PlannedService service : plan.plannedServices().values()) {
            if (service.spec().wanted() && service.stop().isEmpty())
                assertThat(balancersOf(world, service.spec())).as("load balancers of %s", service.subject()).hasSize(1);
            if (!service.spec().wanted())
                assertThat(balancersOf(world, service.spec())).as("what is left of %s", service.subject()).isEmpty();
        }
    }

    private static List<String> balancersOf(World world, ServiceSpec service) {
        return world.resources()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().hasType(ArmTypes.LOAD_BALANCER))
                .filter(entry -> rules(entry.getValue()).stream().anyMatch(name -> name.startsWith(service.baseName())))
                .map(entry -> entry.getKey().name())
                .collect(Collectors.toList());
    }

    private static List<String> rules(ObjectNode balancer) {
        return ArmJson.list(balancer, "properties", "loadBalancingRules").stream().map(ArmJson::name).toList();
    }
}
