package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Cidr;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.EmbeddedChild;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Route tables with their routes. */
public final class RouteTables extends ResourceType {
    private static final String NAME = "Microsoft.Network/routeTables";
    private static final Set<String> HOPS = Set.of("VirtualAppliance", "VnetLocal", "Internet",
            "VirtualNetworkGateway", "None");

    public RouteTables() {
        super(NAME, Shape.PLAIN.computed("subnets").inUse("InUseRouteTableCannotBeDeleted").defaults("""
                {"properties": {"disableBgpRoutePropagation": false}}"""),
                EmbeddedChild.writable("routes", Shape.PLAIN.computed("hasBgpOverride")));
    }

    @Override
    protected void check(Draft draft) {
        List<ObjectNode> routes = Json.objects(draft.properties(), "routes");
        draft.within(Limits.Row.ROUTES_PER_TABLE, routes.size(), "RouteTableRouteLimitReached");
        draft.withinSubscription(Limits.Row.ROUTE_TABLES, "RouteTableCountLimitReached");
        Map<String, String> prefixes = new HashMap<>();
        for (ObjectNode route : routes) {
            String name = Json.name(route);
            one(draft.childId("routes", name), Json.properties(route));
            String other = prefixes.put(Json.textOr(route, "", "properties", "addressPrefix"), name);
            if (other != null)
                throw ArmError.of("RouteConflict", name, other);
        }
    }

    private static void one(String id, ObjectNode route) {
        String prefix = Json.textOr(route, "", "addressPrefix");
        boolean tag = prefix.matches("[A-Z][A-Za-z0-9]+(\\.[A-Za-z0-9]+)?");
        if (!tag && (Cidr.parse(prefix).isEmpty() || Cidr.hasHostBits(prefix)))
            throw ArmError.of("InvalidAddressPrefixFormat", prefix, id);
        String hop = Json.textOr(route, "", "nextHopType");
        if (HOPS.stream().noneMatch(hop::equalsIgnoreCase))
            throw ArmError.of("InvalidRequestFormat.nextHop", hop, id);
        boolean appliance = hop.equalsIgnoreCase("VirtualAppliance");
        String address = Json.textOr(route, "", "nextHopIpAddress");
        if (appliance && Cidr.number(address).isEmpty())
            throw ArmError.of("InvalidNextHopIpAddress", address, id);
        if (!appliance && !address.isEmpty())
            throw ArmError.of("NextHopIpAddressNotAllowed", id);
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        Json.objects(shown, "properties", "routes")
                .forEach(route -> Json.properties(route).put("hasBgpOverride", false));
        world.showUsers(Json.properties(shown), resource.id().text(), "subnets", "networkInterfaces");
    }
}
