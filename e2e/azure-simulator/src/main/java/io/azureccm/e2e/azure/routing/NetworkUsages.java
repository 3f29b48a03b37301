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
    private static final String PUBLIC_IP = "publicIPAddresses";

    /** One row of the answer: which resources count towards which limit. */
    private record Usage(String name, String display, String type, Predicate<Resource> counts, Limits.Row limit) {}

    private static final List<Usage> USAGES = List.of(
            new Usage("VirtualNetworks", "Virtual Networks", "virtualNetworks", any -> true,
                    Limits.Row.VIRTUAL_NETWORKS),
            new Usage("StaticPublicIPAddresses", "Static Public IP Addresses", PUBLIC_IP, NetworkUsages::isStatic,
                    Limits.Row.PUBLIC_IP_ADDRESSES),
            new Usage("NetworkSecurityGroups", "Network Security Groups", "networkSecurityGroups", any -> true,
                    Limits.Row.NETWORK_SECURITY_GROUPS),
            new Usage("PublicIPAddresses", "Public IP Addresses", PUBLIC_IP, any -> true,
                    Limits.Row.PUBLIC_IP_ADDRESSES),
            new Usage("LoadBalancers", "Load Balancers", "loadBalancers", any -> true, Limits.Row.LOAD_BALANCERS),
            new Usage("RouteTables", "Route Tables", "routeTables", any -> true, Limits.Row.ROUTE_TABLES),
            new Usage("IPv4StandardSkuPublicIpAddresses", "Public IPv4 Addresses - Standard", PUBLIC_IP,
                    each -> isStandard(each) && !isSix(each), Limits.Row.PUBLIC_IP_ADDRESSES),
            new Usage("IPv6StandardSkuPublicIpAddresses", "Public IPv6 Addresses - Standard", PUBLIC_IP,
                    each -> isStandard(each) && isSix(each), Limits.Row.PUBLIC_IP_ADDRESSES));

    List<ObjectNode> of(String subscription, String location) {
        String region = location.replace(" ", "").toLowerCase(Locale.ROOT);
        return USAGES.stream().map(usage -> shown(usage, subscription, region)).toList();
    }

    private ObjectNode shown(Usage usage, String subscription, String region) {
        long used = world.store()
                .list(subscription, null, "Microsoft.Network/" + usage.type())
                .stream()
                .filter(each -> Json.textOr(each.body(), "", "location").replace(" ", "").equalsIgnoreCase(region))
                .filter(usage.counts())
                .count();
        ObjectNode shown = Json.object()
                .put("id", "/subscriptions/" + subscription + "/providers/Microsoft.Network/locations/" + region
                        + "/usages/" + usage.name())
                .put("currentValue", used)
                .put("limit", world.limit(usage.limit()))
                .put("unit", "Count");
        shown.putObject("name").put("value", usage.name()).put("localizedValue", usage.display());
        return shown;
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
}
