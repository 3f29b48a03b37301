package io.azureccm.e2e.azure.updates;

import static io.azureccm.e2e.azure.ArmTestClient.COMPUTE;
import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;
import static io.azureccm.e2e.azure.ArmTestClient.json;
import static io.azureccm.e2e.azure.RequestBodies.SUBNET;
import static io.azureccm.e2e.azure.RequestBodies.VNET;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.ArmTestClient;
import io.azureccm.e2e.azure.RequestBodies;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Map;

/** One resource per type with everything that the update rules mention, and the resources it depends on. */
final class UpdateExamples {
    private static final String ID = "{'id':'%s'}";
    private static final String TAGS = "'tags':{'team':'a'},";
    private static final String IPS = "'ipConfigurations':[{'name':'ip','properties':{'primary':true,'subnet':"
            + id(SUBNET) + "%s}}]";
    private static final String NICS = "'networkInterfaceConfigurations':[{'name':'nic','properties':{'primary':true,"
            + IPS.formatted("") + "}}]";
    private static final String IMAGE = "'storageProfile':{'imageReference':{'publisher':'Canonical','offer':'ubuntu',"
            + "'sku':'24','version':'latest'}}";
    private static final String LB = NETWORK + "loadBalancers/lb";

    /** The path of the example of each type. */
    private static final Map<String, String> PATHS = Map.ofEntries(
            Map.entry("Microsoft.Network/virtualNetworks", NETWORK + "virtualNetworks/net"),
            Map.entry("Microsoft.Network/virtualNetworks/subnets", NETWORK + "virtualNetworks/net/subnets/s"),
            Map.entry("Microsoft.Network/networkSecurityGroups", NETWORK + "networkSecurityGroups/nsg"),
            Map.entry("Microsoft.Network/routeTables", NETWORK + "routeTables/rt"),
            Map.entry("Microsoft.Network/networkInterfaces", NETWORK + "networkInterfaces/nic"),
            Map.entry("Microsoft.Network/natGateways", NETWORK + "natGateways/gate"),
            Map.entry("Microsoft.Network/publicIPAddresses", NETWORK + "publicIPAddresses/example"),
            Map.entry("Microsoft.Network/publicIPPrefixes", NETWORK + "publicIPPrefixes/example"),
            Map.entry("Microsoft.Network/loadBalancers", LB),
            Map.entry("Microsoft.Network/loadBalancers/backendAddressPools", LB + "/backendAddressPools/example"),
            Map.entry("Microsoft.Network/privateLinkServices", NETWORK + "privateLinkServices/link"),
            Map.entry("Microsoft.Network/privateEndpoints", NETWORK + "privateEndpoints/end"),
            Map.entry("Microsoft.Compute/availabilitySets", COMPUTE + "availabilitySets/set"),
            Map.entry("Microsoft.Compute/virtualMachines", COMPUTE + "virtualMachines/vm"),
            Map.entry("Microsoft.Compute/virtualMachineScaleSets", COMPUTE + "virtualMachineScaleSets/example"),
            Map.entry("Microsoft.Compute/virtualMachineScaleSets/virtualMachines",
                    COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines/0"));

    private UpdateExamples() {}

    private static String id(String of) {
        return ID.formatted(of);
    }

    static String path(String type) {
        return PATHS.get(type);
    }

    /** The resources that the examples reference. */
    static void dependencies(ArmTestClient arm) {
        for (String name : List.of("free", "spare"))
            must(arm, NETWORK + "publicIPAddresses/" + name, RequestBodies.address(""));
        must(arm, NETWORK + "publicIPPrefixes/range", "{'location':'eastus','properties':{'prefixLength':30}}");
        must(arm, NETWORK + "natGateways/nat", "{'location':'eastus'}");
        must(arm, NETWORK + "virtualNetworks/net", body("Microsoft.Network/virtualNetworks", "").toString());
        must(arm, SUBNET,
                "{'properties':{'addressPrefix':'10.240.0.0/16','privateLinkServiceNetworkPolicies':'Disabled'}}");
        must(arm, LB, body("Microsoft.Network/loadBalancers", "properties.backendAddressPools").toString());
        must(arm, NETWORK + "networkInterfaces/of-machine", "{'location':'eastus','properties':{" + IPS.formatted("")
                + "}}");
        must(arm, NETWORK + "networkInterfaces/member", "{'location':'eastus','properties':{" + IPS.formatted(
                ",'loadBalancerBackendAddressPools':[" + id(LB + "/backendAddressPools/members") + "]") + "}}");
        must(arm, NETWORK + "loadBalancers/inner", RequestBodies.internal("10.240.0.99"));
        must(arm, NETWORK + "privateLinkServices/served", link("inner", ""));
    }

    private static void must(ArmTestClient arm, String path, String body) {
        ArmTestClient.Reply reply = arm.put(path, body.replace('\'', '"'));
        if (reply.status() > 201)
            throw new AssertionError(path + ": " + reply.raw().body());
    }

    private static String link(String balancer, String more) {
        return "{'location':'eastus'," + TAGS + "'properties':{'loadBalancerFrontendIpConfigurations':["
                + id(NETWORK + "loadBalancers/" + balancer + "/frontendIPConfigurations/fe") + "]," + IPS.formatted("")
                + more + "}}";
    }

    /** A body for the type in which the property has a non-default value. */
    static ObjectNode body(String type, String property) {
        return json(switch (type.substring(type.indexOf('/') + 1)) {
            case "virtualNetworks" -> "{'location':'eastus'," + TAGS
                    + "'properties':{'addressSpace':{'addressPrefixes':"
                    + "['10.9.0.0/16']},'dhcpOptions':{'dnsServers':['10.9.0.9']},'subnets':[{'name':'s','properties':{"
                    + "'addressPrefix':'10.9.1.0/24'}}]}}";
            case "virtualNetworks/subnets" -> "{'properties':{'addressPrefix':'10.9.1.0/24','networkSecurityGroup':"
                    + id(NETWORK + "networkSecurityGroups/k8s-nsg") + ",'routeTable':" + id(NETWORK
                            + "routeTables/k8s-rt")
                    + ",'natGateway':" + id(NETWORK + "natGateways/nat")
                    + ",'serviceEndpoints':[{'service':'Microsoft.Storage'}],'delegations':[{'name':'d','properties':{"
                    + "'serviceName':'Microsoft.Web/serverFarms'}}],'privateLinkServiceNetworkPolicies':'Disabled'}}";
            case "networkSecurityGroups" -> group();
            case "routeTables" -> RequestBodies.table(RequestBodies.route("r", "10.244.0.0/24", "10.240.0.4"))
                    .replace("'properties':{'routes'",
                            TAGS + "'properties':{'disableBgpRoutePropagation':true,'routes'");
            case "networkInterfaces" -> "{'location':'eastus'," + TAGS + "'properties':{'enableIPForwarding':true,"
                    + "'networkSecurityGroup':" + id(NETWORK + "networkSecurityGroups/k8s-nsg") + "," + IPS.formatted(
                            ",'loadBalancerBackendAddressPools':[" + id(LB + "/backendAddressPools/members") + "]")
                    + "}}";
            case "natGateways" -> "{'location':'eastus'," + TAGS + "'properties':{'publicIpAddresses':["
                    + id(NETWORK + "publicIPAddresses/spare") + "]}}";
            case "publicIPAddresses" -> address(property);
            case "publicIPPrefixes" -> "{'location':'eastus'," + TAGS + "'properties':{'prefixLength':30}}";
            case "loadBalancers" -> balancer(property);
            case "loadBalancers/backendAddressPools" -> "{'properties':{'loadBalancerBackendAddresses':[{'name':'a',"
                    + "'properties':{'ipAddress':'10.240.0.200','virtualNetwork':" + id(VNET) + "}}]}}";
            case "privateLinkServices" -> link("lb", ",'visibility':{'subscriptions':['*']},'autoApproval':{"
                    + "'subscriptions':['*']},'fqdns':['a.example'],'enableProxyProtocol':true");
            case "privateEndpoints" -> "{'location':'eastus'," + TAGS + "'properties':{'subnet':" + id(SUBNET)
                    + ",'privateLinkServiceConnections':[{'name':'c','properties':{'privateLinkServiceId':'" + NETWORK
                    + "privateLinkServices/served'}}]}}";
            case "availabilitySets" -> "{'location':'eastus'," + TAGS + "'sku':{'name':'Aligned'},'properties':{"
                    + "'platformFaultDomainCount':3,'platformUpdateDomainCount':7}}";
            default -> compute(type);
        });
    }

    private static String group() {
        return RequestBodies.group(RequestBodies.securityRule("r", 500, RequestBodies.anywhere()))
                .replace("'properties':{'securityRules'", TAGS + "'properties':{'securityRules'");
    }

    private static String address(String property) {
        String all = ",'idleTimeoutInMinutes':9,'dnsSettings':{'domainNameLabel':'example'},'ipTags':[{'ipTagType':"
                + "'RoutingPreference','tag':'Internet'}]";
        String of = switch (property) {
            case "properties.publicIPAddressVersion" -> ",'publicIPAddressVersion':'IPv6'";
            case "properties.publicIPPrefix" -> ",'publicIPPrefix':" + id(NETWORK + "publicIPPrefixes/range");
            default -> all;
        };
        return RequestBodies.address(of).replace("'sku'", TAGS + "'zones':['1','2'],'sku'");
    }

    /** Rules need what they reference, so an array that they need is shown without them. */
    private static String balancer(String property) {
        String frontend = "'frontendIPConfigurations':[{'name':'fe','properties':{'subnet':" + id(SUBNET) + "}}]";
        String pools = ",'backendAddressPools':[{'name':'members'}]";
        String probes = ",'probes':[{'name':'p','properties':{'protocol':'Tcp','port':80}}]";
        String of = "'frontendIPConfiguration':" + id(LB + "/frontendIPConfigurations/fe");
        String body = switch (property.substring(property.indexOf('.') + 1)) {
            case "loadBalancingRules" -> frontend + pools + ",'loadBalancingRules':[{'name':'r','properties':{" + of
                    + ",'protocol':'Tcp','frontendPort':80,'backendPort':80}}]";
            case "inboundNatRules" -> frontend + pools + ",'inboundNatRules':[{'name':'n','properties':{" + of
                    + ",'protocol':'Tcp','frontendPort':80,'backendPort':80}}]";
            case "outboundRules" -> frontend + pools + ",'outboundRules':[{'name':'o','properties':{'protocol':'All',"
                    + "'backendAddressPool':" + id(LB + "/backendAddressPools/members") + "}}]";
            default -> frontend + pools + probes;
        };
        return RequestBodies.balancer(body).replace("'sku'", TAGS + "'sku'");
    }

    private static String compute(String type) {
        String around = TAGS + "'zones':['1'],'identity':{'type':'SystemAssigned'},'plan':{'name':'p'},";
        return switch (type) {
            case "Microsoft.Compute/virtualMachines" -> "{'location':'eastus'," + around + "'properties':{"
                    + "'hardwareProfile':{'vmSize':'Standard_D2s_v3'},'osProfile':{'computerName':'vm'}," + IMAGE
                    + ",'networkProfile':{'networkInterfaces':[" + id(NETWORK + "networkInterfaces/of-machine")
                    + "]}}}";
            case "Microsoft.Compute/virtualMachineScaleSets" -> "{'location':'eastus'," + around + "'sku':{'name':"
                    + "'Standard_D4s_v5','capacity':2},'properties':{'overprovision':false,'virtualMachineProfile':{"
                    + "'osProfile':{'computerNamePrefix':'example'}," + IMAGE + ",'networkProfile':{" + NICS + "}}}}";
            case "Microsoft.Compute/virtualMachineScaleSets/virtualMachines" -> "{'location':'eastus'," + around
                    + "'sku':{'name':'Standard_D2s_v3'},'properties':{'licenseType':'None','networkProfileConfiguration':{"
                    + NICS + "}}}";
            default -> throw new IllegalArgumentException("no example of " + type);
        };
    }

    /** The body without the property; {@code []} in the path matches every item. */
    static ObjectNode without(ObjectNode body, String property) {
        ObjectNode rest = body.deepCopy();
        if (!property.contains("[]")) {
            ObjectNode owner = rest;
            String[] steps = property.split("\\.");
            for (int i = 0; i < steps.length - 1; i++)
                owner = Json.child(owner, steps[i]);
            owner.remove(steps[steps.length - 1]);
            return rest;
        }
        String[] parts = property.split("\\[]\\.", 2);
        for (ObjectNode item : Json.objects(rest, parts[0].split("\\."))) {
            ObjectNode changed = without(item, parts[1]);
            item.removeAll();
            item.setAll(changed);
        }
        return rest;
    }
}
