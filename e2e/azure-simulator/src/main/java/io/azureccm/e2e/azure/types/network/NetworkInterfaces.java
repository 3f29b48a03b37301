package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.EmbeddedChild;
import io.azureccm.e2e.azure.types.IpConfigurations;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Network interfaces of single machines; their IP configurations join backend pools. */
public final class NetworkInterfaces extends ResourceType {
    static final String NAME = "Microsoft.Network/networkInterfaces";
    private static final String CONFIGURATIONS = "ipConfigurations";
    private static final String POOLS = "loadBalancerBackendAddressPools";
    private static final Shape INTERFACE = Shape.PLAIN
            .computed("virtualMachine", "privateEndpoint", "privateLinkService", "hostedWorkloads", "tapConfigurations")
            .references("networkSecurityGroup")
            .inUse("NicInUse.deletion")
            .defaults("""
                    {"kind": "Regular",
                     "properties": {
                       "dnsSettings": {"dnsServers": [], "appliedDnsServers": [],
                         "internalDomainNameSuffix": "simulated.internal.cloudapp.net"},
                       "enableAcceleratedNetworking": false, "vnetEncryptionSupported": false,
                       "enableIPForwarding": false, "disableTcpStateTracking": false,
                       "hostedWorkloads": [], "tapConfigurations": [], "nicType": "Standard", "allowPort25Out": true,
                       "defaultOutboundConnectivityEnabled": false, "auxiliaryMode": "None", "auxiliarySku": "None"}}
                    """);
    private static final Shape CONFIGURATION = Shape.PLAIN.references("subnet", "publicIPAddress", POOLS)
            .links("applicationSecurityGroups")
            .defaults("""
                    {"properties": {"privateIPAllocationMethod": "Dynamic", "privateIPAddressVersion": "IPv4"}}""");

    public NetworkInterfaces() {
        super(NAME, EtagStyle.OPAQUE, Set.of(Trait.PUT_IS_IMMEDIATE), INTERFACE,
                EmbeddedChild.readable(CONFIGURATIONS, CONFIGURATION));
    }

    @Override
    protected void fill(Draft draft) {
        draft.serverValue("macAddress", () -> mac(draft.world().guids().next()));
        List<ObjectNode> configurations = Json.objects(draft.properties(), CONFIGURATIONS);
        boolean first = configurations.stream().noneMatch(each -> Json.isTrue(each, "properties", "primary"));
        for (ObjectNode configuration : configurations) {
            Json.putIfAbsent(Json.properties(configuration), "primary", first);
            first = false;
        }
        IpConfigurations.assign(draft, CONFIGURATIONS);
    }

    public static String mac(String guid) {
        String digits = guid.replace("-", "").toUpperCase(java.util.Locale.ROOT);
        return "00-0D-3A-" + digits.substring(0, 2) + "-" + digits.substring(2, 4) + "-" + digits.substring(4, 6);
    }

    @Override
    protected void check(Draft draft) {
        World world = draft.world();
        List<ObjectNode> configurations = Json.objects(draft.properties(), CONFIGURATIONS);
        if (configurations.isEmpty())
            throw ArmError.of("NetworkInterfaceMustHaveAtLeastOneIpConfiguration", draft.id());
        draft.within(Limits.Row.IP_CONFIGURATIONS_PER_INTERFACE, configurations.size(),
                "IpConfigurationCountLimitReached");
        draft.withinSubscription(Limits.Row.NETWORK_INTERFACES, "NetworkInterfaceCountLimitReached");
        for (ObjectNode configuration : configurations) {
            String id = draft.childId(CONFIGURATIONS, configuration);
            ObjectNode of = Json.properties(configuration);
            if (Json.text(of, "subnet", "id").isEmpty())
                throw ArmError.of("SubnetRequiredForIpConfiguration", id);
            Json.text(of, "publicIPAddress", "id")
                    .ifPresent(address -> PublicIpAddresses.checkAttach(world, id, address,
                            world.store()
                                    .get(address)
                                    .map(r -> Json.textOr(r.body(), "Basic", "sku", "name"))
                                    .orElse("")));
            checkPools(world, id, of);
        }
    }

    /** Pools must exist and must not contain IP addresses. */
    public static void checkPools(World world, String from, ObjectNode configuration) {
        for (String pool : Json.ids(configuration, POOLS)) {
            ResourceId id = ResourceId.require(pool);
            Optional<ObjectNode> found = world.store()
                    .get(id.parent(1))
                    .flatMap(owner -> Json.named(owner.properties(), id.name(), "backendAddressPools"));
            if (found.isPresent()
                    && !Json.objects(found.get(), "properties", "loadBalancerBackendAddresses").isEmpty())
                throw ArmError.of("BackendAddressPoolCannotMixNicAndIpAddresses.interfaces", pool, from);
        }
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        ObjectNode properties = Json.properties(shown);
        Optional<String> machine = machine(world, resource);
        machine.ifPresentOrElse(id -> {
            properties.set("virtualMachine", Json.idObject(id));
            Json.putIfAbsent(properties, "primary", true);
        }, () -> properties.remove("macAddress"));
    }

    private static Optional<String> machine(World world, Resource resource) {
        return world.users(resource.id().text(), "virtualMachines").stream().findFirst();
    }
}
