package io.azureccm.e2e.azure;

import static io.azureccm.e2e.azure.ArmTestClient.COMPUTE;
import static io.azureccm.e2e.azure.ArmTestClient.GROUP;
import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;
import static io.azureccm.e2e.azure.ArmTestClient.json;
import static io.azureccm.e2e.azure.RequestBodies.LB;
import static io.azureccm.e2e.azure.RequestBodies.PIP;
import static io.azureccm.e2e.azure.RequestBodies.SUBNET;
import static io.azureccm.e2e.azure.RequestBodies.VNET;
import static io.azureccm.e2e.azure.RequestBodies.address;
import static io.azureccm.e2e.azure.RequestBodies.anywhere;
import static io.azureccm.e2e.azure.RequestBodies.balancer;
import static io.azureccm.e2e.azure.RequestBodies.frontend;
import static io.azureccm.e2e.azure.RequestBodies.group;
import static io.azureccm.e2e.azure.RequestBodies.internal;
import static io.azureccm.e2e.azure.RequestBodies.route;
import static io.azureccm.e2e.azure.RequestBodies.rule;
import static io.azureccm.e2e.azure.RequestBodies.rules;
import static io.azureccm.e2e.azure.RequestBodies.securityRule;
import static io.azureccm.e2e.azure.RequestBodies.table;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One line per rejection: the request, and the status and error code of Azure's response. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalsTest {
    private static final String PREFIX = NETWORK + "publicIPPrefixes/";
    private static final String NSG = NETWORK + "networkSecurityGroups/";
    private static final String RT = NETWORK + "routeTables/";

    private AzureSimulator simulator;
    private ArmTestClient arm;

    /** One rejection. */
    record Case(String name, String method, String path, String body, int status, String code) {
        @Override
        public String toString() {
            return name + " -> " + code;
        }
    }

    private static Case put(String name, String path, String body, int status, String code) {
        return new Case(name, "PUT", path, body, status, code);
    }

    private static Case get(String name, String path, int status, String code) {
        return new Case(name, "GET", path, "", status, code);
    }

    private static Case delete(String name, String path, String code) {
        return new Case(name, "DELETE", path, "", 400, code);
    }

    private static String tagged(int tags, String value) {
        ObjectNode body = Json.object().put("location", "eastus");
        IntStream.range(0, tags).forEach(i -> Json.child(body, "tags").put("tag-" + i, value));
        return body.toString();
    }

    static List<Case> envelope() {
        return List.of(
                get("missing group", GROUP.replace("k8s", "nowhere") + "/providers/Microsoft.Network/loadBalancers",
                        404,
                        "ResourceGroupNotFound"),
                get("missing resource", LB + "nothing", 404, "ResourceNotFound"),
                get("missing child", LB + "lb/backendAddressPools/nothing", 404, "NotFound"),
                get("child of a missing resource", LB + "nothing/backendAddressPools/pool", 404, "ResourceNotFound"),
                put("child without parent", LB + "nothing/backendAddressPools/pool", "{}", 404,
                        "ParentResourceNotFound"),
                get("no api-version", LB + "lb?api-version=", 400, "MissingApiVersionParameter"),
                get("api-version that is no date", LB + "lb?api-version=latest", 400, "InvalidApiVersionParameter"),
                get("api-version out of range", LB + "lb?api-version=1999-01-01", 400, "NoRegisteredProviderFound"),
                get("unknown type", NETWORK + "spaceships", 404, "InvalidResourceType"),
                put("no location", PIP + "new", "{}", 400, "LocationRequired"),
                put("other location", PIP + "vip", "{'location':'westus'}", 400, "InvalidResourceLocation"),
                put("51 tags", PIP + "vip", tagged(51, "value"), 400, "TooManyTags"),
                put("long value of a tag", PIP + "vip", tagged(1, "v".repeat(257)), 400, "InvalidTagValueLength"),
                put("long name of a tag", PIP + "vip", "{'location':'eastus','tags':{'" + "n".repeat(513) + "':''}}",
                        400,
                        "InvalidTagName"),
                put("slash in the name of a tag", PIP + "vip", "{'location':'eastus','tags':{'a/b':''}}", 400,
                        "InvalidTagNameCharacters"),
                put("broken JSON", PIP + "new", "{", 400, "InvalidRequestContent"),
                put("not an object", PIP + "new", "[]", 400, "InvalidRequestContent"),
                put("bad name", PIP + "-new", address(""), 400, "InvalidResourceName"),
                put("long name", PIP + "n".repeat(81), address(""), 400, "InvalidResourceName"),
                put("unknown instance", COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines/77", "{}", 400,
                        "InvalidParameter"),
                get("instance that is no number", COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines/x", 400,
                        "InvalidParameter"),
                get("missing instance", COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines/77", 404,
                        "NotFound"));
    }

    static List<Case> loadBalancers() {
        String ok = rule("one", "fe", "pool", 80, "Tcp", true);
        return List.of(
                put("rule to unknown frontend", LB + "new", rules(rule("one", "fx", "pool", 80, "Tcp", true)), 400,
                        "InvalidResourceReference"),
                put("rule to unknown pool", LB + "new", rules(rule("one", "fe", "px", 80, "Tcp", true)), 400,
                        "InvalidResourceReference"),
                put("missing public address", LB + "new", frontend("nothing"), 400, "InvalidResourceReference"),
                put("public address of another", LB + "new", frontend("vip"), 400, "PublicIPAddressInUse"),
                put("basic public address", LB + "new", frontend("basic"), 400,
                        "PublicIPAndLBSkuDoNotMatch"),
                put("public address in the making", LB + "new", frontend("making"), 409,
                        "ReferencedResourceNotProvisioned"),
                put("same frontend port twice", LB + "new", rules(ok, rule("two", "fe", "pool", 80, "Tcp", true)), 400,
                        "RulesUseSameFrontendPortProtocolAndFrontendIPConfig"),
                put("same backend port twice", LB + "new",
                        rules(rule("one", "fe", "pool", 80, "Tcp", false), rule("two", "fe", "pool", 81, "Tcp", false)),
                        400, "RulesUseSameBackendPortProtocolAndPool"),
                put("same name twice", LB + "new", rules(ok, rule("ONE", "fe", "pool", 81, "Tcp", true)), 400,
                        "InvalidRequestFormat"),
                put("address of another machine", LB + "new", internal("10.240.0.4"), 400,
                        "PrivateIPAddressIsAllocated"),
                put("reserved address", LB + "new", internal("10.240.0.2"), 400, "PrivateIPAddressInReservedRange"),
                put("address outside the subnet", LB + "new", internal("10.241.0.9"), 400,
                        "PrivateIPAddressNotInSubnet"),
                put("zones of a public frontend", LB + "new",
                        frontend("free").replace("{'name':'fe',", "{'name':'fe','zones':['1'],"), 400,
                        "LoadBalancerFrontendIPConfigCannotHaveZoneWhenReferencingPublicIPAddress"),
                put("other zones of a private frontend", LB + "inside", internal("10.240.0.77"), 400,
                        "ResourceAvailabilityZonesCannotBeModified"),
                put("pool in use by a scale set", LB + "lb", frontend("vip"), 400,
                        "LoadBalancerInUseByVirtualMachineScaleSet"),
                delete("load balancer in use by a scale set", LB + "lb", "LoadBalancerInUseByVirtualMachineScaleSet"),
                put("IP addresses in a pool of interfaces", LB + "lb/backendAddressPools/pool",
                        "{'properties':{'loadBalancerBackendAddresses':[{'name':'a','properties':{'ipAddress':"
                                + "'10.240.0.200','virtualNetwork':{'id':'" + VNET + "'}}}]}}",
                        400, "BackendAddressPoolCannotMixNicAndIpAddresses"),
                put("an admin state that there is not", LB + "lb/backendAddressPools/fresh",
                        "{'properties':{'loadBalancerBackendAddresses':[{'name':'a','properties':{'ipAddress':"
                                + "'10.240.0.200','adminState':'Off','virtualNetwork':{'id':'" + VNET + "'}}}]}}",
                        400, "InvalidRequestFormat"));
    }

    static List<Case> others() {
        return List.of(
                delete("public address in use", PIP + "vip", "PublicIPAddressCannotBeDeleted"),
                put("taken DNS label", PIP + "new", address(",'dnsSettings':{'domainNameLabel':'taken'}"), 400,
                        "DnsRecordInUse"),
                put("taken DNS label of IPv6", PIP + "new",
                        address(",'publicIPAddressVersion':'IPv6','dnsSettings':{'domainNameLabel':'taken-6'}"), 400,
                        "DnsRecordInUse"),
                put("other IP tags", PIP + "free", address(",'ipTags':[{'ipTagType':'A','tag':'1'}]"), 400,
                        "IpTagsOnExistingPublicIpCannotBeChanged"),
                put("other zones", PIP + "free", address("").replace("'location'", "'zones':['1'],'location'"), 400,
                        "ResourceAvailabilityZonesCannotBeModified"),
                put("prefix for an existing address", PIP + "free",
                        address(",'publicIPPrefix':{'id':'" + PREFIX + "full'}"), 400,
                        "PublicIPPrefixOfPublicIPAddressCannotBeChanged"),
                put("prefix without a free address", PIP + "new",
                        address(",'publicIPPrefix':{'id':'" + PREFIX + "full'}"), 400,
                        "PublicIpPrefixOutOfIpAddresses"),
                put("missing prefix", PIP + "new", address(",'publicIPPrefix':{'id':'" + PREFIX + "nothing'}"), 400,
                        "InvalidResourceReference"),
                delete("prefix in use", PREFIX + "full", "InUsePublicIpPrefixCannotBeDeleted"),
                put("bad DNS label", PIP + "new", address(",'dnsSettings':{'domainNameLabel':'Bad_'}"), 400,
                        "InvalidDomainNameLabel"),
                put("standard and dynamic", PIP + "new", "{'location':'eastus','sku':{'name':'Standard'}}", 400,
                        "StandardSkuPublicIPAddressesMustBeStatic"),
                put("other IP version", PIP + "free", address(",'publicIPAddressVersion':'IPv6'"), 400,
                        "PublicIPAddressVersionCannotBeChanged"),
                put("same priority", NSG + "new",
                        group(securityRule("a", 500, anywhere()), securityRule("b", 500, anywhere())), 400,
                        "SecurityRuleConflict"),
                put("low priority", NSG + "new", group(securityRule("a", 99, anywhere())), 400,
                        "SecurityRuleInvalidPriority"),
                put("high priority", NSG + "new", group(securityRule("a", 4097, anywhere())), 400,
                        "SecurityRuleInvalidPriority"),
                put("mixed IP versions", NSG + "new",
                        group(securityRule("a", 500,
                                "'sourceAddressPrefixes':['10.0.0.0/8'],'destinationAddressPrefix':"
                                        + "'fd00::/8'")),
                        400, "SecurityRuleAddressPrefixesMustBeOfOneIPVersion"),
                put("overlapping prefixes", NSG + "new",
                        group(securityRule("a", 500, "'sourceAddressPrefixes':['10.0.0.0/8','10.1.0.0/16'],"
                                + "'destinationAddressPrefix':'*'")),
                        400, "SecurityRuleParameterContainsOverlappingPrefixes"),
                put("no prefix at all", NSG + "new",
                        group(securityRule("a", 500,
                                "'sourceAddressPrefix':'lower case','destinationAddressPrefix':'*'")),
                        400, "SecurityRuleInvalidAddressPrefix"),
                put("singular and plural", NSG + "new",
                        group(securityRule("a", 500, anywhere() + ",'destinationPortRanges':['81']")), 400,
                        "SecurityRuleParameterContainsBothSingularAndPlural"),
                put("two rules of one name", NSG + "new",
                        group(securityRule("a", 500, anywhere()), securityRule("A", 501, anywhere())), 400,
                        "InvalidRequestFormat"),
                put("port beyond the last", NSG + "new",
                        group("{'name':'a','properties':{'priority':500,'direction':'Inbound','access':'Allow','protocol':"
                                + "'Tcp','sourcePortRange':'*','destinationPortRanges':['80','65536']," + anywhere()
                                + "}}"),
                        400, "SecurityRuleInvalidPortRange"),
                put("port range backwards", NSG + "new",
                        group("{'name':'a','properties':{'priority':500,'direction':'Inbound','access':'Allow','protocol':"
                                + "'Tcp','sourcePortRange':'90-80','destinationPortRange':'80'," + anywhere() + "}}"),
                        400, "SecurityRuleInvalidPortRange"),
                delete("security group in use", NSG + "k8s-nsg", "InUseNetworkSecurityGroupCannotBeDeleted"),
                put("same prefix twice", RT + "new",
                        table(route("a", "10.1.0.0/24", "10.0.0.4"), route("b", "10.1.0.0/24", "10.0.0.5")), 400,
                        "RouteConflict"),
                put("host bits", RT + "new", table(route("a", "10.1.0.1/24", "10.0.0.4")), 400,
                        "InvalidAddressPrefixFormat"),
                put("no next hop", RT + "new", table(route("a", "10.1.0.0/24", "")), 400, "InvalidNextHopIpAddress"),
                delete("route table in use", RT + "k8s-rt", "InUseRouteTableCannotBeDeleted"),
                put("subnets overlap", VNET + "/subnets/new", "{'properties':{'addressPrefix':'10.240.1.0/24'}}", 400,
                        "NetcfgSubnetRangesOverlap"),
                put("subnet outside", VNET + "/subnets/new", "{'properties':{'addressPrefix':'192.168.0.0/24'}}", 400,
                        "NetcfgSubnetRangeOutsideVnet"),
                delete("subnet in use", SUBNET, "InUseSubnetCannotBeDeleted"),
                delete("network in use", VNET, "InUseSubnetCannotBeDeleted"),
                put("private link service in a subnet with policies", NETWORK + "privateLinkServices/new",
                        "{'location':'eastus','properties':{'ipConfigurations':[{'name':'ip','properties':{'subnet':{'id':'"
                                + SUBNET + "'}}}]}}",
                        400, "PrivateLinkServiceCannotBeCreatedInSubnetThatHasNetworkPoliciesEnabled"),
                put("interface without subnet", NETWORK + "networkInterfaces/new",
                        "{'location':'eastus','properties':{'ipConfigurations':[{'name':'ip'}]}}", 400,
                        "SubnetRequiredForIpConfiguration"),
                put("model to unknown pool", COMPUTE + "virtualMachineScaleSets/new",
                        "{'location':'eastus','sku':{'capacity':0},'properties':{'virtualMachineProfile':{'networkProfile':"
                                + "{'networkInterfaceConfigurations':[{'name':'n','properties':{'ipConfigurations':[{"
                                + "'name':'i','properties':{'loadBalancerBackendAddressPools':[{'id':'" + LB
                                + "lb/backendAddressPools/px'}]}}]}}]}}}}",
                        400, "InvalidResourceReference"));
    }

    @BeforeAll
    void start() {
        simulator = AzureSimulator.builder().infrastructure(Infrastructure.standard().scaleSet("vmss-a", 2)).start();
        arm = new ArmTestClient(simulator);
        simulator.seed(Json.parse(("[{'id':'" + PIP + "vip','location':'eastus','sku':{'name':'Standard'}},"
                + "{'id':'" + PIP + "free','location':'eastus','sku':{'name':'Standard'}},"
                + "{'id':'" + PIP + "basic','location':'eastus','sku':{'name':'Basic'}},"
                + "{'id':'" + PIP + "making','location':'eastus','sku':{'name':'Standard'},"
                + "'properties':{'provisioningState':'Updating'}},"
                + "{'id':'" + PIP
                + "label','location':'eastus','properties':{'dnsSettings':{'domainNameLabel':'taken'}}},"
                + "{'id':'" + PIP + "label6','location':'eastus','properties':{'publicIPAddressVersion':'IPv6',"
                + "'dnsSettings':{'domainNameLabel':'taken-6'}}},"
                + "{'id':'" + PREFIX + "full','location':'eastus','properties':{'prefixLength':31}},"
                + "{'id':'" + PIP + "of-prefix-1','location':'eastus','sku':{'name':'Standard'},"
                + "'properties':{'publicIPPrefix':{'id':'" + PREFIX + "full'}}},"
                + "{'id':'" + PIP + "of-prefix-2','location':'eastus','sku':{'name':'Standard'},"
                + "'properties':{'publicIPPrefix':{'id':'" + PREFIX + "full'}}},"
                + "{'id':'" + LB + "inside','location':'eastus','sku':{'name':'Standard'},'properties':{"
                + "'frontendIPConfigurations':[{'name':'fe','zones':['1','2'],'properties':{'subnet':{'id':'" + SUBNET
                + "'},'privateIPAllocationMethod':'Static','privateIPAddress':'10.240.0.77'}}]}},"
                + "{'id':'" + LB + "lb','location':'eastus','sku':{'name':'Standard'},'properties':{"
                + "'frontendIPConfigurations':[{'name':'fe','properties':{'publicIPAddress':{'id':'" + PIP + "vip'}}}],"
                + "'backendAddressPools':[{'name':'pool'}]}}]").replace('\'', '"')));
        String instance = COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines/0";
        simulator.machines()
                .edit(instance, json("{'properties':{'networkProfileConfiguration':{"
                        + "'networkInterfaceConfigurations':[{'name':'vmss-a-nic','properties':{'ipConfigurations':[{"
                        + "'name':'ipconfig1','properties':{'loadBalancerBackendAddressPools':[{'id':'" + LB
                        + "lb/backendAddressPools/pool'}]}}]}}]}}}"));
    }

    @AfterAll
    void close() {
        simulator.close();
    }

    @ParameterizedTest
    @MethodSource({"envelope", "loadBalancers", "others"})
    void isRefusedAndNothingChanges(Case refused) {
        var before = simulator.state();
        ArmTestClient.Reply reply = arm.send(refused.method(), refused.path(), refused.body().replace('\'', '"'));
        assertThat(reply.code()).as(reply.raw().body()).isEqualTo(refused.code());
        assertThat(reply.status()).isEqualTo(refused.status());
        assertThat(reply.message()).isNotBlank();
        assertThat(simulator.state()).isEqualTo(before);
    }
}
