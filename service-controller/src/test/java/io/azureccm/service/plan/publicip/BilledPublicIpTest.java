package io.azureccm.service.plan.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A refused Service with a public IP is notified that it is billed; one without is not. */
class BilledPublicIpTest {
    private static final String NAME = "kubernetes-" + ServiceNames.base(Services.uid("web"));
    private static final String SENTENCE = "; until the Service is fixed or deleted, public IP " + NAME
            + " is kept for it and billed";

    private static final TenantPolicy SPARING = new TenantPolicy(TenantPolicy.AdditionalAddresses.CHECKED,
            TenantPolicy.Sharing.ANYWHERE, Optional.empty(), false);
    /** What is found once addresses are planned: a missing security group, a private link that is not possible. */
    private static final Set<String> LATE = Set.of("SecurityGroupNotFound", "PrivateLinkNotPossible");

    /** The mistake of a new Service, and whether it gets a public IP nevertheless, as from the Go controller. */
    private record Case(String code, boolean made, Consumer<World> given) {}

    private static final List<Case> CASES = List.of(
            refused("InvalidAnnotation", true, web().annotation("azure-load-balancer-tcp-idle-timeout", "2")),
            refused("InvalidAnnotation", true, web().annotation("azure-load-balancer-health-probe-interval", "1")),
            refused("InvalidAnnotation", true, web().annotation("port_80_health-probe_port", "x")),
            refused("UnsupportedProtocol", true, Services.named("web").port("SCTP", 80)),
            refused("NoNodePort", true, Services.named("web").port("TCP", 80, 0)),
            refused("InvalidAnnotation", true, web().annotation("azure-allowed-service-tags", "A,,B")),
            refused("InvalidAnnotation", true, web().annotation("azure-additional-public-ips", "x")),
            refused("ConflictingConfiguration", true, web().spec("loadBalancerSourceRanges: [10.0.0.0/8]")
                    .annotation("azure-allowed-ip-ranges", "10.0.0.0/8")),
            refused("PrivateLinkNotPossible", true, web().annotation("azure-pls-create", "true")),
            new Case("SecurityGroupNotFound", true,
                    world -> {
                        world.resources().remove(World.id(ArmTypes.SECURITY_GROUP, "k8s-nsg"));
                        world.service(web().yaml());
                    }),
            refused("InvalidAnnotation", false, web().annotation("azure-load-balancer-ipv4", "x")),
            refused("InvalidAnnotation", false, web().annotation("azure-pip-prefix-id", "x")),
            refused("InvalidAnnotation", false, web().annotation("azure-load-balancer-resource-group", "a/b")),
            refused("PublicIPNotFound", false, web().annotation("azure-pip-name", "gone")),
            refused("PublicIPNotFound", false, web().annotation("azure-load-balancer-ipv4", "20.9.9.9")),
            new Case("UnknownLoadBalancer", false,
                    world -> world.with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                            .with("multipleStandardLoadBalancerConfigurations",
                                    "[{name: kubernetes, primaryVMSet: vmss-a}]")
                            .service(web().annotation("azure-load-balancer-configurations", "lb9").yaml())),
            refused("InvalidAnnotation", false, web().annotation("azure-load-balancer-internal", "true")
                    .annotation("azure-load-balancer-tcp-idle-timeout", "2")));

    @TestFactory
    Stream<DynamicTest> newServiceIsToldOfThePublicIpThatItGetsAllTheSame() {
        return CASES.stream().map(each -> DynamicTest.dynamicTest(each.code() + " " + each.made(), () -> {
            World world = new World(2);
            each.given().accept(world);
            for (int round = 0; round < 3; round++) {
                ServicePlan plan = world.plan();
                assertThat(plan.plannedServices().values()).singleElement().satisfies(plannedService -> {
                    Refusal refusal = plannedService.stop().orElseThrow().refusal();
                    assertThat(refusal.code()).isEqualTo(each.code());
                    assertThat(refusal.message().endsWith(SENTENCE)).isEqualTo(each.made());
                    assertThat(plan.plan().refusals()).contains(refusal);
                });
                plan.plan().ready().forEach(world::applyOne);
            }
            assertThat(world.resource(ArmTypes.PUBLIC_IP, NAME).isPresent()).isEqualTo(each.made());
        }));
    }

    @TestFactory
    Stream<DynamicTest> newServiceGetsNoPublicIpWhereTheSettingsSaySo() {
        return CASES.stream()
                .filter(each -> each.made() && !LATE.contains(each.code()))
                .map(each -> DynamicTest.dynamicTest(each.code(), () -> {
                    World world = new World(2);
                    world.tenants(SPARING);
                    each.given().accept(world);
                    assertThat(world.converge()).isEmpty();
                    assertThat(world.plan().plan().refusals()).singleElement()
                            .satisfies(refusal -> assertThat(refusal.message()).doesNotContain("billed"));
                }));
    }

    @Test
    void lateMistakeIsFoundWhereTheServiceHasItsPublicIpAlready() {
        for (Case each : CASES.stream().filter(each -> LATE.contains(each.code())).toList()) {
            World world = new World(2);
            world.tenants(SPARING);
            each.given().accept(world);
            world.converge();
            assertThat(world.resource(ArmTypes.PUBLIC_IP, NAME)).as(each.code()).isPresent();
        }
    }

    @Test
    void servedServiceWithAPublicIpOfItsUserGetsNewRulesInSpiteOfAMistakeAboutItsAccess() {
        World world = new World(2);
        world.tenants(SPARING);
        world.put(ArmTypes.PUBLIC_IP, "vip", "{\"properties\": {\"ipAddress\": \"20.1.1.1\"}}");
        world.service(web().annotation("azure-pip-name", "vip").yaml());
        world.converge();
        world.service(web().port("TCP", 443)
                .annotation("azure-pip-name", "vip")
                .annotation("azure-allowed-service-tags", "A,,B")
                .yaml());
        world.converge();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow().toString())
                .contains(ServiceNames.base(Services.uid("web")) + "-TCP-443");
    }

    @Test
    void serviceThatWasServedKeepsItsPublicIpWhereNewOnesGetNone() {
        World world = new World(2);
        world.tenants(SPARING);
        world.service(web().yaml());
        world.converge();
        world.service(web().annotation("azure-load-balancer-tcp-idle-timeout", "2").status("20.0.0.5").yaml());
        assertThat(world.converge()).isEmpty();
        assertThat(world.resource(ArmTypes.PUBLIC_IP, NAME)).isPresent();
        world.service(web().status("20.0.0.5").yaml());
        assertThat(world.converge()).isEmpty();
    }

    @Test
    void newServiceGetsItsPublicIpOnceItsMistakeIsMended() {
        World world = new World(2);
        world.tenants(SPARING);
        world.service(web().annotation("azure-load-balancer-tcp-idle-timeout", "2").yaml());
        world.converge();
        world.service(web().yaml());
        world.converge();
        assertThat(world.resource(ArmTypes.PUBLIC_IP, NAME)).isPresent();
    }

    @Test
    void serviceThatWasServedIsToldOfThePublicIpThatItKeeps() {
        World world = new World(2);
        world.service(web().yaml());
        world.converge();
        world.service(web().annotation("azure-pip-name", "gone").status("20.0.0.5").yaml());
        assertThat(message(world)).endsWith(SENTENCE);
        assertThat(world.converge()).isEmpty();
        world.service(web().status("20.0.0.5").yaml());
        assertThat(world.plan().plan().refusals()).isEmpty();
    }

    @Test
    void publicIpOfTheUserOrOfOthersTooIsNotTheServicesToPayFor() {
        World world = new World(2);
        world.put(ArmTypes.PUBLIC_IP, "vip", "{\"properties\": {\"ipAddress\": \"20.1.1.1\"}}");
        world.service(web().annotation("azure-pip-name", "vip")
                .annotation("azure-load-balancer-tcp-idle-timeout", "2")
                .yaml());
        assertThat(message(world)).doesNotContain("billed");
        World shared = new World(2);
        shared.service(Services.named("api").port("TCP", 81).yaml());
        shared.converge();
        shared.service(web().annotation("azure-pip-name", "kubernetes-" + ServiceNames.base(Services.uid("api")))
                .created("2026-01-02T00:00:00Z")
                .annotation("azure-load-balancer-tcp-idle-timeout", "2")
                .yaml());
        assertThat(message(shared)).doesNotContain("billed");
    }

    private static String message(World world) {
        List<Refusal> refusals = world.plan().plan().refusals();
        assertThat(refusals).hasSize(1);
        return refusals.getFirst().message();
    }

    private static Case refused(String code, boolean made, Services service) {
        return new Case(code, made, world -> world.service(service.yaml()));
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }
}
