package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Cidr;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.EmbeddedChild;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.SubnetAddresses;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Virtual networks with their subnets. */
public final class VirtualNetworks extends ResourceType {
    static final String NAME = "Microsoft.Network/virtualNetworks";
    private static final Shape NETWORK = Shape.PLAIN.defaults("""
            {"properties": {"privateEndpointVNetPolicies": "Disabled", "virtualNetworkPeerings": [],
              "enableDdosProtection": false}}""");
    private static final Shape SUBNET = Shape.PLAIN.computed("ipConfigurations", "privateEndpoints", "purpose")
            .references("networkSecurityGroup", "routeTable", "natGateway")
            .inUse("InUseSubnetCannotBeDeleted")
            .defaults("""
                    {"properties": {"delegations": [], "privateEndpointNetworkPolicies": "Disabled",
                      "privateLinkServiceNetworkPolicies": "Enabled"}}""");

    /** Recorded: a PUT of an existing network returns 201, too. */
    public VirtualNetworks() {
        super(NAME, EtagStyle.OPAQUE, Set.of(Trait.PUT_IS_201), NETWORK, EmbeddedChild.writable("subnets", SUBNET));
    }

    @Override
    protected void check(Draft draft) {
        List<Cidr> spaces = prefixes(draft.id().text(),
                Json.texts(draft.properties(), "addressSpace", "addressPrefixes"));
        if (spaces.isEmpty())
            throw ArmError.of("InvalidRequestFormat.addressSpace", draft.id());
        draft.withinSubscription(Limits.Row.VIRTUAL_NETWORKS, "VirtualNetworkCountLimitReached");
        List<ObjectNode> subnets = Json.objects(draft.properties(), "subnets");
        draft.within(Limits.Row.SUBNETS_PER_NETWORK, subnets.size(), "SubnetCountLimitReached");
        Map<String, List<Cidr>> ranges = new TreeMap<>();
        for (ObjectNode subnet : subnets) {
            String name = Json.name(subnet);
            ranges.put(name, subnet(draft, name, subnet, spaces));
        }
        overlaps(draft, ranges);
        PrivateLinkChecks.policyStays(draft);
    }

    private static List<Cidr> subnet(Draft draft, String name, ObjectNode subnet, List<Cidr> spaces) {
        String id = draft.childId("subnets", name);
        List<Cidr> ranges = prefixes(id, SubnetAddresses.prefixes(subnet));
        for (Cidr range : ranges) {
            if (spaces.stream().noneMatch(space -> space.contains(range)))
                throw ArmError.of("NetcfgSubnetRangeOutsideVnet", name, draft.id().name());
        }
        return ranges;
    }

    private static List<Cidr> prefixes(String id, List<String> texts) {
        List<Cidr> ranges = new ArrayList<>();
        for (String text : texts)
            ranges.add(Cidr.parse(text)
                    .filter(cidr -> !Cidr.hasHostBits(text))
                    .orElseThrow(() -> ArmError.of("InvalidAddressPrefixFormat", text, id)));
        return ranges;
    }

    private static void overlaps(Draft draft, Map<String, List<Cidr>> ranges) {
        List<String> names = List.copyOf(ranges.keySet());
        for (int i = 0; i < names.size(); i++) {
            for (int j = i + 1; j < names.size(); j++) {
                for (Cidr one : ranges.get(names.get(i))) {
                    if (ranges.get(names.get(j)).stream().anyMatch(one::overlaps))
                        throw ArmError.of("NetcfgSubnetRangesOverlap", names.get(j), draft.id().name());
                }
            }
        }
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        for (ObjectNode subnet : Json.objects(shown, "properties", "subnets")) {
            String id = resource.id().text() + "/subnets/" + Json.name(subnet);
            ArrayNode users = Json.array();
            world.store()
                    .to(id)
                    .stream()
                    .filter(reference -> !reference.address().isEmpty())
                    .forEach(reference -> users.add(Json.idObject(reference.from())));
            if (!users.isEmpty())
                Json.properties(subnet).set("ipConfigurations", users);
        }
    }
}
