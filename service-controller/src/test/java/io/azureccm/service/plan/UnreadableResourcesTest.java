package io.azureccm.service.plan;

import static io.azureccm.service.plan.World.id;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.GoldenFile;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.service.model.ArmJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** One resource that cannot be read stops the Services that need it, and nobody else; it is left as it is until it can be read again. */
class UnreadableResourcesTest {
    private static final String INTERNAL = "azure-load-balancer-internal";
    private static final String WRONG = "properties is null, but must be an object";
    private static final ArmId WEB_IP = id(ArmTypes.PUBLIC_IP, "kubernetes-" + base("web"));
    private static final ArmId WEB_LINK = id(ArmTypes.PRIVATE_LINK_SERVICE, "pls-" + base("web"));
    private static final ArmId EXTERNAL = id(ArmTypes.LOAD_BALANCER, "kubernetes");

    /** {@code given} is served; then {@code broken} cannot be read and {@code change} happens. */
    private record Scenario(String name, Consumer<World> given, ArmId broken, Consumer<World> change) {}

    private static final List<Scenario> SCENARIOS = List.of(
            new Scenario("load-balancer", world -> {
                world.service(web().status("20.0.0.5").yaml());
                world.service(api().annotation(INTERNAL, "true").status("10.240.1.5").yaml());
            }, EXTERNAL, world -> {
                world.service(web().port("TCP", 8080).status("20.0.0.5").yaml());
                world.service(api().annotation(INTERNAL, "true").port("TCP", 8443).status("10.240.1.5").yaml());
                world.service(Services.named("fresh").port("TCP", 99).yaml());
            }),
            new Scenario("load-balancer-of-deleted-service", UnreadableResourcesTest::two, EXTERNAL,
                    world -> world.gone("web")),
            // Its user made it external before it was deleted; it still shows its private address.
            new Scenario("load-balancer-of-the-other-kind", world -> {
                world.service(web().annotation(INTERNAL, "true").yaml());
                world.service(api().yaml());
            }, id(ArmTypes.LOAD_BALANCER, "kubernetes-internal"), world -> {
                world.service(web().status("10.240.1.1").yaml());
                world.gone("web");
                world.gone("api");
            }),
            new Scenario("public-ip", UnreadableResourcesTest::two, WEB_IP, world -> {
                world.service(web().port("TCP", 8080).status("20.0.0.5").yaml());
                world.service(api().port("TCP", 8443).status("20.0.0.6").yaml());
            }),
            new Scenario("public-ip-of-deleted-service", UnreadableResourcesTest::two, WEB_IP, world -> {
                world.gone("web");
                world.gone("api");
            }),
            // Its user made it internal before it was deleted.
            new Scenario("public-ip-of-deleted-service-that-became-internal", UnreadableResourcesTest::two, WEB_IP,
                    world -> {
                        world.service(web().annotation(INTERNAL, "true")
                                .annotation("azure-load-balancer-ipv4", "10.240.9.9")
                                .status("20.0.0.5")
                                .yaml());
                        world.gone("web");
                    }),
            new Scenario("security-group", UnreadableResourcesTest::two, id(ArmTypes.SECURITY_GROUP, "k8s-nsg"),
                    world -> {
                        world.service(web().port("TCP", 8080).status("20.0.0.5").yaml());
                        world.gone("api");
                    }),
            new Scenario("private-link-service", world -> {
                world.service(web().annotation(INTERNAL, "true").annotation("azure-pls-create", "true").yaml());
                two(world);
            }, WEB_LINK, world -> {
                world.gone("web");
                world.service(api().port("TCP", 8443).status("20.0.0.6").yaml());
            }),
            new Scenario("instance", UnreadableResourcesTest::two,
                    id(ArmTypes.SCALE_SET, "vmss-a").child("virtualMachines", "1"), world -> {
                        world.machine(2);
                        world.nodeLeft(0);
                    }));

    @TestFactory
    Stream<DynamicTest> onlyWhoNeedsItWaits() {
        return SCENARIOS.stream().map(scenario -> DynamicTest.dynamicTest(scenario.name(), () -> check(scenario)));
    }

    private static void check(Scenario scenario) {
        World world = new World(2);
        scenario.given().accept(world);
        world.converge();
        world.resources().forEach((ip, body) -> attach(world, ip, body));
        assertThat(world.resources()).as("what breaks").containsKey(scenario.broken());
        world.breaks(scenario.broken(), WRONG);
        scenario.change().accept(world);

        List<Plan> plans = new ArrayList<>(world.converge());
        Plan waiting = world.plan().plan();
        plans.add(waiting);
        GoldenFile.assertMatches("unreadable-" + scenario.name() + ".txt",
                String.join("\n", plans.stream().map(PlanText.of("services")::render).toList()));
        assertThat(plans.stream().flatMap(plan -> plan.operations().stream()).map(Operation::target))
                .as("it is neither written nor deleted")
                .noneMatch(scenario.broken()::equals);

        world.mends();
        world.converge();
        assertThat(world.plan().plan().refusals()).as("once it can be read").isEmpty();
    }

    /** What Azure shows of the frontend that uses a public IP. */
    private static void attach(World world, ArmId ip, ObjectNode body) {
        String user = EXTERNAL + "/frontendIPConfigurations/" + ip.name().replace("kubernetes-", "");
        if (ip.hasType(ArmTypes.PUBLIC_IP) && world.resources().containsKey(EXTERNAL))
            ArmJson.properties(body).putObject("ipConfiguration").put("id", user);
    }

    @Test
    void serviceThatLeavesKeepsItsFinalizerUntilItsPublicIpCanBeRead() {
        World world = new World(1);
        two(world);
        world.converge();
        world.breaks(WEB_IP, WRONG);
        world.gone("web");
        world.converge();
        assertThat(stopOf(world, "web")).startsWith("publicIPAddresses/" + WEB_IP.name());

        world.mends();
        world.converge();
        assertThat(world.plan().plannedServices().get(Services.uid("web")).stop()).isEmpty();
        assertThat(world.resources()).doesNotContainKey(WEB_IP);
    }

    @Test
    void serviceThatLeavesKeepsItsFinalizerUntilItsPrivateLinkServiceCanBeRead() {
        World world = new World(1);
        world.service(web().annotation(INTERNAL, "true").annotation("azure-pls-create", "true").yaml());
        world.converge();
        world.breaks(WEB_LINK, WRONG);
        world.gone("web");
        world.converge();
        assertThat(world.plan().plannedServices().get(Services.uid("web")).waiting()).get()
                .asString()
                .startsWith("privateLinkServices/pls-");

        world.mends();
        world.converge();
        assertThat(world.resources().keySet()).noneMatch(id -> id.hasType(ArmTypes.PRIVATE_LINK_SERVICE)
                || id.hasType(ArmTypes.LOAD_BALANCER));
    }

    @Test
    void elementThatDoesNotIdentifyItselfMayBeTheResourceOfANewServiceUntilThatIsReadByItself() {
        World world = new World(1);
        world.service(web().yaml());
        world.converge();
        ArmId list = WEB_IP.siblings();
        world.breaks(UnreadableResource.at(list, 2, "id is missing, but must be the id of a resource"));
        world.service(api().yaml());

        ServicePlan plan = world.plan();
        assertThat(plan.plannedServices().get(Services.uid("web")).stop()).isEmpty();
        assertThat(stopOf(world, "api")).startsWith("element 2 of the list of publicIPAddresses");
        assertThat(plan.plan().operations()).isEmpty();
        assertThat(plan.missing().singles()).containsExactly(id(ArmTypes.PUBLIC_IP, "kubernetes-" + base("api")));
    }

    private static String stopOf(World world, String name) {
        return world.plan().plannedServices().get(Services.uid(name)).stop().orElseThrow().refusal().message();
    }

    private static void two(World world) {
        if (world.services().isEmpty())
            world.service(web().yaml());
        world.service(api().yaml());
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }

    private static Services api() {
        return Services.named("api").port("TCP", 443).created("2026-01-02T00:00:00Z");
    }

    private static String base(String name) {
        return ("a" + Services.uid(name).replace("-", "")).substring(0, 32);
    }
}
