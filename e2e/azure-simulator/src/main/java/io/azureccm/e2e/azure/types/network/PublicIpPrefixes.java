package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Cidr;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Public IP prefixes: ranges from which public IP addresses are allocated. */
public final class PublicIpPrefixes extends ResourceType {
    private static final Shape PREFIX = Shape.PLAIN.computed("publicIPAddresses", "loadBalancerFrontendIpConfiguration")
            .inUse("InUsePublicIpPrefixCannotBeDeleted")
            .defaults("""
                    {"sku": {"name": "Standard", "tier": "Regional"},
                     "properties": {"publicIPAddressVersion": "IPv4", "ipTags": []}}""");

    public PublicIpPrefixes() {
        super("Microsoft.Network/publicIPPrefixes", PREFIX);
    }

    @Override
    protected void fill(Draft draft) {
        Json.putIfAbsent(draft.properties(), "prefixLength", isV6(draft.properties()) ? 124 : 28);
        if (!draft.lenient()) {
            draft.properties().remove("ipPrefix");
            Json.text(draft.oldProperties(), "ipPrefix").ifPresent(p -> draft.properties().put("ipPrefix", p));
        }
    }

    private static boolean isV6(ObjectNode properties) {
        return "IPv6".equalsIgnoreCase(Json.textOr(properties, "IPv4", "publicIPAddressVersion"));
    }

    @Override
    protected void check(Draft draft) {
        int length = Json.intOr(draft.properties(), 28, "prefixLength");
        boolean v6 = isV6(draft.properties());
        int shortest = v6 ? 124 : draft.world().limit(Limits.Row.PUBLIC_IP_PREFIX_LENGTH);
        if (length < (shortest == Integer.MAX_VALUE ? 0 : shortest) || length > (v6 ? 127 : 31))
            throw ArmError.of("PublicIpPrefixLengthIsOutOfRange", length, draft.id());
        draft.existing().filter(old -> Json.intOr(old.properties(), 0, "prefixLength") != length).ifPresent(old -> {
            throw ArmError.of("PublicIPPrefixLengthCannotBeChanged", draft.id());
        });
    }

    @Override
    public Resource succeeded(World world, Resource resource) {
        if (Json.text(resource.properties(), "ipPrefix").isPresent())
            return resource;
        ObjectNode body = resource.body().deepCopy();
        Json.properties(body)
                .put("ipPrefix", world.publicAddresses()
                        .nextPrefix(isV6(resource.properties()),
                                Json.intOr(resource.properties(), 28, "prefixLength")));
        return resource.withBody(body);
    }

    /** Rejects if all addresses are used, or reserved for public IP addresses being created. */
    static void requireFree(World world, Resource prefix) {
        long promised = users(world, prefix).stream()
                .filter(address -> Json.text(address.properties(), "ipAddress").isEmpty())
                .count();
        if (Json.text(prefix.properties(), "ipPrefix").isPresent())
            free(world, prefix, promised);
    }

    /** The lowest unused address of the prefix, after as many that are skipped. */
    static String free(World world, Resource prefix, long skipped) {
        Cidr range = Cidr.parse(Json.text(prefix.properties(), "ipPrefix").orElseThrow()).orElseThrow();
        Set<String> taken = users(world, prefix).stream()
                .flatMap(address -> Json.text(address.properties(), "ipAddress").stream())
                .collect(Collectors.toSet());
        return range.addresses()
                .filter(address -> !taken.contains(address))
                .skip(skipped)
                .findFirst()
                .orElseThrow(() -> ArmError.of("PublicIpPrefixOutOfIpAddresses", prefix.id()));
    }

    private static List<Resource> users(World world, Resource prefix) {
        return world.users(prefix.id().text()).stream().flatMap(user -> world.store().get(user).stream()).toList();
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        ObjectNode properties = Json.properties(shown);
        world.showUsers(properties, resource.id().text(), "publicIPAddresses");
        world.users(resource.id().text(), "frontendIPConfigurations")
                .forEach(frontend -> properties.set("loadBalancerFrontendIpConfiguration", Json.idObject(frontend)));
    }
}
