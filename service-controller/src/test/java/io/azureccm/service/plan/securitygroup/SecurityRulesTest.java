package io.azureccm.service.plan.securitygroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of the security group that follow from one Service, and their destinations. */
class SecurityRulesTest {
    private static final String INTERNAL = "azure-load-balancer-internal";
    private static final String NO_FLOATING_IP = "azure-disable-load-balancer-floating-ip";
    private static final String RANGES = "azure-allowed-ip-ranges";
    private static final String TAGS = "azure-allowed-service-tags";
    private static final String DENY = "azure-deny-all-except-load-balancer-source-ranges";
    private static final String DUAL = "ipFamilies: [IPv4, IPv6]";

    private final World world = new World(2);

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(delimiter = '|', value = {
            "open to everybody||500 Allow Tcp Internet > 20.0.0.5 80",
            "internal|azure-load-balancer-internal=true|",
            "ranges|azure-allowed-ip-ranges=10.2.0.0/16,10.1.0.0/16|500 Allow Tcp 10.1.0.0/16,10.2.0.0/16 > 20.0.0.5 80",
            "ranges of an internal one|azure-load-balancer-internal=true;azure-allowed-ip-ranges=10.1.0.0/16"
                    + "|500 Allow Tcp 10.1.0.0/16 > 10.240.1.5 80",
            "service tags|azure-allowed-service-tags=AzureCloud,VirtualNetwork"
                    + "|500 Allow Tcp AzureCloud > 20.0.0.5 80;501 Allow Tcp VirtualNetwork > 20.0.0.5 80",
            "ranges beside a tag|azure-allowed-service-tags=AzureCloud;azure-allowed-ip-ranges=10.1.0.0/16"
                    + "|500 Allow Tcp AzureCloud > 20.0.0.5 80;501 Allow Tcp 10.1.0.0/16 > 20.0.0.5 80",
            "everybody as a range|azure-allowed-ip-ranges=0.0.0.0/0|500 Allow Tcp 0.0.0.0/0 > 20.0.0.5 80",
            "everybody of the other family|azure-allowed-ip-ranges=::/0|",
            "deny all|azure-allowed-ip-ranges=10.1.0.0/16;azure-deny-all-except-load-balancer-source-ranges=true"
                    + "|500 Allow Tcp 10.1.0.0/16 > 20.0.0.5 80;4095 Deny * * > 20.0.0.5 *",
            "deny all without ranges|azure-deny-all-except-load-balancer-source-ranges=true"
                    + "|500 Allow Tcp Internet > 20.0.0.5 80",
            "a range that is none|azure-allowed-ip-ranges=10.1.0.1/16|4095 Deny * * > 20.0.0.5 *",
            "rules switched off|azure-disable-load-balancer-nsg-rule=true;azure-allowed-ip-ranges=x|",
            "more addresses|azure-additional-public-ips=40.0.0.2,40.0.0.1"
                    + "|500 Allow Tcp Internet > 20.0.0.5,40.0.0.1,40.0.0.2 80",
            "more addresses of both families|azure-additional-public-ips=40.0.0.1,2603::1"
                    + "|500 Allow Tcp Internet > 20.0.0.5,40.0.0.1 80;501 Allow Tcp Internet > 2603::1 80",
            "a port without a load-balancing rule|port_80_no_lb_rule=true|500 Allow Tcp Internet > 20.0.0.5 80",
            "floating IP off|azure-disable-load-balancer-floating-ip=true"
                    + "|500 Allow Tcp Internet > 10.240.0.10,10.240.0.11 31500",
            "floating IP off and more addresses|azure-disable-load-balancer-floating-ip=true;azure-additional-public-ips=40.0.0.1"
                    + "|500 Allow Tcp Internet > 10.240.0.10,10.240.0.11,40.0.0.1 31500"})
    void serviceHasARuleForEachProtocol(String what, String annotations, String rules) {
        Services service = Services.named("web").port("TCP", 80, 31500);
        if (annotations != null) {
            for (String annotation : annotations.split(";")) {
                service.annotation(annotation.substring(0, annotation.indexOf('=')),
                        annotation.substring(annotation.indexOf('=') + 1));
            }
        }
        world.service(service.yaml());
        world.converge();
        assertThat(String.join(";", SecurityRules.of(world))).isEqualTo(rules == null ? "" : rules);
    }

    @Test
    void protocolsComeFirstThenFamiliesThenTagsBeforeRanges() {
        world.service(Services.named("web")
                .port("TCP", 443)
                .port("UDP", 53)
                .port("TCP", 80)
                .spec(DUAL)
                .annotation(TAGS, "AzureCloud")
                .annotation(RANGES, "10.0.0.0/8,2001:db8::/32")
                .annotation(DENY, "true")
                .yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp AzureCloud > 20.0.0.5 443,80",
                "501 Allow Tcp 10.0.0.0/8 > 20.0.0.5 443,80", "502 Allow Tcp AzureCloud > 2603:1030::6 443,80",
                "503 Allow Tcp 2001:db8::/32 > 2603:1030::6 443,80", "504 Allow Udp AzureCloud > 20.0.0.5 53",
                "505 Allow Udp 10.0.0.0/8 > 20.0.0.5 53", "506 Allow Udp AzureCloud > 2603:1030::6 53",
                "507 Allow Udp 2001:db8::/32 > 2603:1030::6 53", "4094 Deny * * > 2603:1030::6 *",
                "4095 Deny * * > 20.0.0.5 *");
    }

    @Test
    void sctpIsAllowedWithAnyProtocol() {
        world.service(Services.named("web")
                .port("SCTP", 80)
                .annotation(INTERNAL, "true")
                .annotation(RANGES, "10.1.0.0/16")
                .yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow * 10.1.0.0/16 > 10.240.1.5 80");
    }

    @Test
    void highAvailabilityPortsAreReachedAtTheFrontendOnThePortsOfTheService() {
        world.service(Services.named("web")
                .port("TCP", 80)
                .port("TCP", 443)
                .annotation(INTERNAL, "true")
                .annotation("azure-load-balancer-enable-high-availability-ports", "true")
                .annotation(NO_FLOATING_IP, "true")
                .annotation(RANGES, "10.1.0.0/16")
                .yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp 10.1.0.0/16 > 10.240.1.5 443,80");
    }

    @ParameterizedTest
    @CsvSource({"nodeIP", "nodeIPConfiguration"})
    void destinationsFollowTheNodesWhenFloatingIpIsOff(String pools) {
        world.with("loadBalancerBackendPoolConfigurationType", pools);
        world.service(Services.named("a").port("TCP", 80, 31500).annotation(NO_FLOATING_IP, "true").yaml());
        world.service(Services.named("b").port("TCP", 81, 31501).annotation(NO_FLOATING_IP, "true").yaml());
        world.converge();

        world.machine(2);
        assertThat(world.converge()
                .stream()
                .flatMap(plan -> plan.operations().stream())
                .filter(operation -> operation.target().hasType(ArmTypes.SECURITY_GROUP)))
                .as("one write for both")
                .singleElement()
                .satisfies(operation -> assertThat(operation.subjects()).containsExactly("shop/a", "shop/b"));
        assertThat(SecurityRules.of(world)).containsExactly(
                "500 Allow Tcp Internet > 10.240.0.10,10.240.0.11,10.240.0.12 31500",
                "501 Allow Tcp Internet > 10.240.0.10,10.240.0.11,10.240.0.12 31501");

        world.nodeLeft(0);
        assertThat(world.converge()
                .stream()
                .flatMap(plan -> plan.operations().stream())
                .filter(operation -> operation.target().hasType(ArmTypes.SECURITY_GROUP))).singleElement()
                .satisfies(operation -> assertThat(operation.subjects()).containsExactly("shop/a", "shop/b"));
        assertThat(SecurityRules.of(world)).containsExactly(
                "500 Allow Tcp Internet > 10.240.0.11,10.240.0.12 31500",
                "501 Allow Tcp Internet > 10.240.0.11,10.240.0.12 31501");
    }

    @ParameterizedTest
    @CsvSource({"nodeIP,10.240.0.11", "nodeIPConfiguration,'10.240.0.10,10.240.0.11'"})
    void nodeThatIsDrainedIsAllowedAsLongAsItIsInThePool(String pools, String destinations) {
        world.with("loadBalancerBackendPoolConfigurationType", pools);
        world.service(Services.named("web").port("TCP", 80, 31500).annotation(NO_FLOATING_IP, "true").yaml());
        world.converge();
        NodeFacts node = world.node(0);
        world.node(new NodeFacts(node.name(), node.machine(), node.internalIps(), false, true, false, Map.of(),
                DrainFacts.NONE));
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > " + destinations + " 31500");
    }

    @ParameterizedTest
    @CsvSource({"nodeIP", "nodeIPConfiguration"})
    void rulesStayWhileThePoolKeepsItsLastMembers(String pools) {
        world.with("loadBalancerBackendPoolConfigurationType", pools);
        world.service(Services.named("web").port("TCP", 80, 31500).annotation(NO_FLOATING_IP, "true").yaml());
        world.converge();
        for (int i = 0; i < 2; i++) {
            NodeFacts node = world.node(i);
            world.node(new NodeFacts(node.name(), node.machine(), node.internalIps(), true, false, false, Map.of(),
                    DrainFacts.NONE));
        }
        world.converge();
        assertThat(SecurityRules.of(world))
                .containsExactly("500 Allow Tcp Internet > 10.240.0.10,10.240.0.11 31500");
    }

    /** Columns: the priority of an inbound rule of the user, and the one that the rule of the Service gets. */
    @ParameterizedTest
    @CsvSource({"700,500", "500,501"})
    void ruleThatSomebodyTurnedAroundIsRestoredInOneWriteAtItsPriorityIfThatIsFree(int taken, int priority) {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        String turned = SecurityRules.bodies(world).getFirst().toString().replace("Inbound", "Outbound");
        SecurityRules.put(world, turned, SecurityRules.filler("mine", taken, 1, 1));

        assertThat(world.converge()).hasSize(1);
        assertThat(SecurityRules.of(world)).contains(priority + " Allow Tcp Internet > 20.0.0.5 80");
    }
}
