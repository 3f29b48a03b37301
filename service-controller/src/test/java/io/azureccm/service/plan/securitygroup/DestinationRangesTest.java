package io.azureccm.service.plan.securitygroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.Notice;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges that a Service without floating IP names as destinations, in place of the addresses of its nodes. */
class DestinationRangesTest {
    private static final String RANGES = "azure-allowed-destination-ip-ranges";
    private static final String NO_FLOATING_IP = "azure-disable-load-balancer-floating-ip";
    private static final String SOURCES = "azure-allowed-ip-ranges";

    private final World world = new World(2);

    /** Columns: annotations, rules. Nodes are 10.240.0.10, 10.240.0.11 and so on, and have no IPv6 addresses. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', value = {
            "azure-allowed-destination-ip-ranges=10.240.0.0/16|500 Allow Tcp Internet > 10.240.0.0/16 31500",
            "azure-allowed-destination-ip-ranges=fd00::/64|500 Allow Tcp Internet > 10.240.0.10,10.240.0.11 31500",
            "azure-allowed-destination-ip-ranges=10.240.0.0/16;azure-additional-public-ips=40.0.0.1"
                    + "|500 Allow Tcp Internet > 10.240.0.0/16,40.0.0.1 31500",
            "azure-allowed-destination-ip-ranges=10.240.0.0/16,40.0.0.0/24;azure-additional-public-ips=40.0.0.1"
                    + "|500 Allow Tcp Internet > 10.240.0.0/16,40.0.0.0/24 31500",
            // To deny everything in a range would close ports of others, so that rule names the nodes.
            "azure-allowed-destination-ip-ranges=10.240.0.0/16;azure-allowed-ip-ranges=10.1.0.0/16,x"
                    + "|500 Allow Tcp 10.1.0.0/16 > 10.240.0.0/16 31500;4095 Deny * * > 10.240.0.10,10.240.0.11 *"})
    void rangesReplaceTheNodesOfTheirFamily(String annotations, String rules) {
        Services service = hidden("web");
        for (String annotation : annotations.split(";")) {
            service.annotation(annotation.substring(0, annotation.indexOf('=')),
                    annotation.substring(annotation.indexOf('=') + 1));
        }
        world.service(service.yaml());
        world.converge();
        assertThat(String.join(";", SecurityRules.of(world))).isEqualTo(rules);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodeIP", "nodeIPConfiguration"})
    void nodeInTheRangesCostsNoWriteOfTheGroup(String pools) {
        world.with("loadBalancerBackendPoolConfigurationType", pools);
        world.service(hidden("web").annotation(RANGES, "10.240.0.0/16").yaml());
        world.converge();
        world.machine(2);
        assertThat(securityWrites()).isEmpty();
        assertThat(notices()).isEmpty();
    }

    @Test
    void nodesOutsideTheRangesAreTold() {
        world.service(hidden("web").annotation(RANGES, "10.240.0.8/29,10.240.0.11/32").yaml());
        world.converge();
        world.machine(5);
        world.converge();
        assertThat(notices()).isEmpty();
        world.machine(6);
        world.converge();
        assertThat(notices()).singleElement().satisfies(notice -> {
            assertThat(notice.reason()).isEqualTo("NodesOutsideDestinations");
            assertThat(notice.type()).isEqualTo(Notice.Type.WARNING);
            assertThat(notice.inCondition()).isTrue();
            assertThat(notice.message()).contains("drops traffic to them: 10.240.0.16.");
        });
        world.machine(7);
        world.machine(8);
        assertThat(notices().getFirst().message()).contains("10.240.0.16, 10.240.0.17, 10.240.0.18.");
        world.machine(9);
        assertThat(notices().getFirst().message()).contains("10.240.0.18 and others.");
    }

    @Test
    void rangesComeAndGoWithTheAnnotation() {
        world.service(hidden("web").yaml());
        world.converge();
        world.service(hidden("web").annotation(RANGES, "10.240.0.0/16").yaml());
        assertThat(securityWrites()).singleElement()
                .satisfies(write -> assertThat(write.subjects()).containsExactly("shop/web"));
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 10.240.0.0/16 31500");
        world.service(hidden("web").annotation(RANGES, "10.240.0.0/24").yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 10.240.0.0/24 31500");
        world.service(hidden("web").yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 10.240.0.10,10.240.0.11 31500");
    }

    @Test
    void ruleGoesWithTheServiceAndTheServiceWaitsForIt() {
        world.service(hidden("web").annotation(RANGES, "10.240.0.0/16").yaml());
        world.converge();
        world.gone("web");
        assertThat(securityWrites()).singleElement()
                .satisfies(write -> assertThat(write.subjects()).containsExactly("shop/web"));
        assertThat(SecurityRules.of(world)).isEmpty();
    }

    @Test
    void mistakeKeepsTheRangesThatAreThereAndHarmsNobody() {
        world.service(hidden("web").annotation(RANGES, "10.240.0.0/16").yaml());
        world.converge();
        List<String> before = SecurityRules.of(world);
        world.service(hidden("web").annotation(RANGES, "10.240.0.1/16").status("20.0.0.5").yaml());
        world.service(Services.named("other").port("TCP", 80).yaml());
        world.converge();
        assertThat(world.plan().plan().refusals()).extracting(Refusal::subject).containsExactly("shop/web");
        assertThat(SecurityRules.of(world)).containsAll(before).contains("501 Allow Tcp Internet > 20.0.0.6 80");
        world.gone("web");
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("501 Allow Tcp Internet > 20.0.0.6 80");
    }

    /** A Service decides only who reaches itself: its node port is the port of another one at an address in the range. */
    @Test
    void rangeIsNotUsedWhileAnotherServiceServesTheNodePortAtAnAddressInIt() {
        world.service(hidden("web").annotation(RANGES, "10.240.0.0/16").yaml());
        world.converge();
        world.service(internalAt31500().yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly(
                "500 Allow Tcp Internet > 10.240.0.10,10.240.0.11 31500",
                "501 Allow Tcp 10.0.0.0/8 > 10.240.1.6 31500");
        assertThat(notices()).singleElement().satisfies(notice -> {
            assertThat(notice.reason()).isEqualTo("DestinationsNotUsed");
            assertThat(notice.inCondition()).isTrue();
            assertThat(notice.message()).contains("is not used for IPv4, and rules name the nodes: 10.240.0.0/16"
                    + " contains 10.240.1.6, the address of Service shop/inside");
        });
        world.gone("inside");
        world.converge();
        world.forget("inside");
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 10.240.0.0/16 31500");
        assertThat(notices()).isEmpty();
    }

    /** Whether a packet to the node port may be served at the frontend of the other Service. */
    @ParameterizedTest
    @CsvSource({"TCP,TCP,31500,'',false", "TCP,TCP,31501,'',true", "TCP,UDP,31500,'',true", "SCTP,TCP,31500,'',false",
            "TCP,TCP,31500,azure-disable-load-balancer-floating-ip,true",
            "TCP,TCP,31501,azure-load-balancer-enable-high-availability-ports,false"})
    void rangeIsUsedUnlessTheOtherServiceServesTheNodePort(String protocol, String other, int port, String annotation,
            boolean isUsed) {
        world.service(Services.named("web")
                .port(protocol, 80, 31500)
                .annotation(NO_FLOATING_IP, "true")
                .annotation(RANGES, "10.240.0.0/16")
                .annotation("azure-load-balancer-internal", "true")
                .yaml());
        Services inside = Services.named("inside")
                .port(other, port, 31400)
                .annotation("azure-load-balancer-internal", "true")
                .annotation("azure-load-balancer-ipv4", "10.240.9.9");
        world.service(annotation.isEmpty() ? inside.yaml() : inside.annotation(annotation, "true").yaml());

        assertThat(notices()).extracting(Notice::reason)
                .containsExactlyElementsOf(isUsed ? List.of() : List.of("DestinationsNotUsed"));
    }

    @Test
    void rangeIsNotUsedWhileAnAddressOfAnotherClusterIsInIt() {
        world.put(ArmTypes.LOAD_BALANCER, "other", "{\"properties\": {\"frontendIPConfigurations\": [{\"name\": "
                + "\"a0123456789abcdef0123456789abcde\", \"properties\": {\"privateIPAddress\": \"10.240.7.1\"}}]}}");
        world.service(hidden("web").annotation(RANGES, "10.240.0.0/16").yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 10.240.0.10,10.240.0.11 31500");
        assertThat(notices()).singleElement()
                .satisfies(notice -> assertThat(notice.message())
                        .contains("10.240.0.0/16 contains 10.240.7.1, an address of another cluster"));
    }

    @Test
    void nodesOfARefusedServiceStayWhetherOrNotItWantsFloatingIpNow() {
        world.service(hidden("web").yaml());
        world.converge();
        List<String> before = SecurityRules.of(world);
        for (Services refused : List.of(hidden("web"), Services.named("web").port("TCP", 80, 31500))) {
            world.service(refused.annotation("azure-load-balancer-tcp-idle-timeout", "2").status("20.0.0.5").yaml());
            world.converge();
            assertThat(SecurityRules.of(world)).isEqualTo(before);
        }
    }

    @Test
    void addressOfARefusedServiceIsNotNamedBesideTheRangeOfAnotherOne() {
        world.tenants(new TenantPolicy(AdditionalAddresses.ANY, TenantPolicy.Sharing.ANYWHERE, Optional.empty(), true));
        world.service(internalAt31500().yaml());
        world.converge();
        world.service(internalAt31500().annotation("azure-load-balancer-tcp-idle-timeout", "2")
                .status("10.240.1.5")
                .yaml());
        world.service(hidden("web").annotation(RANGES, "10.240.0.0/16").annotation(SOURCES, "10.0.0.0/8").yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp 10.0.0.0/8 > 10.240.0.0/16 31500");
    }

    @Test
    void writeThatRemovesADenyRuleIsOneThatGrantsAccess() {
        for (String sources : List.of("10.1.0.0/16", "10.1.0.0/16,x")) {
            world.service(hidden("web").annotation(SOURCES, sources).yaml());
            world.converge();
            world.gone("web");
            assertThat(securityWrites()).singleElement()
                    .satisfies(write -> assertThat(write.removing()).hasSize(sources.endsWith("x") ? 0 : 1));
        }
    }

    @Test
    void rangeOfARefusedServiceIsClosedWhenItLeadsToAnotherOne() {
        world.service(hidden("web").annotation(RANGES, "10.240.0.0/16").yaml());
        world.converge();
        world.service(hidden("web").annotation(RANGES, "x").status("20.0.0.5").yaml());
        world.service(internalAt31500().yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("501 Allow Tcp 10.0.0.0/8 > 10.240.1.6 31500");
    }

    /** Azure takes no rule in which one prefix contains another. */
    @Test
    void addressOfAServiceThatSharesTheRuleIsNamedOnceByItselfOrByTheRange() {
        world.tenants(new TenantPolicy(AdditionalAddresses.ANY, TenantPolicy.Sharing.ANYWHERE, Optional.empty(), true));
        world.service(hidden("web").annotation(RANGES, "10.240.0.0/16").annotation(SOURCES, "10.0.0.0/8").yaml());
        world.service(internalAt31500().yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp 10.0.0.0/8 > 10.240.0.0/16 31500");
        world.gone("web");
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp 10.0.0.0/8 > 10.240.1.5 31500");
    }

    @Test
    void groupThatCannotNameEveryNodeRefusesWithTheWayOutAndTakesTheRange() {
        SecurityRules.put(world, SecurityRules.filler("wide", 1000, 1, 3999));
        world.service(hidden("web").yaml());
        world.converge();
        assertThat(world.plan().plan().refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.message())
                        .contains("exceeds the maximum number of destination IP addresses (4001 > 4000)")
                        .contains("set annotation service.beta.kubernetes.io/" + RANGES
                                + " to the range of the nodes' subnet"));
        world.service(hidden("web").annotation(RANGES, "10.240.0.0/16").yaml());
        world.converge();
        assertThat(world.plan().plan().refusals()).isEmpty();
        assertThat(SecurityRules.of(world)).contains("500 Allow Tcp Internet > 10.240.0.0/16 31500");
    }

    private static Services hidden(String name) {
        return Services.named(name).port("TCP", 80, 31500).annotation(NO_FLOATING_IP, "true");
    }

    /** Its port is the node port of the other Service, so that both need the same rule. */
    private static Services internalAt31500() {
        return Services.named("inside")
                .port("TCP", 31500, 31501)
                .annotation("azure-load-balancer-internal", "true")
                .annotation(SOURCES, "10.0.0.0/8");
    }

    private List<Notice> notices() {
        return world.plan().plannedServices().get(Services.uid("web")).notices();
    }

    private List<Operation> securityWrites() {
        return world.converge()
                .stream()
                .flatMap(plan -> plan.operations().stream())
                .filter(operation -> operation.target().hasType(ArmTypes.SECURITY_GROUP))
                .toList();
    }
}
