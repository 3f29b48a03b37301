package io.azureccm.service.plan.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.observed.InFlightChanges.SentFrontend;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.Placement.LoadBalancerChoice;
import io.azureccm.service.plan.context.PlacementReason;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        assertThat(placement.choices().get(service.uid()).reason()).isEqualTo(PlacementReason.ONLY_ONE);
    }

    @Test
    void serviceStaysWhereItIsAndSaysSo() {
        World world = PlacementTest.world(TWO);
        ServiceSpec service = world.service(service("a").yaml());
        assertThat(place(world).choices().get(service.uid()).reason()).isEqualTo(PlacementReason.NEW);
        world.converge();
        assertThat(place(world).choices().get(service.uid()).reason()).isEqualTo(PlacementReason.STAYS);
    }

    @ParameterizedTest
    @CsvSource({"lb2:frontend, false, lb2", "lb2:rule, false, lb2", "lb2:frontend, true, lb2-internal",
            "kubernetes:rule lb2:frontend, false, lb2", "kubernetes-internal:frontend lb2:frontend, false, lb2",
            "kubernetes:frontend lb2-internal:frontend, true, lb2-internal"})
    void serviceIsWhereItHasAFrontendOrElseARuleBestOfTheKindThatItWants(String parts, boolean internal, String there) {
        World world = PlacementTest.world(TWO);
        String base = ServiceNames.base(Services.uid("a"));
        for (String part : parts.split(" ")) {
            String property = part.endsWith("rule") ? "loadBalancingRules" : "frontendIPConfigurations";
            world.put(ArmTypes.LOAD_BALANCER, part.substring(0, part.indexOf(':')),
                    "{\"properties\": {\"" + property + "\": [{\"name\": \"" + base + "\"}]}}");
        }
        ServiceSpec service = world.service(
                service("a").annotation("azure-load-balancer-internal", String.valueOf(internal)).yaml());

        LoadBalancerChoice choice = place(world).choices().get(service.uid());

        assertThat(choice.loadBalancer().name()).isEqualTo(there);
        assertThat(choice.reason()).isEqualTo(PlacementReason.STAYS);
    }

    @Test
    void serviceIsWhereAWriteThatHasNotEndedPutsIt() {
        World world = PlacementTest.world(TWO);
        ServiceSpec service = world.service(service("a").yaml());
        ObservedState sent = world.observedState()
                .with(InFlightChanges.UNKNOWN.with(Set.of(), Map.of(service.baseName(),
                        new SentFrontend(World.id(ArmTypes.LOAD_BALANCER, "lb2"), "FewestRules")), Set.of()));

        LoadBalancerChoice choice = place(world, ServiceDecisions.of(world.clusterState()), sent).choices()
                .get(service.uid());

        assertThat(choice.loadBalancer().name()).isEqualTo("lb2");
        assertThat(choice.reason()).isEqualTo(PlacementReason.FEWEST_RULES);
    }

    /** One Service has three rules on "kubernetes", another one has two on "lb2". */
    @ParameterizedTest
    @CsvSource({"azure-load-balancer-tcp-idle-timeout, nonsense, lb2, FEWEST_RULES",
            "azure-load-balancer-configurations, nowhere, lb2, FEWEST_RULES", ", , kubernetes, WITHOUT_RULES"})
    void rulesOfAServiceThatCannotBePlannedCountAndThoseOfADeletedOneDoNot(String annotation, String value, String to,
            PlacementReason reason) {
        World world = PlacementTest.world(TWO);
        Services three = service("a").port("TCP", 81).port("TCP", 82);
        world.service(three.yaml());
        world.service(service("b").port("TCP", 81).created("2026-01-02T00:00:00Z").yaml());
        world.converge();
        if (annotation == null)
            world.gone("a");
        else
            world.service(three.annotation(annotation, value).yaml());
        ServiceSpec late = world.service(service("late").created("2026-01-03T00:00:00Z").yaml());

        LoadBalancerChoice choice = place(world).choices().get(late.uid());

        assertThat(choice.loadBalancer().name()).isEqualTo(to);
        assertThat(choice.reason()).isEqualTo(reason);
    }

    @Test
    void portsCountForEachFamily() {
        World world = PlacementTest.world(TWO);
        world.service(service("a").port("TCP", 81).spec("ipFamilies: [IPv4, IPv6]").yaml());
        world.service(service("b").port("TCP", 81).port("TCP", 82).created("2026-01-02T00:00:00Z").yaml());
        ServiceSpec late = world.service(service("late").created("2026-01-03T00:00:00Z").yaml());

        assertThat(place(world).loadBalancer(late).name()).isEqualTo("lb2");
    }

    @Test
    void loadBalancerThatCannotBeReadTakesNoNewServices() {
        World world = PlacementTest.world(TWO);
        world.service(service("a").port("TCP", 81).yaml());
        world.converge();
        world.breaks(World.id(ArmTypes.LOAD_BALANCER, "lb2"), "any");
        ServiceSpec free = world.service(service("b").yaml());
        ServiceSpec bound = world.service(service("c").annotation("azure-load-balancer-configurations", "lb2").yaml());

        Placement placement = place(world);

        assertThat(placement.loadBalancer(free).name()).isEqualTo("kubernetes");
        assertThat(placement.refusals().get(bound.uid()).code()).isEqualTo("ResourceUnreadable");
    }

    @Test
    void serviceWaitsForTheLabelsOfItsNamespaceOnlyIfASelectorNeedsThem() {
        World world = PlacementTest.world("[{name: kubernetes, primaryVMSet: vmss-a}, {name: lb2, "
                + "primaryVMSet: vmss-b, serviceNamespaceSelector: {matchLabels: {team: shop}}}]");
        ServiceSpec any = world.service(service("a").yaml());
        ServiceSpec bound = world.service(
                service("b").annotation("azure-load-balancer-configurations", "kubernetes").yaml());

        Placement placement = place(world, ServiceDecisions.of(
                new ClusterState(world.services(), Map.of(), world.clusterState().nodes(), Set.of(), 2)));

        assertThat(placement.refusals()).containsOnlyKeys(any.uid());
        assertThat(placement.refusals().get(any.uid()).message())
                .isEqualTo("service \"a\" waits until the labels of its namespace shop are known");
        assertThat(placement.loadBalancer(bound).name()).isEqualTo("kubernetes");
    }

    private static Services service(String name) {
        return Services.named(name).port("TCP", 80);
    }

    static Placement place(World world) {
        return place(world, ServiceDecisions.of(world.clusterState()));
    }

    private static Placement place(World world, ServiceDecisions known) {
        return place(world, known, world.observedState());
    }

    private static Placement place(World world, ServiceDecisions known, ObservedState observed) {
        return place(world, known, observed, TenantPolicy.DEFAULT);
    }

    static Placement place(World world, ServiceDecisions known, ObservedState observed, TenantPolicy tenants) {
        PlannerSettings settings = new PlannerSettings(world.cloud(), "kubernetes", tenants, false);
        return new PlacementPlanner(settings, observed, settings.configurations(), known, new PlanMemory()).place();
    }
}
