package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** The network quota usage of a subscription in one region. */
record NetworkUsages(World world) {
    private static final String NETWORK = "Microsoft.Network/";
    private static final String PUBLIC_IP = NETWORK + "publicIPAddresses";

    List<ObjectNode> of(String subscription, String location) {
        Count count = new Count(subscription, location);
        return List.of(
                count.usage("VirtualNetworks", "Virtual Networks", NETWORK + "virtualNetworks", any -> true,
                        Limits.Row.VIRTUAL_NETWORKS),
                count.usage("StaticPublicIPAddresses", "Static Public IP Addresses", PUBLIC_IP, NetworkUsages::isStatic,
                        Limits.Row.PUBLIC_IP_ADDRESSES),
                count.usage("NetworkSecurityGroups", "Network Security Groups", NETWORK + "networkSecurityGroups",
                        any -> true, Limits.Row.NETWORK_SECURITY_GROUPS),
                count.usage("PublicIPAddresses", "Public IP Addresses", PUBLIC_IP, any -> true,
                        Limits.Row.PUBLIC_IP_ADDRESSES),
                count.usage("LoadBalancers", "Load Balancers", NETWORK + "loadBalancers", any -> true,
                        Limits.Row.LOAD_BALANCERS),
                count.usage("RouteTables", "Route Tables", NETWORK + "routeTables", any -> true,
                        Limits.Row.ROUTE_TABLES),
                count.usage("IPv4StandardSkuPublicIpAddresses", "Public IPv4 Addresses - Standard", PUBLIC_IP,
                        each -> isStandard(each) && !isSix(each), Limits.Row.PUBLIC_IP_ADDRESSES),
                count.usage("IPv6StandardSkuPublicIpAddresses", "Public IPv6 Addresses - Standard", PUBLIC_IP,
                        each -> isStandard(each) && isSix(each), Limits.Row.PUBLIC_IP_ADDRESSES));
    }

    private static boolean isStatic(Resource address) {
        return Json.textOr(address.properties(), "Dynamic", "publicIPAllocationMethod").equalsIgnoreCase("Static");
    }

    private static boolean isStandard(Resource address) {
        return Json.textOr(address.body(), "Basic", "sku", "name").equalsIgnoreCase("Standard");
    }

    private static boolean isSix(Resource address) {
        return Json.textOr(address.properties(), "IPv4", "publicIPAddressVersion").equalsIgnoreCase("IPv6");
    }

    private final class Count {
        private final String subscription;
        private final String location;

        Count(String subscription, String location) {
            this.subscription = subscription;
            this.location = location.replace(" ", "").toLowerCase(Locale.ROOT);
        }

        ObjectNode usage(String name, String display, String type, Predicate<Resource> which, Limits.Row limit) {
            long used = world.store()
                    .list(subscription, null, type)
                    .stream()
                    .filter(each -> Json.textOr(each.body(), "", "location")
                            .replace(" ", "")
                            .equalsIgnoreCase(location))
                    .filter(which)
                    .count();
            ObjectNode usage = Json.object()
                    .put("id", "/subscriptions/" + subscription + "/providers/Microsoft.Network/locations/" + location
                            + "/usages/" + name)
                    .put("currentValue", used)
                    .put("limit", world.limit(limit))
                    .put("unit", "Count");
            usage.putObject("name").put("value", name).put("localizedValue", display);
            return usage;
        }
    }
}
