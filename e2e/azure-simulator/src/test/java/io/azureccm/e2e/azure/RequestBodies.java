package io.azureccm.e2e.azure;

import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;

/** Bodies of requests with single quotes instead of double ones, and the IDs in them. */
final class RequestBodies {
    static final String LB = NETWORK + "loadBalancers/";
    static final String PIP = NETWORK + "publicIPAddresses/";
    static final String VNET = NETWORK + "virtualNetworks/k8s-vnet";
    static final String SUBNET = VNET + "/subnets/k8s-subnet";

    private RequestBodies() {}

    static String balancer(String properties) {
        return "{'location':'eastus','sku':{'name':'Standard'},'properties':{" + properties + "}}";
    }

    static String rule(String name, String frontend, String pool, int port, String protocol, boolean floating) {
        return "{'name':'" + name + "','properties':{'frontendIPConfiguration':{'id':'" + LB
                + "new/frontendIPConfigurations/" + frontend + "'},'backendAddressPool':{'id':'" + LB
                + "new/backendAddressPools/" + pool + "'},'protocol':'" + protocol + "','frontendPort':" + port
                + ",'backendPort':80,'enableFloatingIP':" + floating + "}}";
    }

    static String internal(String address) {
        return balancer("'frontendIPConfigurations':[{'name':'fe','properties':{'subnet':{'id':'" + SUBNET
                + "'},'privateIPAllocationMethod':'Static','privateIPAddress':'" + address + "'}}]");
    }

    static String frontend(String address) {
        return balancer("'frontendIPConfigurations':[{'name':'fe','properties':{'publicIPAddress':{'id':'" + PIP
                + address + "'}}}]");
    }

    static String rules(String... rules) {
        return balancer("'frontendIPConfigurations':[{'name':'fe','properties':{'publicIPAddress':{'id':'" + PIP
                + "free'}}}],'backendAddressPools':[{'name':'pool'}],'loadBalancingRules':[" + String.join(",", rules)
                + "]");
    }

    static String securityRule(String name, int priority, String more) {
        return "{'name':'" + name + "','properties':{'priority':" + priority
                + ",'direction':'Inbound','access':'Allow',"
                + "'protocol':'Tcp','sourcePortRange':'*','destinationPortRange':'80'," + more + "}}";
    }

    static String group(String... rules) {
        return "{'location':'eastus','properties':{'securityRules':[" + String.join(",", rules) + "]}}";
    }

    static String table(String... routes) {
        return "{'location':'eastus','properties':{'routes':[" + String.join(",", routes) + "]}}";
    }

    static String route(String name, String prefix, String hop) {
        return "{'name':'" + name + "','properties':{'addressPrefix':'" + prefix
                + "','nextHopType':'VirtualAppliance','nextHopIpAddress':'" + hop + "'}}";
    }

    static String address(String more) {
        return "{'location':'eastus','sku':{'name':'Standard'},'properties':{'publicIPAllocationMethod':'Static'" + more
                + "}}";
    }

    static String anywhere() {
        return "'sourceAddressPrefix':'*','destinationAddressPrefix':'*'";
    }
}
