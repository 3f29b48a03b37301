package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Public IP addresses. The address appears when the first write has succeeded. */
public final class PublicIpAddresses extends ResourceType {
    static final String NAME = "Microsoft.Network/publicIPAddresses";

    private static final Shape ADDRESS = Shape.PLAIN.computed("ipConfiguration", "natGateway")
            .references("publicIPPrefix")
            .inUse("PublicIPAddressCannotBeDeleted")
            .defaults("""
                    {"sku": {"name": "Basic", "tier": "Regional"},
                     "properties": {"publicIPAddressVersion": "IPv4", "idleTimeoutInMinutes": 4, "ipTags": []}}""");

    public PublicIpAddresses() {
        super(NAME, ADDRESS);
    }

    @Override
    protected void fill(Draft draft) {
        ObjectNode properties = draft.properties();
        boolean standard = isStandard(draft.body());
        Json.putIfAbsent(properties, "publicIPAllocationMethod", standard && draft.lenient() ? "Static" : "Dynamic");
        if (standard)
            Json.putIfAbsent(Json.child(properties, "ddosSettings"), "protectionMode", "VirtualNetworkInherited");
        if (!draft.lenient()) {
            properties.remove("ipAddress");
            Json.text(draft.oldProperties(), "ipAddress").ifPresent(address -> properties.put("ipAddress", address));
        }
        if (properties.get("dnsSettings") instanceof ObjectNode dns)
            Json.text(dns, "domainNameLabel")
                    .ifPresentOrElse(label -> dns.put("fqdn",
                            label + "." + Json.textOr(draft.body(), "", "location") + ".cloudapp.azure.com"),
                            () -> dns.remove("fqdn"));
    }

    static boolean isStandard(ObjectNode body) {
        return "Standard".equalsIgnoreCase(Json.textOr(body, "Basic", "sku", "name"));
    }

    @Override
    protected void check(Draft draft) {
        PublicIpAddressChecks.all(draft);
    }

    @Override
    public Resource succeeded(World world, Resource resource) {
        ObjectNode properties = resource.properties();
        boolean fixed = "Static".equalsIgnoreCase(Json.textOr(properties, "", "publicIPAllocationMethod"))
                || isStandard(resource.body());
        if (Json.text(properties, "ipAddress").isPresent() || !fixed)
            return resource;
        ObjectNode body = resource.body().deepCopy();
        Json.properties(body).put("ipAddress", address(world, resource));
        return resource.withBody(body);
    }

    private static String address(World world, Resource resource) {
        boolean v6 = "IPv6".equalsIgnoreCase(Json.textOr(resource.properties(), "", "publicIPAddressVersion"));
        Optional<String> prefix = Json.text(resource.properties(), "publicIPPrefix", "id");
        return prefix.flatMap(world.store()::get)
                .map(owner -> PublicIpPrefixes.free(world, owner, 0))
                .orElseGet(() -> world.publicAddresses().next(v6));
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        ObjectNode properties = Json.properties(shown);
        for (String user : world.users(resource.id().text())) {
            boolean gateway = ResourceId.key(user).contains("/natgateways/");
            properties.set(gateway ? "natGateway" : "ipConfiguration", Json.idObject(user));
            if (!gateway && !isStandard(resource.body()))
                Json.putIfAbsent(properties, "ipAddress", basicAddress(resource));
        }
    }

    /** A basic dynamic address exists while it is attached; the same resource always gets the same one. */
    private static String basicAddress(Resource resource) {
        int hash = Math.floorMod(resource.id().key().hashCode(), 65_024);
        return "20.52." + hash / 254 + "." + (hash % 254 + 1);
    }

    /** Rejects attaching an address that is missing, in use, of another SKU or not allocated yet. */
    static void checkAttach(World world, String from, String addressId, String sku) {
        Resource address = world.store().get(addressId).orElseThrow();
        // A single write may move an address from one part of a resource to another.
        String owner = ResourceId.require(from).topLevel().key();
        List<String> others = new ArrayList<>(world.users(addressId));
        others.removeIf(user -> ResourceId.require(user).topLevel().key().equals(owner));
        ArmError.refuseFirst(others, "PublicIPAddressInUse", from, address.id());
        String theirs = Json.textOr(address.body(), "Basic", "sku", "name");
        if (!theirs.equalsIgnoreCase(sku))
            throw ArmError.of("PublicIPAndLBSkuDoNotMatch", sku, ResourceId.require(from).topLevel(), theirs,
                    address.id());
        if (!address.state().equals("Succeeded"))
            throw ArmError.of("ReferencedResourceNotProvisioned", address.id(), from, address.state());
    }
}
