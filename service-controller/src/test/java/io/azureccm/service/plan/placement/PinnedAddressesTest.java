package io.azureccm.service.plan.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import io.azureccm.common.core.tenant.TenantPolicy.Sharing;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.Placement.LoadBalancerChoice;
import io.azureccm.service.plan.context.PlacementReason;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceSpec;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Service that specifies an address is placed where that address is; Azure allows it on one load balancer only. */
class PinnedAddressesTest {
    private static final String PIP = "azure-pip-name";
    private static final String INTERNAL = "azure-load-balancer-internal";
    private static final String FIXED = "azure-load-balancer-ipv4";

    private final World world = PlacementTest.world(PlacementTest.TWO);

    /** Without the frontend, it would be on "kubernetes", which comes first. */
    @ParameterizedTest(name = "frontend {0} with {1} rule {2}: {3}")
    @CsvSource({"theirs, , , lb2", "served, , , lb2", "gone, , , kubernetes",
            "gone, loadBalancingRules, gone, kubernetes",
            "gone, loadBalancingRules, served, lb2", "gone, loadBalancingRules, theirs, lb2",
            "gone, outboundRules, gone, lb2"})
    void frontendHoldsItsAddressUnlessItGoesWithItsService(String frontend, String kind, String rule, String there) {
        world.service(service("served").yaml());
        world.service(service("gone").yaml());
        world.gone("gone");
        PlacementTest.sharedAddress(world);
        balancer("lb2", frontend, vip(), kind == null
                ? ""
                : ", \"" + kind + "\": [{\"name\": \"" + base(rule) + "-TCP-80\", \"properties\": "
                        + "{\"frontendIPConfiguration\": {\"id\": \""
                        + Frontend.id(World.id(ArmTypes.LOAD_BALANCER, "lb2"), base(frontend)) + "\"}}}]");
        assertThat(choice(service("web").annotation(PIP, "vip")).loadBalancer().name()).isEqualTo(there);
        assertThat(choice(service("web").annotation(FIXED, "20.1.1.1")).loadBalancer().name()).isEqualTo(there);
    }

    @Test
    void privateAddressIsHeldByItsFrontend() {
        balancer("lb2-internal", "theirs", "\"privateIPAddress\": \"10.240.9.9\"", "");
        LoadBalancerChoice choice = choice(service("web").annotation(INTERNAL, "true").annotation(FIXED, "10.240.9.9"));
        assertThat(choice.loadBalancer().name()).isEqualTo("lb2-internal");
        assertThat(choice.reason()).isEqualTo(PlacementReason.PINNED_ADDRESS);
    }

    /** Networks may have the same ranges. */
    @Test
    void privateAddressOfAnotherNetworkIsAnotherAddress() {
        balancer("theirs-internal", "theirs", "\"privateIPAddress\": \"10.240.9.9\", \"subnet\": {\"id\": \""
                + World.id(ArmTypes.VIRTUAL_NETWORK, "theirs") + "/subnets/theirs\"}", "");
        LoadBalancerChoice choice = choice(service("web").annotation(INTERNAL, "true").annotation(FIXED, "10.240.9.9"));
        assertThat(choice.loadBalancer().name()).isEqualTo("kubernetes-internal");
    }

    @Test
    void serviceStaysWithTheAddressThatItHas() {
        PlacementTest.sharedAddress(world);
        balancer("lb2", "web", vip(), "");
        LoadBalancerChoice choice = choice(service("web").annotation(PIP, "vip"));
        assertThat(choice.loadBalancer().name()).isEqualTo("lb2");
        assertThat(choice.reason()).isEqualTo(PlacementReason.STAYS);
    }

    @Test
    void addressOnALoadBalancerThatIsNotConfiguredCanBeMovedIfItBelongsToAService() {
        PlacementTest.sharedAddress(world);
        balancer("lb3", "web", vip(), "");
        assertThat(choice(service("web").annotation(PIP, "vip")).reason()).isEqualTo(PlacementReason.NEW);
        balancer("lb3", "theirs", vip(), "");
        assertThat(refusal(service("web").annotation(PIP, "vip")))
                .contains("specifies an IP that resides on load balancer \"lb3\"")
                .endsWith("or use another address than vip");
        assertThat(refusal(service("web").annotation(FIXED, "20.1.1.1"))).endsWith("another address than 20.1.1.1");
    }

    @Test
    void addressOfAServiceOnALoadBalancerThatIsNotEligibleIsRefused() {
        world.with("multipleStandardLoadBalancerConfigurations", PlacementTest.SELECTING);
        PlacementTest.sharedAddress(world);
        balancer("lb2", "served", vip(), "");
        world.service(service("served").label("tier", "gold").yaml());
        assertThat(refusal(service("web").annotation(PIP, "vip")))
                .contains("resides on load balancer \"lb2\", which is not in the eligible set [kubernetes]");
    }

    @Test
    void addressesOnSeveralLoadBalancersAreRefused() {
        world.put(ArmTypes.PUBLIC_IP, "v4", "{\"properties\": {\"ipAddress\": \"20.1.1.1\"}}");
        world.put(ArmTypes.PUBLIC_IP, "v6", "{\"properties\": {\"ipAddress\": \"fd00::1\"}}");
        balancer("kubernetes", "theirs", reference("v4"), "");
        balancer("lb2", "theirs", reference("v6"), "");
        assertThat(refusal(service("web").spec("ipFamilies: [IPv4, IPv6]")
                .annotation(PIP, "v4")
                .annotation("azure-pip-name-ipv6", "v6")))
                .isEqualTo("service \"web\" specifies IPs that reside on several load balancers: [v4, v6]");
    }

    @ParameterizedTest
    @CsvSource({"false, lb2", "true, kubernetes"})
    void publicIpThatIsCreatedForAnotherServiceIsWhereThatOneIsPlaced(boolean internal, String there) {
        world.service(service("first").created("2026-01-01T00:00:00Z").yaml());
        world.service(service("owner").port("TCP", 81)
                .port("TCP", 82)
                .created("2026-01-02T00:00:00Z")
                .annotation(INTERNAL, "" + internal)
                .yaml());
        world.service(service("third").port("TCP", 81).created("2026-01-03T00:00:00Z").yaml());
        Services web = service("web").annotation(PIP, PlacementTest.publicIp("owner")).created("2026-01-04T00:00:00Z");
        assertThat(choice(web).loadBalancer().name()).isEqualTo(there);
    }

    @Test
    void serviceThatMayNotShareAnAddressDoesNotDecideWhereItIs() {
        PlacementTest.sharedAddress(world);
        balancer("lb3", "owner", vip(), "");
        world.service(service("foreign").in("other").annotation(PIP, "vip").created("2026-01-01T00:00:00Z").yaml());
        ServiceSpec owner = world
                .service(service("owner").annotation(PIP, "vip").created("2026-01-02T00:00:00Z").yaml());
        Placement placement = PlacementPlannerTest.place(world, ServiceDecisions.of(world.clusterState()),
                world.observedState(), new TenantPolicy(AdditionalAddresses.CHECKED, new Sharing(false, Set.of()),
                        Optional.empty(), true));
        assertThat(placement.loadBalancer(owner).name()).as("not that of the other Service").isEqualTo("lb2");
    }

    /** Whether a load balancer is internal follows from its pair: the name of the pair itself may end like that of an internal one. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void loadBalancersMayBeNamedLikeInternalOnes(boolean internal) {
        World single = new World(1).with("loadBalancerName", "corp-internal");
        PlacementTest.sharedAddress(single);
        single.service(service("web").annotation(INTERNAL, "" + internal)
                .annotation(internal ? FIXED : PIP, internal ? "10.240.9.9" : "vip")
                .yaml());
        single.converge();
        assertThat(single.plan().plan().refusals()).isEmpty();
        assertThat(single.observedState().loadBalancers()).extracting(LoadBalancer::name)
                .containsExactly(internal ? "corp-internal-internal" : "corp-internal");
    }

    private LoadBalancerChoice choice(Services service) {
        ServiceSpec spec = world.service(service.yaml());
        return PlacementPlannerTest.place(world).choices().get(spec.uid());
    }

    private String refusal(Services service) {
        ServiceSpec spec = world.service(service.yaml());
        return PlacementPlannerTest.place(world).refusals().get(spec.uid()).message();
    }

    /** A load balancer with one frontend; rules are more properties. */
    private void balancer(String name, String frontend, String address, String rules) {
        world.put(ArmTypes.LOAD_BALANCER, name, "{\"properties\": {\"frontendIPConfigurations\": [{\"name\": \""
                + base(frontend) + "\", \"properties\": {" + address + "}}]" + rules + "}}");
    }

    private static String vip() {
        return reference("vip");
    }

    private static String reference(String publicIp) {
        return "\"publicIPAddress\": {\"id\": \"" + World.id(ArmTypes.PUBLIC_IP, publicIp) + "\"}";
    }

    private static String base(String owner) {
        return owner.equals("theirs") ? owner : ServiceNames.base(Services.uid(owner));
    }

    private static Services service(String name) {
        return Services.named(name).port("TCP", 80);
    }
}
