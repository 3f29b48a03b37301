package io.azureccm.e2e.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.seed.Infrastructure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The requirements of private link services, and their effects on load balancer and subnet. */
class PrivateLinkServicesTest {
    private static final String LB = ArmTestClient.NETWORK + "loadBalancers/lb";
    private static final String LINK = ArmTestClient.NETWORK + "privateLinkServices/link";
    private static final String OTHER = ArmTestClient.NETWORK + "privateLinkServices/other";
    private static final String SUBNET = ArmTestClient.NETWORK + "virtualNetworks/k8s-vnet/subnets/k8s-subnet";
    private static final String PIP = ArmTestClient.NETWORK + "publicIPAddresses/vip";

    private AzureSimulator simulator;
    private ArmTestClient arm;

    @BeforeEach
    void start() {
        simulator = AzureSimulator.builder().infrastructure(Infrastructure.standard()).start();
        arm = new ArmTestClient(simulator);
        put(PIP, "{'location':'eastus','sku':{'name':'Standard'},'properties':{'publicIPAllocationMethod':'Static'}}");
        balancer("inner", "outer");
        policy("Disabled");
    }

    @AfterEach
    void close() {
        simulator.close();
    }

    @Test
    void makingAndDeletingOneMovesTheEtagOfTheLoadBalancer() {
        String before = etag(LB);
        assertThat(link(LINK, "inner", 1).status()).isEqualTo(201);
        String attached = etag(LB);
        assertThat(attached).isNotEqualTo(before);
        assertThat(link(LINK, "inner", 2).status()).isEqualTo(200);
        assertThat(etag(LB)).as("an update that keeps the frontend").isEqualTo(attached);
        assertThat(arm.delete(LINK).status()).isEqualTo(202);
        assertThat(etag(LB)).isNotEqualTo(attached);
    }

    @Test
    void frontendAndLoadBalancerStayWhileOneIsAttached() {
        link(LINK, "inner", 1);
        assertThat(balancer("outer").code()).isEqualTo("LoadBalancerFrontendIPConfigurationInUseByPrivateLinkService");
        assertThat(balancer("outer").message()).contains(LINK);
        assertThat(arm.delete(LB).code()).isEqualTo("LoadBalancerFrontendIPConfigurationInUseByPrivateLinkService");
        arm.delete(LINK);
        assertThat(balancer("outer").status()).isEqualTo(200);
        assertThat(arm.delete(LB).status()).isEqualTo(202);
    }

    @Test
    void frontendHasOneOnly() {
        link(LINK, "inner", 1);
        ArmTestClient.Reply second = link(OTHER, "inner", 1);
        assertThat(second.code()).isEqualTo("LoadBalancerFrontendIPConfigurationInUseByPrivateLinkService");
        assertThat(second.message()).contains(LINK);
    }

    @Test
    void frontendOfOneNeverChanges() {
        link(LINK, "inner", 1);
        assertThat(link(LINK, "outer", 1).code()).isEqualTo("PrivateLinkServiceLoadBalancerFrontendCannotBeChanged");
    }

    @Test
    void publicFrontendIsAcceptedOnlyWithoutFloatingIp() {
        rule(true);
        assertThat(link(LINK, "outer", 1).code()).isEqualTo("PrivateLinkServiceNotSupportedWithFloatingIp");
        rule(false);
        assertThat(link(LINK, "outer", 1).status()).isEqualTo(201);
    }

    @Test
    void oneHasBetweenOneAndEightAddresses() {
        assertThat(link(LINK, "inner", 0).code()).isEqualTo("PrivateLinkServiceIpConfigurationRequired");
        assertThat(link(LINK, "inner", 9).code()).isEqualTo("PrivateLinkServiceIpConfigurationCountLimitReached");
        assertThat(link(LINK, "inner", 8).status()).isEqualTo(201);
    }

    @Test
    void policiesOfTheSubnetAreOffAndStayOff() {
        policy("Enabled");
        assertThat(link(LINK, "inner", 1).code())
                .isEqualTo("PrivateLinkServiceCannotBeCreatedInSubnetThatHasNetworkPoliciesEnabled");
        policy("Disabled");
        String before = etag(SUBNET);
        link(LINK, "inner", 1);
        assertThat(etag(SUBNET)).as("an address was taken").isNotEqualTo(before);
        assertThat(policy("Enabled").code())
                .isEqualTo("PrivateLinkServiceNetworkPoliciesCannotBeEnabledOnSubnetInUse");
    }

    private ArmTestClient.Reply policy(String value) {
        return put(SUBNET, "{'properties':{'addressPrefix':'10.240.0.0/16','privateLinkServiceNetworkPolicies':'"
                + value + "'}}");
    }

    private ArmTestClient.Reply link(String id, String frontend, int addresses) {
        StringBuilder configurations = new StringBuilder();
        for (int i = 0; i < addresses; i++)
            configurations.append(i == 0 ? "" : ",")
                    .append("{'name':'ip" + i + "','properties':{'primary':" + (i == 0)
                            + ",'subnet':{'id':'" + SUBNET + "'}}}");
        return put(id, "{'location':'eastus','properties':{'ipConfigurations':[" + configurations
                + "],'loadBalancerFrontendIpConfigurations':[{'id':'" + LB + "/frontendIPConfigurations/" + frontend
                + "'}]}}");
    }

    private void rule(boolean floating) {
        balancerWith("'loadBalancingRules':[{'name':'r','properties':{'frontendPort':80,'backendPort':80,"
                + "'protocol':'Tcp','enableFloatingIP':" + floating + ",'frontendIPConfiguration':{'id':'" + LB
                + "/frontendIPConfigurations/outer'}}}]", "inner", "outer");
    }

    private ArmTestClient.Reply balancer(String... frontends) {
        return balancerWith("'loadBalancingRules':[]", frontends);
    }

    private ArmTestClient.Reply balancerWith(String rules, String... frontends) {
        StringBuilder all = new StringBuilder();
        for (String frontend : frontends)
            all.append(all.isEmpty() ? "" : ",")
                    .append("{'name':'" + frontend + "','properties':{"
                            + (frontend.equals("inner")
                                    ? "'subnet':{'id':'" + SUBNET + "'}"
                                    : "'publicIPAddress':{'id':'" + PIP + "'}")
                            + "}}");
        return put(LB, "{'location':'eastus','sku':{'name':'Standard'},'properties':{" + rules
                + ",'frontendIPConfigurations':[" + all + "]}}");
    }

    private String etag(String id) {
        return arm.get(id).json().path("etag").asText();
    }

    private ArmTestClient.Reply put(String path, String body) {
        return arm.put(path, body.replace('\'', '"'));
    }
}
