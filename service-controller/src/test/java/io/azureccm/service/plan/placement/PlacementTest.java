package io.azureccm.service.plan.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which of several load balancers a Service is placed on, stays on, or is refused by, checked in Azure. */
class PlacementTest {
    private static final String CONFIGURATIONS = "azure-load-balancer-configurations";
    static final String TWO = "[{name: kubernetes, primaryVMSet: vmss-a}, {name: lb2, primaryVMSet: vmss-b}]";
    static final String SELECTING = "[{name: kubernetes, primaryVMSet: vmss-a}, "
            + "{name: lb2, primaryVMSet: vmss-b, serviceLabelSelector: {matchLabels: {tier: gold}}}]";

    @Test
    void newServicesFillConfiguredLoadBalancersOneAfterTheOtherAndThenTheEmptiest() {
        World world = world(TWO);
        world.service(Services.named("a").port("TCP", 80).port("TCP", 81).created("2026-01-01T00:00:00Z").yaml());
        world.service(Services.named("b").port("TCP", 80).created("2026-01-02T00:00:00Z").yaml());
        world.service(Services.named("c").port("TCP", 80).created("2026-01-03T00:00:00Z").yaml());
        world.service(Services.named("d").port("TCP", 80).created("2026-01-04T00:00:00Z").yaml());
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("a", "d");
        assertThat(on(world, "lb2")).containsExactly("b", "c");
    }

    @Test
    void serviceStaysWhereItIsWhenAnotherLoadBalancerHasBecomeEmptier() {
        World world = world(TWO);
        for (String name : List.of("a", "b", "c", "d")) {
            world.service(Services.named(name)
                    .port("TCP", 80)
                    .created("2026-01-0" + (name.charAt(0) - 96) + "T00:00:00Z")
                    .yaml());
        }
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("a", "c");
        world.gone("b");
        world.gone("d");
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("a", "c");
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "lb2")).isEmpty();
    }

    @Test
    void annotationChoosesAmongThoseItNamesInAnyCase() {
        World world = world(TWO);
        world.service(web().annotation(CONFIGURATIONS, " LB2 , nowhere").yaml());
        world.converge();
        assertThat(on(world, "lb2")).containsExactly("web");
    }

    @Test
    void annotationThatNamesNothingThatIsConfiguredIsRefused() {
        World world = world(TWO);
        world.service(web().annotation(CONFIGURATIONS, "nowhere").yaml());
        assertThat(refusal(world)).contains("selects 1 load balancers by annotation, but none of them is defined");
        assertThat(world.converge()).isEmpty();
    }

    @Test
    void annotationAndPinnedAddressContradictEachOther() {
        World world = world(TWO);
        world.service(web().annotation(CONFIGURATIONS, "lb2").annotation("azure-pip-name", "vip").yaml());
        assertThat(refusal(world)).contains("has conflicting load balancer configuration");
    }

    @Test
    void matchingSelectorBeatsConfigurationsWithoutOne() {
        World world = world(SELECTING);
        world.service(web().label("tier", "gold").yaml());
        world.converge();
        assertThat(on(world, "lb2")).containsExactly("web");
    }

    @Test
    void emptySelectorMatchesEverythingAndCountsAsAMatch() {
        World world = world("[{name: kubernetes, primaryVMSet: vmss-a}, "
                + "{name: lb2, primaryVMSet: vmss-b, serviceLabelSelector: {}}]");
        world.service(web().yaml());
        world.converge();
        assertThat(on(world, "lb2")).containsExactly("web");
    }

    @Test
    void labelsOfTheNamespaceSelectToo() {
        World world = world("[{name: kubernetes, primaryVMSet: vmss-a}, {name: lb2, primaryVMSet: vmss-b, "
                + "serviceNamespaceSelector: {matchExpressions: [{key: team, operator: In, values: [shop]}]}}]");
        world.namespace(Map.of("team", "shop"));
        world.service(web().yaml());
        world.converge();
        assertThat(on(world, "lb2")).containsExactly("web");
    }

    @Test
    void servicesThatNameTheSameAddressGoToTheSameLoadBalancer() {
        World world = world(TWO);
        sharedAddress(world);
        world.service(Services.named("a")
                .port("TCP", 80)
                .annotation("azure-pip-name", "vip")
                .created("2026-01-01T00:00:00Z")
                .yaml());
        world.service(Services.named("b")
                .port("TCP", 81)
                .annotation("azure-pip-name", "vip")
                .created("2026-01-02T00:00:00Z")
                .yaml());
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("a", "b");
        world.service(Services.named("c")
                .port("TCP", 82)
                .annotation("azure-load-balancer-ipv4", "20.1.1.1")
                .created("2026-01-03T00:00:00Z")
                .yaml());
        world.converge();
        assertThat(on(world, "kubernetes")).containsExactly("a", "b", "c");
    }

    @Test
    void loadBalancerClosedToNewServicesKeepsThoseItHas() {
        World world = world(TWO);
        world.service(web().annotation(CONFIGURATIONS, "lb2").yaml());
        world.converge();
        world.with("multipleStandardLoadBalancerConfigurations", "[{name: kubernetes, primaryVMSet: vmss-a}, "
                + "{name: lb2, primaryVMSet: vmss-b, allowServicePlacement: false}]");
        world.service(Services.named("late").port("TCP", 80).created("2026-02-01T00:00:00Z").yaml());
        world.converge();
        assertThat(on(world, "lb2")).containsExactly("web");
        assertThat(on(world, "kubernetes")).containsExactly("late");
        assertThat(refusal(world)).isEmpty();
        world.service(Services.named("lost").port("TCP", 80).annotation(CONFIGURATIONS, "lb2").yaml());
        assertThat(refusal(world)).contains(
                "selects 1 load balancers (lb2), but 1 of them (lb2) have AllowServicePlacement set to false");
    }

    @Test
    void serviceThatFitsNowhereCanStillBeDeleted() {
        World world = world(TWO);
        world.service(web().yaml());
        world.converge();
        world.service(web().annotation(CONFIGURATIONS, "nowhere").yaml());
        assertThat(world.converge()).as("it stays as it is").isEmpty();
        world.gone("web");
        world.converge();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")).isEmpty();
        assertThat(world.resource(ArmTypes.PUBLIC_IP, publicIp("web"))).isEmpty();
    }

    @Test
    void withoutAConfigurationOfTheClustersNameNothingIsPlaced() {
        World world = world("[{name: lb1, primaryVMSet: vmss-a}]");
        world.service(web().yaml());
        assertThat(refusal(world)).contains("no configuration named \"kubernetes\" is found");
    }

    @Test
    void internalAndExternalLoadBalancerShareConfigurationAndNodes() {
        World world = world(TWO);
        world.service(web().annotation(CONFIGURATIONS, "lb2").yaml());
        world.service(Services.named("inner")
                .port("TCP", 80)
                .annotation(CONFIGURATIONS, "lb2")
                .annotation("azure-load-balancer-internal", "true")
                .yaml());
        world.converge();
        assertThat(on(world, "lb2-internal")).containsExactly("inner");
        assertThat(members(world, "lb2-internal", "kubernetes")).isEqualTo(members(world, "lb2", "kubernetes"));
    }

    @Test
    void nodesAreBehindTheLoadBalancerOfTheirMachineSetWhateverKindItIs() {
        World world = world("[{name: kubernetes, primaryVMSet: vmss-a}, {name: lb2, primaryVMSet: as-1}, "
                + "{name: lb3, primaryVMSet: flex}]");
        world.virtualMachine("vm-1",
                "/subscriptions/s/resourceGroups/K8S/providers/Microsoft.Compute/availabilitySets/AS-1");
        world.virtualMachine("vm-2",
                "/subscriptions/s/resourceGroups/k8s/providers/Microsoft.Compute/virtualMachineScaleSets/flex");
        world.service(Services.named("a").port("TCP", 80).annotation(CONFIGURATIONS, "kubernetes").yaml());
        world.service(Services.named("b").port("TCP", 80).annotation(CONFIGURATIONS, "lb2").yaml());
        world.service(Services.named("c").port("TCP", 80).annotation(CONFIGURATIONS, "lb3").yaml());
        world.converge();
        assertThat(members(world, "lb2", "kubernetes")).contains("vm-1").doesNotContain("vm-2", "vmss-a000000");
        assertThat(members(world, "lb3", "kubernetes")).contains("vm-2").doesNotContain("vm-1", "vmss-a000000");
        assertThat(members(world, "kubernetes", "kubernetes")).contains("vmss-a000000", "vmss-a000001")
                .doesNotContain("vm-1", "vm-2");
    }

    @Test
    void nodeSelectorTakesNodesThatNoSetClaimsAndTheRestFindsNoPlace() {
        World world = world("[{name: kubernetes, primaryVMSet: vmss-a, nodeSelector: {matchLabels: {disk: fast}}}, "
                + "{name: lb2, primaryVMSet: vmss-z}]");
        world.node("vmss-c", 0, Map.of("disk", "fast"));
        world.service(web().annotation(CONFIGURATIONS, "kubernetes").yaml());
        world.converge();
        assertThat(members(world, "kubernetes", "kubernetes")).containsExactly("vmss-a000000", "vmss-a000001",
                "vmss-c000000");
        world.service(Services.named("old")
                .port("TCP", 80)
                .created("2025-01-01T00:00:00Z")
                .annotation(CONFIGURATIONS, "nowhere")
                .yaml());
        assertThat(refusal(world)).contains("failed to find a lb for node vmss-b000000");
        assertThat(world.plan().plannedServices().values())
                .filteredOn(planned -> planned.notices().toString().contains("FailedToFindLoadBalancerForNode"))
                .as("the oldest that is served")
                .extracting(planned -> planned.subject())
                .containsExactly("shop/web");
    }

    static World world(String configurations) {
        World world = new World(2).with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations", configurations);
        world.node("vmss-b", 0, Map.of());
        return world;
    }

    /** Names of the Services that have rules on a load balancer, sorted. */
    static List<String> on(World world, String balancer) {
        Set<String> bases = new TreeSet<>();
        world.resource(ArmTypes.LOAD_BALANCER, balancer)
                .ifPresent(json -> ArmJson.list(json, "properties", "loadBalancingRules")
                        .forEach(rule -> bases.add(ServiceNames.baseOf(ArmJson.name(rule)))));
        return world.services()
                .stream()
                .filter(service -> bases.contains(ServiceNames.base(service.uid())))
                .map(service -> service.key().name())
                .sorted()
                .toList();
    }

    static Set<String> members(World world, String balancer, String pool) {
        Set<String> names = new TreeSet<>();
        ObjectNode json = world.resource(ArmTypes.LOAD_BALANCER, balancer).orElseThrow();
        ArmJson.list(json, "properties", "backendAddressPools")
                .stream()
                .filter(each -> ArmJson.name(each).equals(pool))
                .forEach(each -> ArmJson.list(each, "properties", "loadBalancerBackendAddresses")
                        .forEach(address -> names.add(ArmJson.name(address))));
        return names;
    }

    static void sharedAddress(World world) {
        world.put(ArmTypes.PUBLIC_IP, "vip", "{\"properties\": {\"ipAddress\": \"20.1.1.1\"}}");
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }

    static String publicIp(String service) {
        return "kubernetes-" + ServiceNames.base(Services.uid(service));
    }

    static String refusal(World world) {
        Plan plan = world.plan().plan();
        assertThat(plan.operations()).noneMatch(operation -> operation.verb() == Operation.Verb.DELETE);
        return plan.refusals().stream().map(Refusal::message).collect(Collectors.joining("; "));
    }
}
