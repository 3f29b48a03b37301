package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.EmbeddedChild;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;

/** Network security groups with their rules and the six default rules. */
public final class NetworkSecurityGroups extends ResourceType {
    static final String NAME = "Microsoft.Network/networkSecurityGroups";

    private static final Shape RULE = Shape.PLAIN.defaults("""
            {"properties": {"sourcePortRanges": [], "destinationPortRanges": [], "sourceAddressPrefixes": [],
              "destinationAddressPrefixes": []}}""");
    private static final JsonNode ANY_PROTOCOL = Json.parse("""
            {"protocol": "*", "sourcePortRange": "*", "destinationPortRange": "*"}""");

    private record DefaultRule(String name, String description, String sourceAddressPrefix,
            String destinationAddressPrefix, String access, int priority, String direction) {}

    private static final List<DefaultRule> DEFAULTS = List.of(
            new DefaultRule("AllowVnetInBound", "Allow inbound traffic from all VMs in VNET", "VirtualNetwork",
                    "VirtualNetwork", "Allow", 65000, "Inbound"),
            new DefaultRule("AllowAzureLoadBalancerInBound", "Allow inbound traffic from azure load balancer",
                    "AzureLoadBalancer", "*", "Allow", 65001, "Inbound"),
            new DefaultRule("DenyAllInBound", "Deny all inbound traffic", "*", "*", "Deny", 65500, "Inbound"),
            new DefaultRule("AllowVnetOutBound", "Allow outbound traffic from all VMs to all VMs in VNET",
                    "VirtualNetwork", "VirtualNetwork", "Allow", 65000, "Outbound"),
            new DefaultRule("AllowInternetOutBound", "Allow outbound traffic from all VMs to Internet", "*", "Internet",
                    "Allow", 65001, "Outbound"),
            new DefaultRule("DenyAllOutBound", "Deny all outbound traffic", "*", "*", "Deny", 65500, "Outbound"));

    public NetworkSecurityGroups() {
        super(NAME, Shape.PLAIN.computed("defaultSecurityRules", "subnets", "networkInterfaces")
                .inUse("InUseNetworkSecurityGroupCannotBeDeleted"),
                EmbeddedChild.writable("securityRules", RULE),
                EmbeddedChild.readable("defaultSecurityRules", Shape.PLAIN));
    }

    @Override
    protected void check(Draft draft) {
        SecurityRuleChecks.all(draft);
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        ObjectNode properties = Json.properties(shown);
        ArrayNode defaults = properties.putArray("defaultSecurityRules");
        for (DefaultRule rule : DEFAULTS) {
            ObjectNode of = (ObjectNode) Json.tree(rule);
            ObjectNode item = defaults.addObject();
            item.set("name", of.remove("name"));
            item.set("properties", of);
            Json.fillIn(item, RULE.defaults());
            Json.fillIn(of, ANY_PROTOCOL);
        }
        world.showUsers(properties, resource.id().text(), "subnets", "networkInterfaces");
    }
}
