package io.azureccm.service.plan.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.DrainFacts;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.Notice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which addresses {@code azure-additional-public-ips} adds to the security group. */
class AdditionalAddressesTest {
    private static final String WEB = "20.0.0.5";
    private static final TenantPolicy ANY = policy(AdditionalAddresses.ANY);

    private final World world = new World(1);

    /** Service "web" of team-a, which only 10.1.0.0/16 may reach, and addresses of others. */
    @BeforeEach
    void others() {
        world.service(Services.named("web")
                .in("team-a")
                .port("TCP", 443)
                .spec("loadBalancerSourceRanges: [10.1.0.0/16]")
                .yaml());
        world.converge();
        TenantWorlds.standing(world);
        world.node(new NodeFacts("public", Optional.empty(), List.of("20.8.0.1", "2603:1030:A:0::1"), false, false,
                false, Map.of(), DrainFacts.NONE));
        world.virtualMachine("machine", "");
        world.virtualMachine("of-nobody", "");
        world.forgetNode("of-nobody");
        attached("20.8.0.2", World.id(ArmTypes.NETWORK_INTERFACE, "machine-nic") + "/ipConfigurations/a");
        attached("20.8.0.3", World.id(ArmTypes.NETWORK_INTERFACE, "of-nobody-nic") + "/ipConfigurations/a");
        attached("20.8.0.4", World.id(ArmTypes.SCALE_SET, "vmss-a")
                + "/virtualMachines/0/networkInterfaces/nic/ipConfigurations/a");
    }

    private void attached(String address, String user) {
        world.put(ArmTypes.PUBLIC_IP, "at-" + address, "{\"properties\": {\"ipAddress\": \"" + address
                + "\", \"ipConfiguration\": {\"id\": \"" + user + "\"}}}");
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', value = {"20.0.0.5|is the address of another Service",
            "20.8.0.1|is the address of a node", "20.8.0.2|is the address of a node",
            "20.8.0.4|is the address of a node", "2603:1030:a::1|is the address of a node",
            "20.9.0.3|is the address of another cluster", "20.9.0.4|is the address of another Service",
            "20.9.0.6|is the address of a frontend of load balancer kubernetes",
            "20.9.0.7|is the address of a frontend of load balancer other",
            "0.0.0.0|cannot be a public address", "10.240.0.10|cannot be a public address",
            "168.63.129.16|cannot be a public address", "fd00::1|cannot be a public address"})
    void addressOfSomebodyElseIsRefusedAndNeverInARule(String address, String why) {
        world.service(guest(address).yaml());
        world.converge();

        assertThat(refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.subject()).isEqualTo("team-b/guest");
            assertThat(refusal.message()).contains("azure-additional-public-ips", address + " " + why)
                    .doesNotContain("team-a");
        });
        assertThat(rules()).noneMatch(rule -> rule.startsWith("Allow Tcp Internet") && rule.contains(address));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"20.77.0.1", "20.8.0.3", "20.9.0.1", "20.9.0.5", "2603:1030::9"})
    void addressOfTheUsersOwnIsAdded(String address) {
        world.service(guest(address).yaml());
        world.converge();
        assertThat(refusals()).isEmpty();
        assertThat(rules()).anyMatch(rule -> rule.startsWith("Allow Tcp Internet") && rule.contains(address));
        assertThat(world.plan().plannedServices().get(Services.uid("guest")).addresses().orElseThrow())
                .endsWith(address);
    }

    @Test
    void addressOfTheUsersOwnLoadBalancerIsClosedWithItsService() {
        world.service(guest("20.9.0.5").yaml());
        world.converge();
        world.gone("guest");
        world.converge();
        assertThat(rules()).noneMatch(rule -> rule.contains("20.9.0.5"));
    }

    @Test
    void holderIsToldWhoRequestedItsAddressAndOnlyItsOwnNamespaceWhoHoldsIt() {
        world.service(Services.named("late").in("team-a").port("TCP", 82).yaml());
        world.converge();
        world.service(guest(WEB).yaml());
        world.service(Services.named("own")
                .in("team-a")
                .port("TCP", 81)
                .annotation("azure-additional-public-ips", WEB + ",20.0.0.6")
                .yaml());
        world.converge();
        assertThat(refusals()).extracting(Refusal::message)
                .anyMatch(text -> text.contains("20.0.0.5 is the address of Service team-a/web, "
                        + "20.0.0.6 is the address of Service team-a/late"))
                .anyMatch(text -> text.contains("20.0.0.5 is the address of another Service"));
        assertThat(world.plan().plannedServices().get(Services.uid("web")).notices()).singleElement()
                .satisfies(notice -> {
                    assertThat(notice.type()).isEqualTo(Notice.Type.WARNING);
                    assertThat(notice.reason()).isEqualTo("AddressRequested");
                    assertThat(notice.message()).endsWith("refused, by team-a/own, team-b/guest");
                });
    }

    @Test
    void addressOfAnInternalServiceIsRefusedBeforeAndAfterItIsServed() {
        world.subnet("public", "20.20.0.0/24");
        world.service(Services.named("inside")
                .in("team-b")
                .port("TCP", 80)
                .annotation("azure-load-balancer-internal", "true")
                .annotation("azure-load-balancer-internal-subnet", "public")
                .annotation("azure-load-balancer-ipv4", "20.20.0.4")
                .yaml());
        world.service(guest("20.20.0.4").yaml());

        assertThat(refusals()).singleElement()
                .extracting(Refusal::message, STRING)
                .contains("20.20.0.4 is the address of Service team-b/inside");
        world.converge();
        assertThat(refusals()).singleElement()
                .extracting(Refusal::message, STRING)
                .contains("20.20.0.4 is the address of Service team-b/inside");
    }

    @Test
    void whereNamespacesDoNotShareAnAddressOfNobodyBelongsToWhoHasItOrElseToTheOldest() {
        world.tenants(new TenantPolicy(AdditionalAddresses.CHECKED, new TenantPolicy.Sharing(false, Set.of()),
                Optional.empty(), true));
        world.service(guest("20.77.0.1").yaml());
        world.service(rival("team-b").yaml());
        assertThat(refusals()).as("of the same namespace").isEmpty();
        world.service(rival("team-a").yaml());
        assertThat(refusals()).extracting(Refusal::subject).as("the younger").containsExactly("team-a/rival");
        world.service(rival("team-a").status("20.77.0.1").yaml());
        assertThat(refusals()).extracting(Refusal::subject).as("the one without it").containsExactly("team-b/guest");
        world.service(guest("20.77.0.1").status("20.77.0.1").yaml());
        assertThat(refusals()).extracting(Refusal::subject).as("both have it").containsExactly("team-a/rival");
    }

    private static Services rival(String namespace) {
        return Services.named("rival")
                .in(namespace)
                .port("TCP", 443)
                .created("2026-01-03T00:00:00Z")
                .annotation("azure-additional-public-ips", "20.77.0.1");
    }

    @Test
    void ruleThatAnOlderReleaseOpenedIsClosedAndTheServiceKeepsItsOwn() {
        world.tenants(ANY);
        world.service(guest(WEB).yaml());
        world.converge();
        assertThat(rules()).contains("Allow Tcp Internet > 20.0.0.5,20.0.0.6 443");
        world.tenants(TenantPolicy.DEFAULT);
        world.converge();
        assertThat(rules()).contains("Allow Tcp 10.1.0.0/16 > 20.0.0.5 443", "Allow Tcp Internet > 20.0.0.6 443");
    }

    @Test
    void stoppedServiceDoesNotKeepARuleForAnAddressOfSomebodyElse() {
        world.tenants(ANY);
        world.service(guest(WEB).yaml());
        world.converge();
        world.tenants(TenantPolicy.DEFAULT);
        world.service(guest(WEB).annotation("azure-load-balancer-tcp-idle-timeout", "nonsense").yaml());
        world.converge();
        assertThat(rules()).contains("Allow Tcp 10.1.0.0/16 > 20.0.0.5 443", "Allow Tcp Internet > 20.0.0.6 443");
    }

    @Test
    void addressThatTheServiceSharesAnywayIsNotRefused() {
        world.service(guest(WEB).port("TCP", 8443)
                .annotation("azure-load-balancer-ipv4", WEB)
                .yaml()
                .replace("port: 443,", "port: 444,"));
        assertThat(refusals()).isEmpty();
        world.converge();
        assertThat(refusals()).isEmpty();
        world.service(guest(WEB).port("TCP", 8443).annotation("azure-load-balancer-ipv4", "nonsense").yaml());
        assertThat(refusals()).as("it is not planned").hasSize(1);
        assertThat(world.plan().plannedServices().get(Services.uid("web")).notices()).isEmpty();
    }

    @Test
    void settingSwitchesTheAnnotationOff() {
        world.tenants(policy(AdditionalAddresses.NONE));
        world.service(guest("20.77.0.1").yaml());
        world.converge();
        assertThat(refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.message()).contains(
                        "azure-additional-public-ips=\"20.77.0.1\"", "azureccm.tenants.additional-public-ips"));
        assertThat(rules()).noneMatch(rule -> rule.contains("20.77.0.1"));
        world.service(guest("").yaml());
        assertThat(refusals()).isEmpty();
    }

    private static TenantPolicy policy(AdditionalAddresses additional) {
        return new TenantPolicy(additional, TenantPolicy.Sharing.ANYWHERE, Optional.empty(), true);
    }

    private List<Refusal> refusals() {
        return world.plan().plan().refusals();
    }

    private List<String> rules() {
        return SecurityRules.unordered(world);
    }

    private static Services guest(String additional) {
        return Services.named("guest")
                .in("team-b")
                .port("TCP", 443)
                .created("2026-01-02T00:00:00Z")
                .annotation("azure-additional-public-ips", additional);
    }
}
