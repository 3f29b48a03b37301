package io.azureccm.e2e.azure.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.management.exception.ManagementException;
import com.azure.resourcemanager.network.fluent.models.IpAddressAvailabilityResultInner;
import com.azure.resourcemanager.network.fluent.models.NetworkInterfaceInner;
import com.azure.resourcemanager.network.fluent.models.NetworkInterfaceIpConfigurationInner;
import com.azure.resourcemanager.network.fluent.models.NetworkSecurityGroupInner;
import com.azure.resourcemanager.network.fluent.models.PublicIpAddressInner;
import com.azure.resourcemanager.network.fluent.models.RouteInner;
import com.azure.resourcemanager.network.fluent.models.RouteTableInner;
import com.azure.resourcemanager.network.fluent.models.SecurityRuleInner;
import com.azure.resourcemanager.network.fluent.models.SubnetInner;
import com.azure.resourcemanager.network.fluent.models.VirtualNetworkInner;
import com.azure.resourcemanager.network.models.AddressSpace;
import com.azure.resourcemanager.network.models.IpAllocationMethod;
import com.azure.resourcemanager.network.models.PublicIpAddressSku;
import com.azure.resourcemanager.network.models.PublicIpAddressSkuName;
import com.azure.resourcemanager.network.models.RouteNextHopType;
import com.azure.resourcemanager.network.models.SecurityRuleAccess;
import com.azure.resourcemanager.network.models.SecurityRuleDirection;
import com.azure.resourcemanager.network.models.SecurityRuleProtocol;
import com.azure.resourcemanager.network.models.VirtualNetworkPrivateLinkServiceNetworkPolicies;
import io.azureccm.e2e.azure.seed.Infrastructure;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Networks, security groups, route tables and interfaces through the official typed client. */
class OfficialNetworkTest extends OfficialNetworkClient {
    OfficialNetworkTest() throws GeneralSecurityException, IOException {}

    @Test
    void securityGroupsHaveDefaultRulesAndStayWhileInUse() {
        SecurityRuleInner rule = new SecurityRuleInner().withName("r")
                .withPriority(500)
                .withAccess(SecurityRuleAccess.ALLOW)
                .withDirection(SecurityRuleDirection.INBOUND)
                .withProtocol(SecurityRuleProtocol.TCP)
                .withSourcePortRange("*")
                .withSourceAddressPrefix("Internet")
                .withDestinationPortRanges(List.of("80"))
                .withDestinationAddressPrefix("20.51.0.10");
        NetworkSecurityGroupInner made = network.getNetworkSecurityGroups()
                .createOrUpdate(GROUP, "nsg",
                        new NetworkSecurityGroupInner().withLocation(EAST).withSecurityRules(List.of(rule)));
        assertThat(made.defaultSecurityRules()).hasSize(6);
        assertThat(made.securityRules().getFirst().id()).endsWith("/nsg/securityRules/r");
        NetworkSecurityGroupInner read = network.getNetworkSecurityGroups().getByResourceGroup(GROUP, "nsg");
        assertThat(network.getNetworkSecurityGroups().createOrUpdate(GROUP, "nsg", read).securityRules()).hasSize(1);
        network.getNetworkSecurityGroups().updateTags(GROUP, "nsg", TAGS);
        assertThat(names(network.getNetworkSecurityGroups().listByResourceGroup(GROUP),
                NetworkSecurityGroupInner::name)).containsExactly("k8s-nsg", "nsg");
        network.getNetworkSecurityGroups().delete(GROUP, "nsg");
        assertThatThrownBy(() -> network.getNetworkSecurityGroups().delete(GROUP, "k8s-nsg"))
                .isInstanceOf(ManagementException.class)
                .hasMessageContaining("in use");
    }

    @Test
    void routeTablesAreMadeTaggedListedAndDeleted() {
        RouteTableInner made = network.getRouteTables()
                .createOrUpdate(GROUP, "rt",
                        new RouteTableInner().withLocation(EAST)
                                .withRoutes(List.of(new RouteInner().withName("n1")
                                        .withAddressPrefix("10.244.1.0/24")
                                        .withNextHopType(RouteNextHopType.VIRTUAL_APPLIANCE)
                                        .withNextHopIpAddress("10.240.0.4"))));
        assertThat(made.routes().getFirst().id()).endsWith("/routeTables/rt/routes/n1");
        assertThat(network.getRouteTables().createOrUpdate(GROUP, "rt", made).routes()).hasSize(1);
        network.getRouteTables().updateTags(GROUP, "rt", TAGS);
        assertThat(names(network.getRouteTables().list(), RouteTableInner::name)).containsExactly("k8s-rt", "rt");
        network.getRouteTables().delete(GROUP, "rt");
        gone(() -> network.getRouteTables().getByResourceGroup(GROUP, "rt"));
    }

    @Test
    void networksAndSubnets() {
        VirtualNetworkInner made = network.getVirtualNetworks()
                .createOrUpdate(GROUP, "net",
                        new VirtualNetworkInner().withLocation(EAST)
                                .withAddressSpace(new AddressSpace().withAddressPrefixes(List.of("10.1.0.0/16"))));
        assertThat(made.subnets()).isEmpty();
        SubnetInner subnet = network.getSubnets()
                .createOrUpdate(GROUP, "net", "one",
                        new SubnetInner().withAddressPrefix("10.1.0.0/24"));
        assertThat(subnet.privateLinkServiceNetworkPolicies())
                .isEqualTo(VirtualNetworkPrivateLinkServiceNetworkPolicies.ENABLED);
        network.getSubnets().createOrUpdate(GROUP, "net", "two", new SubnetInner().withAddressPrefix("10.1.1.0/24"));
        assertThat(names(network.getSubnets().list(GROUP, "net"), SubnetInner::name)).containsExactly("one", "two");
        network.getSubnets().delete(GROUP, "net", "two");
        assertThat(network.getVirtualNetworks().getByResourceGroup(GROUP, "net").subnets()).hasSize(1);
        network.getVirtualNetworks().updateTags(GROUP, "net", TAGS);
        assertThat(names(network.getVirtualNetworks().list(), VirtualNetworkInner::name))
                .containsExactly("k8s-vnet", "net");
        network.getVirtualNetworks().delete(GROUP, "net");
        gone(() -> network.getVirtualNetworks().getByResourceGroup(GROUP, "net"));
    }

    @Test
    void networkInterfacesTakeAddressesOfTheirSubnet() {
        NetworkInterfaceInner nic = new NetworkInterfaceInner().withLocation(EAST)
                .withIpConfigurations(
                        List.of(new NetworkInterfaceIpConfigurationInner().withName("ip").withSubnet(nodeSubnet())));
        NetworkInterfaceInner made = network.getNetworkInterfaces().createOrUpdate(GROUP, "nic", nic);
        assertThat(made.ipConfigurations().getFirst().privateIpAddress()).isEqualTo("10.240.0.4");
        assertThat(network.getSubnets().get(GROUP, "k8s-vnet", "k8s-subnet").ipConfigurations()).hasSize(1);
        network.getNetworkInterfaces().createOrUpdate(GROUP, "nic", made);
        network.getNetworkInterfaces().updateTags(GROUP, "nic", TAGS);
        assertThat(names(network.getNetworkInterfaces().listByResourceGroup(GROUP), NetworkInterfaceInner::name))
                .containsExactly("nic");
        network.getNetworkInterfaces().delete(GROUP, "nic");
        gone(() -> network.getNetworkInterfaces().getByResourceGroup(GROUP, "nic"));
    }

    @Test
    void aNetworkWrittenWithoutSubnetsKeepsThem() {
        VirtualNetworkInner network = new VirtualNetworkInner().withLocation(EAST)
                .withAddressSpace(new AddressSpace().withAddressPrefixes(List.of("10.9.0.0/16")));
        this.network.getVirtualNetworks()
                .createOrUpdate(GROUP, "net", network.withSubnets(
                        List.of(new SubnetInner().withName("s").withAddressPrefix("10.9.1.0/24"))));
        assertThat(this.network.getVirtualNetworks().createOrUpdate(GROUP, "net", network.withSubnets(null)).subnets())
                .extracting(SubnetInner::name)
                .containsExactly("s");
        assertThat(this.network.getVirtualNetworks()
                .createOrUpdate(GROUP, "net", network.withSubnets(List.of()))
                .subnets()).isEmpty();
    }

    @Test
    void addressesAreFreeTakenReservedOrOfNoSubnet() {
        network.getNetworkInterfaces()
                .createOrUpdate(GROUP, "nic", new NetworkInterfaceInner().withLocation(EAST)
                        .withIpConfigurations(List.of(new NetworkInterfaceIpConfigurationInner().withName("ip")
                                .withSubnet(new SubnetInner().withId(Infrastructure.standard().subnetId())))));
        var networks = network.getVirtualNetworks();
        IpAddressAvailabilityResultInner taken = networks.checkIpAddressAvailability(GROUP, "k8s-vnet", "10.240.0.4");
        assertThat(taken.available()).isFalse();
        assertThat(taken.isPlatformReserved()).isFalse();
        assertThat(taken.availableIpAddresses())
                .containsExactly("10.240.0.5", "10.240.0.6", "10.240.0.7", "10.240.0.8", "10.240.0.9");
        IpAddressAvailabilityResultInner free = networks.checkIpAddressAvailability(GROUP, "k8s-vnet", "10.240.0.5");
        assertThat(free.available()).isTrue();
        assertThat(free.availableIpAddresses()).isNull();
        IpAddressAvailabilityResultInner reserved = networks.checkIpAddressAvailability(GROUP, "k8s-vnet",
                "10.240.0.2");
        assertThat(reserved.available()).isFalse();
        assertThat(reserved.isPlatformReserved()).isTrue();
        assertThatThrownBy(() -> networks.checkIpAddressAvailability(GROUP, "k8s-vnet", "192.168.0.1"))
                .isInstanceOfSatisfying(ManagementException.class, refused -> assertThat(refused.getValue().getCode())
                        .isEqualTo("PrivateIPAddressNotInAnySubnet"));
    }

    @Test
    void usagesCountWhatTheSubscriptionHasInTheRegion() {
        network.getPublicIpAddresses()
                .createOrUpdate(GROUP, "ip", new PublicIpAddressInner().withLocation(EAST)
                        .withSku(new PublicIpAddressSku().withName(PublicIpAddressSkuName.STANDARD))
                        .withPublicIpAllocationMethod(IpAllocationMethod.STATIC));
        assertThat(usage(EAST, "PublicIPAddresses")).isEqualTo(usage(EAST, "IPv4StandardSkuPublicIpAddresses"))
                .endsWith(" of 1000")
                .isNotEqualTo("0 of 1000");
        assertThat(usage("westeurope", "PublicIPAddresses")).isEqualTo("0 of 1000");
    }

    private String usage(String location, String name) {
        return network.getUsages()
                .list(location)
                .stream()
                .filter(each -> each.name().value().equals(name))
                .map(each -> each.currentValue() + " of " + each.limit())
                .findFirst()
                .orElseThrow();
    }
}
