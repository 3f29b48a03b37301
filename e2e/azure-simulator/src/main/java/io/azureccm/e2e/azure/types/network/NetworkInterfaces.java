package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.EmbeddedChild;
import io.azureccm.e2e.azure.types.IpConfigurations;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.Names;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Network interfaces of single machines; their IP configurations join backend pools. */
public final class NetworkInterfaces extends ResourceType {
    static final String NAME = "Microsoft.Network/networkInterfaces";
    private static final String CONFIGURATIONS = "ipConfigurations";
    private static final String POOLS = "loadBalancerBackendAddressPools";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean putIsLongRunning(boolean creates) {
        return false;
    }

    @Override
    public List<EmbeddedChild> children() {
        return List.of(EmbeddedChild.readable(CONFIGURATIONS));
    }

    @Override
    public void fill(Draft draft) {
        draft.resourceGuid();
        draft.body().put("kind", "Regular");
        ObjectNode properties = draft.properties();
        properties.remove(List.of("virtualMachine", "privateEndpoint", "privateLinkService", "hostedWorkloads",
                "tapConfigurations"));
        Draft.reduceToId(properties, "networkSecurityGroup");
        Json.putIfAbsent(Json.child(properties, "dnsSettings"), "dnsServers", List.of());
        Json.putIfAbsent(Json.child(properties, "dnsSettings"), "appliedDnsServers", List.of());
        for (String flag : List.of("enableAcceleratedNetworking", "vnetEncryptionSupported", "enableIPForwarding",
                "disableTcpStateTracking")) {
            draft.defaultValue(flag, false);
        }
        Json.putIfAbsent(Json.child(properties, "dnsSettings"), "internalDomainNameSuffix",
                "simulated.internal.cloudapp.net");
        Json.arrayAt(properties, "hostedWorkloads");
        Json.arrayAt(properties, "tapConfigurations");
        draft.defaultValue("nicType", "Standard");
        draft.defaultValue("allowPort25Out", true);
        draft.defaultValue("defaultOutboundConnectivityEnabled", false);
        draft.defaultValue("auxiliaryMode", "None");
        draft.defaultValue("auxiliarySku", "None");
        draft.serverValue("macAddress", () -> mac(draft.world().guids().next()));
        fillConfigurations(properties);
        Names.checkChildren(draft, CONFIGURATIONS);
        IpConfigurations.assign(draft, CONFIGURATIONS, CONFIGURATIONS);
    }

    private static void fillConfigurations(ObjectNode properties) {
        boolean first = Json.objects(properties, CONFIGURATIONS)
                .stream()
                .noneMatch(configuration -> Json.isTrue(configuration, "properties", "primary"));
        for (ObjectNode configuration : Json.objects(properties, CONFIGURATIONS)) {
            Draft.dropComputed(configuration);
            ObjectNode of = Json.properties(configuration);
            Draft.reduceToId(of, "subnet");
            Draft.reduceToId(of, "publicIPAddress");
            Draft.reduceAllToIds(of, POOLS);
            Draft.reduceAllToIds(of, "applicationSecurityGroups");
            Json.putIfAbsent(of, "privateIPAllocationMethod", "Dynamic");
            Json.putIfAbsent(of, "privateIPAddressVersion", "IPv4");
            Json.putIfAbsent(of, "primary", first);
            first = false;
        }
    }

    public static String mac(String guid) {
        String digits = guid.replace("-", "").toUpperCase(java.util.Locale.ROOT);
        return "00-0D-3A-" + digits.substring(0, 2) + "-" + digits.substring(2, 4) + "-" + digits.substring(4, 6);
    }

    @Override
    public void check(Draft draft) {
        World world = draft.world();
        List<ObjectNode> configurations = Json.objects(draft.properties(), CONFIGURATIONS);
        if (configurations.isEmpty()) {
            throw ArmError.badRequest("NetworkInterfaceMustHaveAtLeastOneIpConfiguration",
                    "Network interface " + draft.id() + " must have at least one IP configuration.");
        }
        world.within(Limits.Row.IP_CONFIGURATIONS_PER_INTERFACE, configurations.size(),
                "IpConfigurationCountLimitReached",
                "Cannot have more than %d IP configurations on a network interface.");
        if (draft.existing().isEmpty()) {
            world.within(Limits.Row.NETWORK_INTERFACES,
                    world.store().list(draft.id().subscription(), null, NAME).size() + 1,
                    "NetworkInterfaceCountLimitReached",
                    "Cannot create more than %d network interfaces for this subscription in this region.");
        }
        Json.text(draft.properties(), "networkSecurityGroup", "id")
                .ifPresent(group -> world.requireExists(draft.id().text(), group));
        for (ObjectNode configuration : configurations) {
            String id = draft.childId(CONFIGURATIONS, Json.textOr(configuration, "", "name"));
            ObjectNode of = Json.properties(configuration);
            if (Json.text(of, "subnet", "id").isEmpty()) {
                throw ArmError.badRequest("SubnetRequiredForIpConfiguration",
                        "IP configuration " + id + " has no subnet.");
            }
            world.requireExists(id, Json.text(of, "subnet", "id").get());
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
        for (ObjectNode item : Json.objects(configuration, POOLS)) {
            String pool = Json.textOr(item, "", "id");
            world.requireExists(from, pool);
            Optional<ObjectNode> found = world.store()
                    .get(ResourceId.require(pool).parent(1))
                    .flatMap(owner -> Json.objects(owner.properties(), "backendAddressPools")
                            .stream()
                            .filter(
                                    candidate -> ResourceId.require(pool)
                                            .name()
                                            .equalsIgnoreCase(Json.textOr(candidate, "", "name")))
                            .findFirst());
            if (found.isPresent()
                    && !Json.objects(found.get(), "properties", "loadBalancerBackendAddresses").isEmpty()) {
                throw ArmError.badRequest("BackendAddressPoolCannotMixNicAndIpAddresses", "Backend address pool " + pool
                        + " has IP addresses, network interface IP configuration " + from + " cannot join it.");
            }
        }
    }

    /** The interface after leaving a pool. */
    static Draft without(World world, Resource nic, String pool) {
        ObjectNode body = nic.body().deepCopy();
        for (ObjectNode configuration : Json.objects(body, "properties", CONFIGURATIONS)) {
            if (configuration.get("properties").get(POOLS) instanceof ArrayNode pools) {
                for (int i = pools.size() - 1; i >= 0; i--) {
                    if (pool.equalsIgnoreCase(Json.textOr(pools.get(i), "", "id"))) {
                        pools.remove(i);
                    }
                }
            }
        }
        return new Draft(nic.id(), body, nic.hidden().deepCopy(), Optional.of(nic), world, true);
    }

    @Override
    public List<Reference> references(Resource resource) {
        String prefix = resource.id().text() + "/" + CONFIGURATIONS + "/";
        List<Reference> references = new ArrayList<>(
                IpConfigurations.references(resource.properties(), CONFIGURATIONS, prefix));
        for (ObjectNode configuration : Json.objects(resource.properties(), CONFIGURATIONS)) {
            Json.objects(configuration, "properties", POOLS)
                    .forEach(pool -> references.add(Reference
                            .of(prefix + Json.textOr(configuration, "", "name"), Json.textOr(pool, "", "id"))));
        }
        Json.text(resource.properties(), "networkSecurityGroup", "id")
                .ifPresent(group -> references.add(Reference.of(resource.id().text(), group)));
        return references;
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
        return world.store()
                .to(resource.id().text())
                .stream()
                .map(Reference::from)
                .filter(from -> ResourceId.key(from).contains("/virtualmachines/"))
                .findFirst();
    }

    @Override
    public void checkDelete(World world, Resource resource) {
        machine(world, resource).ifPresent(id -> {
            throw inUse("NicInUse", "Network Interface " + resource.id() + " is used by existing resource " + id
                    + ". In order to delete the network interface, it must be dissociated from the resource. To learn"
                    + " more, see aka.ms/deletenic.");
        });
    }
}
