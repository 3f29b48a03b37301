package io.azureccm.e2e.azure.updates;

import static io.azureccm.e2e.azure.updates.Evidence.DOCUMENTED;
import static io.azureccm.e2e.azure.updates.Evidence.INFERRED;
import static io.azureccm.e2e.azure.updates.Evidence.RECORDED;
import static io.azureccm.e2e.azure.updates.Evidence.REPORTED;
import static io.azureccm.e2e.azure.updates.PropertyRule.LeftOut.CLEARED;
import static io.azureccm.e2e.azure.updates.PropertyRule.LeftOut.KEPT;
import static io.azureccm.e2e.azure.updates.PropertyRule.LeftOut.READ_ONLY;
import static io.azureccm.e2e.azure.updates.PropertyRule.LeftOut.REFUSED;

import io.azureccm.e2e.azure.updates.PatchRule.Effect;
import io.azureccm.e2e.azure.updates.PropertyRule.LeftOut;
import java.util.ArrayList;
import java.util.List;

/** The effects of PUT and PATCH on an existing resource. The README shows this table; a test compares the two. */
public final class UpdateRules {
    private static final String NET = "Microsoft.Network/";
    private static final String COMPUTE = "Microsoft.Compute/";
    private static final String PUT_REPLACES = "a PUT replaces tags: Azure/azure-powershell#8884, Azure/azure-cli#11513";
    private static final String REFERENCE = "cloud-provider-azure's PUT leaves it out on live clusters";
    private static final String RELIED = "cloud-provider-azure removes it by leaving it out";
    private static final String RESTORES = "a read of what was written without it shows the default";
    private static final String REPLACED = "network resources are replaced";

    private static final List<PropertyRule> PROPERTIES = build();

    private static final List<PatchRule> PATCHES = List.of(
            new PatchRule(NET + "privateLinkServices", Effect.NOT_SUPPORTED, DOCUMENTED, "no update operation"),
            new PatchRule(NET + "privateEndpoints", Effect.NOT_SUPPORTED, DOCUMENTED, "no update operation"),
            new PatchRule(NET + "*", Effect.TAGS_ONLY, REPORTED, "Azure/azure-sdk-for-go#2608"),
            new PatchRule(COMPUTE + "virtualMachineScaleSets/virtualMachines", Effect.NOT_SUPPORTED, DOCUMENTED,
                    "Update is a PUT"),
            new PatchRule(COMPUTE + "*", Effect.MERGED, DOCUMENTED,
                    "update types of the client; tags: Azure/azure-powershell#573"));

    private UpdateRules() {}

    private static List<PropertyRule> build() {
        List<PropertyRule> rules = new ArrayList<>();
        rules.add(new PropertyRule("*", "location", REFUSED, DOCUMENTED, "required by ARM"));
        rules.add(new PropertyRule(NET + "*", "tags", CLEARED, REPORTED, PUT_REPLACES));
        rules.add(new PropertyRule(NET + "*", "properties.resourceGuid", READ_ONLY, RECORDED, "set by the server"));
        network(rules);
        balancing(rules);
        compute(rules);
        return List.copyOf(rules);
    }

    private static void network(List<PropertyRule> rules) {
        Rows net = new Rows(rules, NET + "virtualNetworks");
        net.row("properties.addressSpace", REFUSED, REPORTED, "Azure/azure-cli#763");
        net.row("properties.subnets", KEPT, DOCUMENTED, "since 2023-09-01; an empty array removes them all");
        net.row("properties.dhcpOptions", CLEARED, INFERRED, REPLACED);
        Rows subnet = new Rows(rules, NET + "virtualNetworks/subnets");
        subnet.row("properties.networkSecurityGroup", CLEARED, REPORTED, "Azure/terraform-provider-azapi#905");
        subnet.row("properties.routeTable", CLEARED, REPORTED, "Azure/azure-sdk-for-python#28350");
        subnet.row("properties.natGateway", CLEARED, INFERRED, "as the route table");
        subnet.row("properties.serviceEndpoints", CLEARED, INFERRED, REPLACED);
        subnet.row("properties.delegations", CLEARED, INFERRED, REPLACED);
        subnet.row("properties.privateLinkServiceNetworkPolicies", CLEARED, INFERRED, RESTORES);
        Rows nsg = new Rows(rules, NET + "networkSecurityGroups");
        nsg.row("properties.securityRules", CLEARED, INFERRED, REPLACED);
        Rows table = new Rows(rules, NET + "routeTables");
        table.row("properties.routes", CLEARED, INFERRED, REPLACED);
        table.row("properties.disableBgpRoutePropagation", CLEARED, INFERRED, RESTORES);
        Rows nic = new Rows(rules, NET + "networkInterfaces");
        nic.row("properties.ipConfigurations", REFUSED, DOCUMENTED, "an interface has one at least");
        nic.row("properties.ipConfigurations[].properties.privateIPAddress", KEPT, RECORDED, "dynamic allocation");
        nic.row("properties.ipConfigurations[].properties.loadBalancerBackendAddressPools", CLEARED, INFERRED, RELIED);
        nic.row("properties.networkSecurityGroup", CLEARED, INFERRED, REPLACED);
        nic.row("properties.enableIPForwarding", CLEARED, INFERRED, RESTORES);
        Rows nat = new Rows(rules, NET + "natGateways");
        nat.row("properties.publicIpAddresses", CLEARED, INFERRED, REPLACED);
    }

    private static void balancing(List<PropertyRule> rules) {
        Rows address = new Rows(rules, NET + "publicIPAddresses");
        address.row("sku", REFUSED, REPORTED,
                "is taken for Basic: Azure/azure-cli#12570, ansible-collections/azure#738");
        address.row("zones", REFUSED, REPORTED, "Azure/azure-cli#17975");
        address.row("properties.publicIPAllocationMethod", REFUSED, DOCUMENTED, "Dynamic is not for Standard");
        address.row("properties.publicIPAddressVersion", REFUSED, INFERRED, "an IPv6 address cannot become IPv4");
        address.row("properties.publicIPPrefix", REFUSED, INFERRED, "cannot be changed");
        address.row("properties.ipTags", REFUSED, INFERRED, "cannot be changed");
        address.row("properties.ipAddress", READ_ONLY, DOCUMENTED, "a static address stays");
        address.row("properties.dnsSettings", CLEARED, INFERRED, RELIED);
        address.row("properties.idleTimeoutInMinutes", CLEARED, INFERRED, RESTORES);
        Rows prefix = new Rows(rules, NET + "publicIPPrefixes");
        prefix.row("properties.prefixLength", REFUSED, INFERRED, "cannot be changed");
        prefix.row("properties.ipPrefix", READ_ONLY, RECORDED, "set by the server");
        Rows balancer = new Rows(rules, NET + "loadBalancers");
        balancer.row("sku", REFUSED, INFERRED, "as of a public IP address");
        for (String array : List.of("frontendIPConfigurations", "backendAddressPools", "loadBalancingRules", "probes",
                "inboundNatRules", "outboundRules"))
            balancer.row("properties." + array, CLEARED, INFERRED, REPLACED);
        balancer.row("properties.frontendIPConfigurations[].properties.privateIPAddress", KEPT, INFERRED,
                "dynamic allocation, as of an interface");
        balancer.row("properties.backendAddressPools[].properties.backendIPConfigurations", READ_ONLY, INFERRED,
                "owned by the interfaces");
        Rows pool = new Rows(rules, NET + "loadBalancers/backendAddressPools");
        pool.row("properties.loadBalancerBackendAddresses", CLEARED, INFERRED, REPLACED);
        Rows link = new Rows(rules, NET + "privateLinkServices");
        link.row("properties.loadBalancerFrontendIpConfigurations", REFUSED, INFERRED, "required");
        link.row("properties.ipConfigurations", REFUSED, INFERRED, "required");
        link.row("properties.visibility", CLEARED, INFERRED, REPLACED);
        link.row("properties.autoApproval", CLEARED, INFERRED, REPLACED);
        link.row("properties.fqdns", CLEARED, INFERRED, REPLACED);
        link.row("properties.enableProxyProtocol", CLEARED, INFERRED, RESTORES);
        link.row("properties.alias", READ_ONLY, RECORDED, "set by the server");
    }

    private static void compute(List<PropertyRule> rules) {
        Rows sets = new Rows(rules, COMPUTE + "availabilitySets");
        sets.row("sku", KEPT, INFERRED, "as of a scale set");
        sets.row("tags", KEPT, INFERRED, "as of a scale set");
        sets.row("properties", KEPT, INFERRED, "as of a scale set");
        Rows machine = new Rows(rules, COMPUTE + "virtualMachines");
        machine.row("properties", KEPT, RECORDED, "parts of osProfile and storageProfile; others as of a scale set");
        machine.row("identity", KEPT, INFERRED, "type None removes it");
        for (String kept : List.of("tags", "zones", "plan"))
            machine.row(kept, KEPT, INFERRED, "as of a scale set");
        Rows scaleSet = new Rows(rules, COMPUTE + "virtualMachineScaleSets");
        scaleSet.row("properties", KEPT, INFERRED, REFERENCE);
        for (String kept : List.of("sku", "tags", "zones", "identity", "plan"))
            scaleSet.row(kept, KEPT, INFERRED, REFERENCE);
        Rows instance = new Rows(rules, COMPUTE + "virtualMachineScaleSets/virtualMachines");
        instance.row("properties", KEPT, RECORDED, "a PUT of tags only changes nothing");
        instance.row("tags", READ_ONLY, RECORDED, "also Azure/azure-libraries-for-net#1299");
        for (String kept : List.of("location", "sku", "zones", "identity", "plan"))
            instance.row(kept, KEPT, RECORDED, "a PUT of tags only changes nothing");
    }

    private record Rows(List<PropertyRule> rules, String type) {
        void row(String property, LeftOut leftOut, Evidence evidence, String source) {
            rules.add(new PropertyRule(type, property, leftOut, evidence, source));
        }
    }

    public static List<PropertyRule> properties() {
        return PROPERTIES;
    }

    public static List<PatchRule> patches() {
        return PATCHES;
    }

    /** Rules of exactly this type, without those of {@code *}. */
    static List<PropertyRule> of(String type) {
        return PROPERTIES.stream().filter(rule -> rule.type().equalsIgnoreCase(type)).toList();
    }

    /** The effect of a PATCH on the type. */
    public static Effect patch(String type) {
        String others = type.substring(0, type.indexOf('/')) + "/*";
        return PATCHES.stream()
                .filter(rule -> rule.type().equalsIgnoreCase(type) || rule.type().equalsIgnoreCase(others))
                .map(PatchRule::effect)
                .findFirst()
                .orElse(Effect.NOT_SUPPORTED);
    }
}
