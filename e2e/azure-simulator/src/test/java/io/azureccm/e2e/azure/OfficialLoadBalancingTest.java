package io.azureccm.e2e.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.management.SubResource;
import com.azure.core.management.exception.ManagementException;
import com.azure.resourcemanager.network.fluent.models.BackendAddressPoolInner;
import com.azure.resourcemanager.network.fluent.models.FrontendIpConfigurationInner;
import com.azure.resourcemanager.network.fluent.models.LoadBalancerInner;
import com.azure.resourcemanager.network.fluent.models.LoadBalancingRuleInner;
import com.azure.resourcemanager.network.fluent.models.NatGatewayInner;
import com.azure.resourcemanager.network.fluent.models.PrivateEndpointInner;
import com.azure.resourcemanager.network.fluent.models.PrivateLinkServiceInner;
import com.azure.resourcemanager.network.fluent.models.PrivateLinkServiceIpConfigurationInner;
import com.azure.resourcemanager.network.fluent.models.ProbeInner;
import com.azure.resourcemanager.network.fluent.models.PublicIpAddressInner;
import com.azure.resourcemanager.network.fluent.models.PublicIpPrefixInner;
import com.azure.resourcemanager.network.fluent.models.SubnetInner;
import com.azure.resourcemanager.network.models.IpAllocationMethod;
import com.azure.resourcemanager.network.models.LoadBalancerBackendAddress;
import com.azure.resourcemanager.network.models.LoadBalancerSku;
import com.azure.resourcemanager.network.models.LoadBalancerSkuName;
import com.azure.resourcemanager.network.models.NatGatewaySku;
import com.azure.resourcemanager.network.models.NatGatewaySkuName;
import com.azure.resourcemanager.network.models.PrivateLinkServiceConnection;
import com.azure.resourcemanager.network.models.ProbeProtocol;
import com.azure.resourcemanager.network.models.ProvisioningState;
import com.azure.resourcemanager.network.models.PublicIpAddressSku;
import com.azure.resourcemanager.network.models.PublicIpAddressSkuName;
import com.azure.resourcemanager.network.models.PublicIpPrefixSku;
import com.azure.resourcemanager.network.models.PublicIpPrefixSkuName;
import com.azure.resourcemanager.network.models.TransportProtocol;
import com.azure.resourcemanager.network.models.VirtualNetworkPrivateLinkServiceNetworkPolicies;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Addresses, load balancers and related resources through the official typed client. */
class OfficialLoadBalancingTest extends OfficialNetworkClient {
    OfficialLoadBalancingTest() throws GeneralSecurityException, IOException {}

    private PublicIpAddressInner publicAddress(String name) {
        return network.getPublicIpAddresses()
                .createOrUpdate(GROUP, name,
                        new PublicIpAddressInner().withLocation(EAST)
                                .withSku(new PublicIpAddressSku().withName(PublicIpAddressSkuName.STANDARD))
                                .withPublicIpAllocationMethod(IpAllocationMethod.STATIC));
    }

    @Test
    void publicIpAddressesAreMadeTaggedListedAndDeleted() {
        PublicIpAddressInner made = publicAddress("one");
        assertThat(made.provisioningState()).isEqualTo(ProvisioningState.SUCCEEDED);
        assertThat(made.ipAddress()).matches("\\d+\\.\\d+\\.\\d+\\.\\d+");
        publicAddress("two");
        network.getPublicIpAddresses().updateTags(GROUP, "one", TAGS);
        assertThat(network.getPublicIpAddresses().getByResourceGroup(GROUP, "one").tags()).containsEntry("a", "b");
        assertThat(names(network.getPublicIpAddresses().listByResourceGroup(GROUP), PublicIpAddressInner::name))
                .containsExactly("one", "two");
        assertThat(names(network.getPublicIpAddresses().list(), PublicIpAddressInner::name)).hasSize(2);
        network.getPublicIpAddresses().delete(GROUP, "one");
        gone(() -> network.getPublicIpAddresses().getByResourceGroup(GROUP, "one"));
    }

    @Test
    void publicIpPrefixesGiveAddressesAndStayWhileOneIsInUse() {
        PublicIpPrefixInner made = network.getPublicIpPrefixes()
                .createOrUpdate(GROUP, "prefix",
                        new PublicIpPrefixInner().withLocation(EAST)
                                .withPrefixLength(31)
                                .withSku(new PublicIpPrefixSku().withName(PublicIpPrefixSkuName.STANDARD)));
        assertThat(made.ipPrefix()).endsWith("/31");
        PublicIpAddressInner from = network.getPublicIpAddresses()
                .createOrUpdate(GROUP, "from",
                        new PublicIpAddressInner().withLocation(EAST)
                                .withSku(new PublicIpAddressSku().withName(PublicIpAddressSkuName.STANDARD))
                                .withPublicIpAllocationMethod(IpAllocationMethod.STATIC)
                                .withPublicIpPrefix(new SubResource().withId(made.id())));
        assertThat(made.ipPrefix()).startsWith(from.ipAddress() + "/");
        assertThatThrownBy(() -> network.getPublicIpPrefixes().delete(GROUP, "prefix"))
                .isInstanceOf(ManagementException.class);
        network.getPublicIpAddresses().delete(GROUP, "from");
        network.getPublicIpPrefixes().updateTags(GROUP, "prefix", TAGS);
        assertThat(names(network.getPublicIpPrefixes().listByResourceGroup(GROUP), PublicIpPrefixInner::name))
                .containsExactly("prefix");
        network.getPublicIpPrefixes().delete(GROUP, "prefix");
        gone(() -> network.getPublicIpPrefixes().getByResourceGroup(GROUP, "prefix"));
    }

    private SubResource part(String kind, String name) {
        return new SubResource().withId(ArmTestClient.NETWORK + "loadBalancers/lb/" + kind + "/" + name);
    }

    private LoadBalancerInner balancer(PublicIpAddressInner address) {
        return new LoadBalancerInner().withLocation(EAST)
                .withSku(new LoadBalancerSku().withName(LoadBalancerSkuName.STANDARD))
                .withFrontendIpConfigurations(
                        List.of(new FrontendIpConfigurationInner().withName("fe").withPublicIpAddress(address)))
                .withBackendAddressPools(List.of(new BackendAddressPoolInner().withName("pool")))
                .withProbes(List.of(
                        new ProbeInner().withName("probe")
                                .withProtocol(ProbeProtocol.TCP)
                                .withPort(30080)
                                .withIntervalInSeconds(5)))
                .withLoadBalancingRules(List.of(new LoadBalancingRuleInner().withName("rule")
                        .withFrontendIpConfiguration(part("frontendIPConfigurations", "fe"))
                        .withBackendAddressPool(part("backendAddressPools", "pool"))
                        .withProbe(part("probes", "probe"))
                        .withProtocol(TransportProtocol.TCP)
                        .withFrontendPort(80)
                        .withBackendPort(80)
                        .withEnableFloatingIp(true)));
    }

    @Test
    void loadBalancersAndTheirPools() {
        LoadBalancerInner made = network.getLoadBalancers().createOrUpdate(GROUP, "lb", balancer(publicAddress("vip")));
        assertThat(made.frontendIpConfigurations().getFirst().loadBalancingRules()).hasSize(1);
        assertThat(network.getPublicIpAddresses().getByResourceGroup(GROUP, "vip").ipConfiguration().id())
                .isEqualTo(made.frontendIpConfigurations().getFirst().id());
        assertThat(made.probes().getFirst().loadBalancingRules()).hasSize(1);
        LoadBalancerInner again = network.getLoadBalancers()
                .createOrUpdate(GROUP, "lb",
                        network.getLoadBalancers().getByResourceGroup(GROUP, "lb").withTags(Map.of("x", "y")));
        assertThat(again.loadBalancingRules()).hasSize(1);

        BackendAddressPoolInner pool = network.getLoadBalancerBackendAddressPools()
                .createOrUpdate(GROUP, "lb", "pool",
                        new BackendAddressPoolInner().withName("pool")
                                .withLoadBalancerBackendAddresses(
                                        List.of(new LoadBalancerBackendAddress().withName("n1")
                                                .withIpAddress("10.240.0.9")
                                                .withVirtualNetwork(new SubResource()
                                                        .withId(ArmTestClient.NETWORK + "virtualNetworks/k8s-vnet")))));
        assertThat(pool.loadBalancerBackendAddresses().getFirst().ipAddress()).isEqualTo("10.240.0.9");
        network.getLoadBalancerBackendAddressPools()
                .createOrUpdate(GROUP, "lb", "second",
                        new BackendAddressPoolInner().withName("second"));
        assertThat(names(network.getLoadBalancerBackendAddressPools().list(GROUP, "lb"), BackendAddressPoolInner::name))
                .containsExactly("pool", "second");
        network.getLoadBalancerBackendAddressPools().delete(GROUP, "lb", "second");
        gone(() -> network.getLoadBalancerBackendAddressPools().get(GROUP, "lb", "second"));

        network.getLoadBalancers().updateTags(GROUP, "lb", TAGS);
        assertThat(names(network.getLoadBalancers().list(), LoadBalancerInner::name)).containsExactly("lb");
        network.getLoadBalancers().delete(GROUP, "lb");
        assertThat(network.getPublicIpAddresses().getByResourceGroup(GROUP, "vip").ipConfiguration()).isNull();
        gone(() -> network.getLoadBalancers().getByResourceGroup(GROUP, "lb"));
    }

    @Test
    void natGatewaysAreMadeTaggedListedAndDeleted() {
        NatGatewayInner made = network.getNatGateways()
                .createOrUpdate(GROUP, "nat",
                        new NatGatewayInner().withLocation(EAST)
                                .withSku(new NatGatewaySku().withName(NatGatewaySkuName.STANDARD))
                                .withPublicIpAddresses(List.of(new SubResource().withId(publicAddress("out").id()))));
        assertThat(made.idleTimeoutInMinutes()).isEqualTo(4);
        assertThat(network.getPublicIpAddresses().getByResourceGroup(GROUP, "out").natGateway().id())
                .isEqualTo(made.id());
        network.getNatGateways().updateTags(GROUP, "nat", TAGS);
        assertThat(names(network.getNatGateways().list(), NatGatewayInner::name)).containsExactly("nat");
        network.getNatGateways().delete(GROUP, "nat");
        gone(() -> network.getNatGateways().getByResourceGroup(GROUP, "nat"));
    }

    @Test
    void privateLinkServicesAndEndpoints() {
        network.getSubnets()
                .createOrUpdate(GROUP, "k8s-vnet", "pls", new SubnetInner().withAddressPrefix("10.242.0.0/24")
                        .withPrivateLinkServiceNetworkPolicies(
                                VirtualNetworkPrivateLinkServiceNetworkPolicies.DISABLED));
        SubnetInner subnet = network.getSubnets().get(GROUP, "k8s-vnet", "pls");
        LoadBalancerInner balancer = network.getLoadBalancers()
                .createOrUpdate(GROUP, "lb",
                        new LoadBalancerInner().withLocation(EAST)
                                .withSku(new LoadBalancerSku().withName(LoadBalancerSkuName.STANDARD))
                                .withFrontendIpConfigurations(
                                        List.of(new FrontendIpConfigurationInner().withName("fe")
                                                .withSubnet(nodeSubnet()))));
        PrivateLinkServiceInner service = network.getPrivateLinkServices()
                .createOrUpdate(GROUP, "service",
                        new PrivateLinkServiceInner().withLocation(EAST)
                                .withLoadBalancerFrontendIpConfigurations(balancer.frontendIpConfigurations())
                                .withIpConfigurations(
                                        List.of(new PrivateLinkServiceIpConfigurationInner().withName("ip")
                                                .withPrimary(true)
                                                .withSubnet(subnet))));
        assertThat(service.alias()).matches("service\\.[0-9a-f-]+\\.eastus\\.azure\\.privatelinkservice");
        PrivateEndpointInner endpoint = network.getPrivateEndpoints()
                .createOrUpdate(GROUP, "endpoint",
                        new PrivateEndpointInner().withLocation(EAST)
                                .withSubnet(nodeSubnet())
                                .withPrivateLinkServiceConnections(
                                        List.of(new PrivateLinkServiceConnection().withName("c")
                                                .withPrivateLinkServiceId(service.id()))));
        assertThat(endpoint.provisioningState()).isEqualTo(ProvisioningState.SUCCEEDED);
        String connection = network.getPrivateLinkServices()
                .getByResourceGroup(GROUP, "service")
                .privateEndpointConnections()
                .getFirst()
                .name();
        assertThatThrownBy(() -> network.getPrivateLinkServices().delete(GROUP, "service"))
                .hasMessageContaining("private endpoint connections");
        network.getPrivateLinkServices().deletePrivateEndpointConnection(GROUP, "service", connection);
        assertThat(network.getPrivateEndpoints()
                .getByResourceGroup(GROUP, "endpoint")
                .privateLinkServiceConnections()
                .getFirst()
                .privateLinkServiceConnectionState()
                .status()).isEqualTo("Disconnected");
        network.getPrivateLinkServices().delete(GROUP, "service");
        assertThat(names(network.getPrivateEndpoints().listByResourceGroup(GROUP), PrivateEndpointInner::name))
                .containsExactly("endpoint");
        network.getPrivateEndpoints().delete(GROUP, "endpoint");
        gone(() -> network.getPrivateEndpoints().getByResourceGroup(GROUP, "endpoint"));
        assertThat(network.getPrivateLinkServices().listByResourceGroup(GROUP).stream()).isEmpty();
    }
}
