package io.azureccm.e2e.azure.throttling;

import static io.azureccm.e2e.azure.ArmTestClient.COMPUTE;
import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;
import static io.azureccm.e2e.azure.ArmTestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.ArmTestClient;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.AzureSimulatorBuilder;
import io.azureccm.e2e.azure.operations.ManualClock;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.throttling.ThrottlingProfile;
import io.azureccm.e2e.azure.types.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThrottlingAndLimitsTest {
    private static final String NSG = NETWORK + "networkSecurityGroups/k8s-nsg";

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private AzureSimulator simulator;
    private ArmTestClient arm;

    private void start(AzureSimulatorBuilder builder) {
        simulator = builder.clock(clock).infrastructure(Infrastructure.standard().scaleSet("vmss-a", 1)).start();
        arm = new ArmTestClient(simulator);
    }

    @AfterEach
    void close() {
        simulator.close();
    }

    @Test
    void readsOfAPrincipalRunOutAndComeBackWithTime() {
        start(AzureSimulator.builder().throttling(ThrottlingProfile.scaled(0.04)));
        ArmTestClient.Reply last = null;
        for (int i = 0; i < 10; i++) {
            last = arm.get(NSG);
            assertThat(last.status()).isEqualTo(200);
        }
        assertThat(last.header("x-ms-ratelimit-remaining-subscription-reads")).isEqualTo("0");
        ArmTestClient.Reply refused = arm.get(NSG);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("SubscriptionRequestsThrottled");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(simulator.calls().counters().throttled()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));
        assertThat(arm.get(NSG).status()).isEqualTo(200);
    }

    @Test
    void aScaleSetTakesFourModelUpdatesAMinuteAndTwelveAtOnce() {
        start(AzureSimulator.builder().throttling(ThrottlingProfile.azure()));
        String set = COMPUTE + "virtualMachineScaleSets/vmss-a";
        var body = arm.get(set).json();
        for (int i = 0; i < 12; i++)
            assertThat(arm.put(set, body).status()).isEqualTo(200);
        ArmTestClient.Reply refused = arm.put(set, body);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("OperationNotAllowed");
        assertThat(refused.header("Retry-After")).isEqualTo("15");
        assertThat(refused.header("x-ms-ratelimit-remaining-resource"))
                .isEqualTo("Microsoft.Compute/UpdateVMScaleSetResource;0");
        assertThat(arm.put(NSG, json("{'location':'eastus'}")).status()).isEqualTo(200);
        clock.advance(Duration.ofSeconds(15));
        ArmTestClient.Reply again = arm.put(set, body);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.header("x-ms-ratelimit-remaining-resource")).contains("Microsoft.Compute/UpdateVMScaleSet");
    }

    @Test
    void limitsOfOneResourceStayWhenThoseOfTheSubscriptionAreScaled() {
        start(AzureSimulator.builder().throttling(ThrottlingProfile.scaled(0.05)));
        String machines = COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines";
        for (int i = 0; i < 10; i++)
            assertThat(arm.get(machines).status()).as("list " + i).isEqualTo(200);
        String set = COMPUTE + "virtualMachineScaleSets/vmss-a";
        var body = arm.get(set).json();
        for (int i = 0; i < 10; i++)
            assertThat(arm.put(set, body).status()).as("write " + i).isEqualTo(200);
        assertThat(arm.put(set, body).code()).isEqualTo("SubscriptionRequestsThrottled");
    }

    @Test
    void withoutThrottlingTheHeadersTellOfPlenty() {
        start(AzureSimulator.builder());
        assertThat(Integer.parseInt(arm.get(NSG).header("x-ms-ratelimit-remaining-subscription-global-reads")))
                .isGreaterThan(1000);
    }

    @Test
    void theTinyProfileIsSoonFull() {
        start(AzureSimulator.builder().limits(Limits.tiny()));
        List<Integer> statuses = new java.util.ArrayList<>();
        String code = "";
        for (int i = 0; i < 4; i++) {
            ArmTestClient.Reply reply = arm.put(NETWORK + "publicIPAddresses/p" + i, json("{'location':'eastus'}"));
            statuses.add(reply.status());
            code = reply.code();
        }
        assertThat(statuses).containsExactly(201, 201, 201, 400);
        assertThat(code).isEqualTo("PublicIPCountLimitReached");
        assertThat(arm.put(NETWORK + "publicIPAddresses/p0",
                json("{'location':'eastus','tags':{'a':'1','b':'2','c':'3','d':'4'}}")).code())
                .isEqualTo("TooManyTags");
        assertThat(arm.put(NETWORK + "routeTables/k8s-rt",
                json("{'location':'eastus','properties':{'routes':[" + routes(4) + "]}}")).code())
                .isEqualTo("RouteTableRouteLimitReached");
    }

    @Test
    void tagsThatAzureDoesNotAcceptAreRefused() {
        start(AzureSimulator.builder());
        assertThat(code("{'a/b':'1'}")).isEqualTo("InvalidTagNameCharacters");
        assertThat(code("{'" + "n".repeat(513) + "':'1'}")).isEqualTo("InvalidTagName");
        assertThat(code("{'a':'" + "v".repeat(257) + "'}")).isEqualTo("InvalidTagValueLength");
        assertThat(arm.put(NETWORK + "publicIPAddresses/p", json("{'location':'eastus','tags':{'hidden-link:/s':'','"
                + "n".repeat(512) + "':'" + "v".repeat(256) + "'}}")).status()).isEqualTo(201);
    }

    private String code(String tags) {
        return arm.put(NETWORK + "publicIPAddresses/p", json("{'location':'eastus','tags':" + tags + "}")).code();
    }

    @Test
    void singleRowsCanBeSet() {
        start(AzureSimulator.builder().limits(Limits.azureDefault().with(Limits.Row.ROUTES_PER_TABLE, 2)));
        assertThat(arm.put(NETWORK + "routeTables/k8s-rt",
                json("{'location':'eastus','properties':{'routes':[" + routes(2) + "]}}")).status()).isEqualTo(200);
        assertThat(arm.put(NETWORK + "routeTables/k8s-rt",
                json("{'location':'eastus','properties':{'routes':[" + routes(3) + "]}}")).message())
                .contains("2 routes");
    }

    @Test
    void prefixesOfAllSecurityRulesCountTogetherEachSideForItself() {
        start(AzureSimulator.builder().limits(Limits.azureDefault().with(Limits.Row.SECURITY_GROUP_PREFIXES, 3)));
        assertThat(arm.put(NSG, group(securityRule(500, "10.0.0.1", "10.0.0.2"), securityRule(501, "10.0.0.1")))
                .status()).isEqualTo(200);
        ArmTestClient.Reply refused = arm.put(NSG,
                group(securityRule(500, "10.0.0.1", "10.0.0.2"), securityRule(501, "10.0.0.1", "10.0.0.3")));
        assertThat(refused.code()).isEqualTo("SecurityRuleAddressPrefixCountLimitReached");
        assertThat(refused.message()).contains("3 destination address prefixes");
    }

    @Test
    void securityRulesAreCounted() {
        start(AzureSimulator.builder().limits(Limits.azureDefault().with(Limits.Row.SECURITY_RULES, 1)));
        assertThat(arm.put(NSG, group(securityRule(500, "10.0.0.1"))).status()).isEqualTo(200);
        assertThat(arm.put(NSG, group(securityRule(500, "10.0.0.1"), securityRule(501, "10.0.0.1"))).code())
                .isEqualTo("SecurityRuleCountLimitReached");
    }

    private static ObjectNode group(String... rules) {
        return json("{'location':'eastus','properties':{'securityRules':[" + String.join(",", rules) + "]}}");
    }

    private static String securityRule(int priority, String... destinations) {
        return "{'name':'r" + priority + "','properties':{'priority':" + priority + ",'direction':'Inbound',"
                + "'access':'Allow','protocol':'Tcp','sourcePortRange':'*','destinationPortRange':'80',"
                + "'sourceAddressPrefix':'Internet','destinationAddressPrefixes':['"
                + String.join("','", destinations) + "']}}";
    }

    @Test
    void rulesOfAllLoadBalancersCountForAnInterface() {
        start(AzureSimulator.builder().limits(Limits.azureDefault().with(Limits.Row.RULES_PER_IP_CONFIGURATION, 1)));
        for (String name : List.of("one", "two"))
            assertThat(arm.put(NETWORK + "loadBalancers/" + name, balancer(name, 0)).status()).isEqualTo(201);
        simulator.machines()
                .edit(COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines/0",
                        json("{'properties':{'networkProfileConfiguration':{'networkInterfaceConfigurations':[{"
                                + "'name':'vmss-a-nic','properties':{'ipConfigurations':[{'name':'ipconfig1','properties':{"
                                + "'loadBalancerBackendAddressPools':[{'id':'" + NETWORK
                                + "loadBalancers/one/backendAddressPools/p'},{'id':'" + NETWORK
                                + "loadBalancers/two/backendAddressPools/p'}]}}]}}]}}}"));
        assertThat(arm.put(NETWORK + "loadBalancers/one", balancer("one", 1)).status()).isEqualTo(200);
        assertThat(arm.put(NETWORK + "loadBalancers/two", balancer("two", 1)).code())
                .isEqualTo("LoadBalancingRulesPerIpConfigurationLimitReached");
    }

    private static ObjectNode balancer(String name, int rules) {
        String id = NETWORK + "loadBalancers/" + name;
        return json(
                "{'location':'eastus','sku':{'name':'Standard'},'properties':{'frontendIPConfigurations':[{'name':'fe',"
                        + "'properties':{'subnet':{'id':'" + Infrastructure.standard().subnetId()
                        + "'}}}],'backendAddressPools':[{"
                        + "'name':'p'}],'loadBalancingRules':[" + (rules == 0
                                ? ""
                                : "{'name':'r','properties':{'frontendIPConfiguration':{'id':'" + id
                                        + "/frontendIPConfigurations/fe'},'backendAddressPool':{'id':'" + id
                                        + "/backendAddressPools/p'},'protocol':'Tcp','frontendPort':80,'backendPort':"
                                        + (name.equals("one") ? 80 : 81) + "}}")
                        + "]}}");
    }

    private static String routes(int count) {
        StringBuilder routes = new StringBuilder();
        for (int i = 0; i < count; i++)
            routes.append(i == 0 ? "" : ",")
                    .append("{'name':'r")
                    .append(i)
                    .append("','properties':{'nextHopType':'Internet','addressPrefix':'10.")
                    .append(i)
                    .append(".0.0/16'}}");
        return routes.toString();
    }
}
