package io.azureccm.e2e.azure.types.compute;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Cidr;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.SubnetAddresses;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.types.network.NetworkInterfaces;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The interfaces that are embedded in scale set models and instances. */
final class InstanceNetworking {
    private static final String POOLS = "loadBalancerBackendAddressPools";
    private static final Shape INTERFACE = Shape.PLAIN.references("networkSecurityGroup").defaults("""
            {"properties": {"enableAcceleratedNetworking": false, "disableTcpStateTracking": false,
              "dnsSettings": {"dnsServers": []}, "enableIPForwarding": false}}""");
    private static final Shape CONFIGURATION = Shape.PLAIN.references("subnet", POOLS).defaults("""
            {"properties": {"privateIPAddressVersion": "IPv4"}}""");

    private InstanceNetworking() {}

    static List<ObjectNode> interfaces(ObjectNode networkProfile) {
        return Json.objects(networkProfile, "networkInterfaceConfigurations");
    }

    static List<ObjectNode> of(Resource instance) {
        return interfaces(ScaleSetInstances.network(instance.body()));
    }

    private static List<ObjectNode> configurations(ObjectNode networkInterface) {
        return Json.objects(networkInterface, "properties", "ipConfigurations");
    }

    static void fillModel(ObjectNode networkProfile) {
        for (ObjectNode networkInterface : interfaces(networkProfile)) {
            INTERFACE.complete(networkInterface);
            configurations(networkInterface).forEach(CONFIGURATION::complete);
        }
    }

    static void check(World world, String from, ObjectNode networkProfile) {
        List<ObjectNode> interfaces = interfaces(networkProfile);
        long primaries = interfaces.stream().filter(nic -> Json.isTrue(nic, "properties", "primary")).count();
        if (interfaces.size() > 1 && primaries != 1)
            throw ArmError.of("InvalidParameter.primary", from)
                    .target("networkProfile");
        for (ObjectNode networkInterface : interfaces) {
            for (ObjectNode configuration : configurations(networkInterface))
                NetworkInterfaces.checkPools(world, from, Json.properties(configuration));
        }
    }

    static List<Reference> modelReferences(String from, ObjectNode networkProfile) {
        List<Reference> references = new ArrayList<>();
        for (ObjectNode networkInterface : interfaces(networkProfile)) {
            references.addAll(INTERFACE.references(from, networkInterface));
            for (ObjectNode configuration : configurations(networkInterface))
                references.addAll(CONFIGURATION.references(from, configuration));
        }
        return references;
    }

    /** Key under which an address of an instance is stored. */
    private static String key(ObjectNode networkInterface, ObjectNode configuration) {
        return (Json.name(networkInterface) + "/" + Json.name(configuration))
                .toLowerCase(Locale.ROOT);
    }

    /**
     * Gives every IP configuration of an instance its private address and, if the model requests one, a public address.
     */
    static void assign(Draft draft, ObjectNode networkProfile) {
        ObjectNode addresses = Json.child(draft.hidden(), "addresses");
        ObjectNode publics = Json.child(draft.hidden(), "publicAddresses");
        SubnetAddresses subnets = new SubnetAddresses(draft.world(), draft.id());
        Optional<String> seeded = Json.text(draft.body(), "_ip");
        for (ObjectNode networkInterface : interfaces(networkProfile)) {
            for (ObjectNode configuration : configurations(networkInterface)) {
                ObjectNode of = Json.properties(configuration);
                String key = key(networkInterface, configuration);
                boolean v6 = "IPv6".equalsIgnoreCase(Json.textOr(of, "IPv4", "privateIPAddressVersion"));
                Optional<String> given = Json.text(of, "privateIPAddress").filter(ip -> draft.lenient());
                of.remove("privateIPAddress");
                String subnet = Json.textOr(of, "", "subnet", "id");
                if (Json.text(addresses, key).isEmpty()) {
                    Optional<String> fixed = given.or(() -> seeded.filter(ip -> Cidr.isIpv6(ip) == v6));
                    addresses.put(key, fixed.orElseGet(() -> subnets.take(subnet, v6)));
                }
                subnets.keep(subnet, addresses.get(key).asText());
                if (of.has("publicIPAddressConfiguration") && !publics.has(key))
                    publics.put(key, draft.world().publicAddresses().next(v6));
            }
        }
    }

    static List<Reference> references(Resource instance) {
        List<Reference> references = new ArrayList<>();
        for (ObjectNode networkInterface : of(instance)) {
            String nic = instance.id() + "/networkInterfaces/" + Json.name(networkInterface);
            references.addAll(INTERFACE.references(nic, networkInterface));
            for (ObjectNode configuration : configurations(networkInterface)) {
                String from = nic + "/ipConfigurations/" + Json.name(configuration);
                String address = Json.textOr(instance.hidden(), "", "addresses", key(networkInterface, configuration));
                Json.text(configuration, "properties", "subnet", "id")
                        .ifPresent(subnet -> references.add(new Reference(from, subnet, address)));
                references.addAll(Reference.all(from, Json.ids(configuration.get("properties"), POOLS)));
            }
        }
        return references;
    }

    static String address(Resource instance, ObjectNode networkInterface, ObjectNode configuration, String kind) {
        return Json.textOr(instance.hidden(), "", kind, key(networkInterface, configuration));
    }
}
