package io.azureccm.service.plan.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlacementReason;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The load balancer of each Service, as a value that the other planners get. */
class PlacementPlannerTest {
    private static final String TWO = PlacementTest.TWO;

    @Test
    void externalAndInternalServicesAreOnTheTwoLoadBalancersOfAPair() {
        World world = new World(2);
        ServiceSpec external = world.service(Services.named("a").port("TCP", 80).yaml());
        ServiceSpec internal = world.service(
                Services.named("b").port("TCP", 80).annotation("azure-load-balancer-internal", "true").yaml());

        Placement placement = place(world);

        assertThat(placement.loadBalancer(external).name()).isEqualTo("kubernetes");
        assertThat(placement.loadBalancer(internal).name()).isEqualTo("kubernetes-internal");
        assertThat(placement.configured()).extracting(id -> id.name())
                .containsExactlyInAnyOrder("kubernetes", "kubernetes-internal");
    }

    @Test
    void olderServicesArePlacedFirstInWhateverOrderTheyWereSeen() {
        World world = PlacementTest.world(TWO);
        ServiceSpec young = world.service(service("young").created("2026-01-02T00:00:00Z").yaml());
        ServiceSpec old = world.service(service("old").created("2026-01-01T00:00:00Z").yaml());

        Placement placement = place(world);

        assertThat(placement.loadBalancer(old).name()).isEqualTo("kubernetes");
        assertThat(placement.loadBalancer(young).name()).isEqualTo("lb2");
    }

    @Test
    void serviceThatIsStoppedBeforeIsNotPlaced() {
        World world = PlacementTest.world(TWO);
        ServiceSpec stopped = world.service(service("a").yaml());
        ServiceDecisions known = ServiceDecisions.of(world.clusterState())
                .refusing(Stage.ADDRESS, Map.of(stopped.uid(), new Refusal("Any", stopped.subject(), "any")));

        Placement placement = place(world, known);

        assertThat(placement.choices()).isEmpty();
        assertThat(placement.refusals()).as("whoever stopped it says why").isEmpty();
    }

    @Test
    void serviceThatNoPairAcceptsIsRefusedAndLeavesTheOthersAlone() {
        World world = PlacementTest.world(TWO);
        ServiceSpec wrong = world.service(
                service("a").annotation("azure-load-balancer-configurations", "nowhere").yaml());
        ServiceSpec right = world.service(service("b").yaml());

        Placement placement = place(world);

        assertThat(placement.refusals()).containsOnlyKeys(wrong.uid());
        assertThat(placement.choices()).containsOnlyKeys(right.uid());
    }

    @Test
    void loadBalancerOutsideTheConfigurationOnWhichServicesStillAreIsAbandoned() {
        World world = PlacementTest.world(TWO);
        ServiceSpec service = world.service(
                service("a").annotation("azure-load-balancer-configurations", "lb2").yaml());
        world.converge();
        world.with("multipleStandardLoadBalancerConfigurations", "[{name: kubernetes, primaryVMSet: vmss-a}]");
        world.service(service("a").yaml());

        Placement placement = place(world);

        assertThat(placement.abandoned()).containsExactly(World.id(ArmTypes.LOAD_BALANCER, "lb2"));
        assertThat(placement.loadBalancer(service).name()).isEqualTo("kubernetes");
    }

    @Test
    void serviceStaysWhereItIsAndSaysSo() {
        World world = PlacementTest.world(TWO);
        ServiceSpec service = world.service(service("a").yaml());
        assertThat(place(world).choices().get(service.uid()).reason()).isEqualTo(PlacementReason.NEW);
        world.converge();
        assertThat(place(world).choices().get(service.uid()).reason()).isEqualTo(PlacementReason.STAYS);
    }

    private static Services service(String name) {
        return Services.named(name).port("TCP", 80);
    }

    private static Placement place(World world) {
        return place(world, ServiceDecisions.of(world.clusterState()));
    }

    private static Placement place(World world, ServiceDecisions known) {
        PlannerSettings settings = new PlannerSettings(world.cloud(), "kubernetes", TenantPolicy.DEFAULT, false);
        return new PlacementPlanner(settings, world.observedState(), settings.configurations(), known,
                new PlanMemory()).place();
    }
}
