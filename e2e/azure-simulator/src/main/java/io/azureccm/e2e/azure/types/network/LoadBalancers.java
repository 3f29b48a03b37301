package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.EmbeddedChild;
import io.azureccm.e2e.azure.types.IpConfigurations;
import io.azureccm.e2e.azure.types.ResourceType;
import io.azureccm.e2e.azure.types.Shape;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Load balancers with their frontends, pools, rules and probes. */
public final class LoadBalancers extends ResourceType {
    static final String NAME = "Microsoft.Network/loadBalancers";
    private static final String FRONTENDS = "frontendIPConfigurations";
    private static final String POOLS = "backendAddressPools";
    private static final Shape BALANCER = Shape.PLAIN.defaults("""
            {"sku": {"name": "Basic", "tier": "Regional"}, "properties": {"inboundNatPools": []}}""");
    private static final Shape FRONTEND = Shape.PLAIN
            .computed("loadBalancingRules", "outboundRules", "inboundNatRules", "inboundNatPools")
            .references("subnet", "publicIPAddress", "publicIPPrefix")
            .inUse("LoadBalancerFrontendIPConfigurationInUseByPrivateLinkService.removal")
            .defaults("""
                    {"properties": {"privateIPAllocationMethod": "Dynamic"}}""");
    private static final Shape POOL = Shape.PLAIN
            .computed("loadBalancingRules", "outboundRules", "inboundNatRules", "backendIPConfigurations")
            .references("virtualNetwork");
    private static final Shape RULE = Shape.PLAIN.links("frontendIPConfiguration", "backendAddressPool", POOLS, "probe")
            .defaults("""
                    {"properties": {"idleTimeoutInMinutes": 4, "enableFloatingIP": false, "enableTcpReset": false,
                      "disableOutboundSnat": false, "loadDistribution": "Default"}}""");
    private static final Shape PROBE = Shape.PLAIN.computed("loadBalancingRules")
            .inUse("CannotRemoveRuleUsedByProbeUsedByVMSS");
    private static final JsonNode SHOWN_PROBE = Json.parse("""
            {"properties": {"numberOfProbes": 1, "probeThreshold": 1, "intervalInSeconds": 15}}""");
    private static final Shape OTHER_RULE = Shape.PLAIN.computed("backendIPConfiguration");

    public LoadBalancers() {
        super(NAME, BALANCER, EmbeddedChild.readable(FRONTENDS, FRONTEND), EmbeddedChild.writable(POOLS, POOL),
                EmbeddedChild.readable("loadBalancingRules", RULE),
                EmbeddedChild.readable("probes", PROBE),
                EmbeddedChild.readable("inboundNatRules", OTHER_RULE),
                EmbeddedChild.readable("outboundRules", OTHER_RULE));
    }

    @Override
    protected void fill(Draft draft) {
        ObjectNode properties = draft.properties();
        for (ObjectNode frontend : Json.objects(properties, FRONTENDS)) {
            if (Json.properties(frontend).has("publicIPAddress"))
                Json.properties(frontend).remove("privateIPAddress");
        }
        Json.objects(properties, POOLS).forEach(pool -> fillPool(Json.properties(pool)));
        for (ObjectNode rule : Json.objects(properties, "loadBalancingRules")) {
            ObjectNode of = Json.properties(rule);
            // A read shows a single pool in both forms; if a client sends both, the singular one counts.
            if (of.has("backendAddressPool") && of.path(POOLS).size() <= 1)
                of.remove(POOLS);
        }
        IpConfigurations.assign(draft, FRONTENDS);
    }

    private static void fillPool(ObjectNode pool) {
        ArrayNode own = Json.array();
        for (ObjectNode address : Json.objects(pool, "loadBalancerBackendAddresses")) {
            // Entries that represent interfaces belong to the interfaces; a PUT can neither add nor remove them.
            if (Json.text(address, "properties", "networkInterfaceIPConfiguration", "id").isEmpty()) {
                Draft.reduceToIds(Json.properties(address), "virtualNetwork");
                Draft.reduceToIds(Json.properties(address), "subnet");
                own.add(address);
            }
        }
        pool.set("loadBalancerBackendAddresses", own);
    }

    @Override
    protected void check(Draft draft) {
        LoadBalancerChecks.all(draft);
    }

    @Override
    public void show(World world, Resource resource, ObjectNode shown, ShowOptions options) {
        ObjectNode properties = Json.properties(shown);
        LoadBalancerLinks links = new LoadBalancerLinks(resource);
        for (ObjectNode frontend : Json.objects(properties, FRONTENDS))
            links.addTo(frontend, FRONTENDS, "loadBalancingRules", "outboundRules", "inboundNatRules");
        for (ObjectNode probe : Json.objects(properties, "probes")) {
            links.addTo(probe, "probes", "loadBalancingRules");
            Json.fillIn(probe, SHOWN_PROBE);
        }
        for (ObjectNode pool : Json.objects(properties, POOLS)) {
            links.addTo(pool, POOLS, "loadBalancingRules", "outboundRules", "inboundNatRules");
            showMembers(world, resource, pool);
        }
        for (ObjectNode rule : Json.objects(properties, "loadBalancingRules"))
            showPoolsOfRule(Json.properties(rule));
    }

    private static void showPoolsOfRule(ObjectNode rule) {
        if (rule.has("backendAddressPool") && !rule.has(POOLS))
            rule.putArray(POOLS).add(rule.get("backendAddressPool").deepCopy());
        else if (!rule.has("backendAddressPool") && rule.path(POOLS).size() == 1)
            rule.set("backendAddressPool", rule.get(POOLS).get(0).deepCopy());
    }

    private static void showMembers(World world, Resource resource, ObjectNode pool) {
        String poolId = resource.id().text() + "/" + POOLS + "/" + Json.name(pool);
        List<String> members = members(world, poolId);
        if (members.isEmpty())
            return;
        ObjectNode properties = Json.properties(pool);
        ArrayNode configurations = properties.putArray("backendIPConfigurations");
        ArrayNode addresses = Json.arrayAt(properties, "loadBalancerBackendAddresses");
        int index = 0;
        for (String member : members) {
            configurations.add(Json.idObject(member));
            ObjectNode address = addresses.addObject().put("name", ResourceId.lastName(member) + index++);
            Json.properties(address).set("networkInterfaceIPConfiguration", Json.idObject(member));
        }
    }

    /** IDs of the interface IP configurations in the pool. */
    public static List<String> members(World world, String poolId) {
        return world.users(poolId, "ipConfigurations");
    }

    @Override
    public void checkDelete(World world, Resource resource) {
        LoadBalancerChecks.poolsFree(world, resource, Json.object(),
                "LoadBalancerInUseByVirtualMachineScaleSet.deletion");
        super.checkDelete(world, resource);
    }

    @Override
    public void stored(World world, Writer writer, Optional<Resource> before, Resource after) {
        Set<String> kept = LoadBalancerChecks.namesOf(after.properties(), POOLS);
        before.ifPresent(old -> Json.objects(old.properties(), POOLS)
                .stream()
                .map(pool -> Json.name(pool))
                .filter(name -> !kept.contains(name.toLowerCase(java.util.Locale.ROOT)))
                .forEach(name -> leave(world, writer, old.id() + "/" + POOLS + "/" + name)));
    }

    @Override
    public void removing(World world, Writer writer, Resource resource) {
        Json.objects(resource.properties(), POOLS)
                .forEach(
                        pool -> leave(world, writer,
                                resource.id() + "/" + POOLS + "/" + Json.name(pool)));
    }

    /** Interfaces of single machines leave a deleted pool. */
    private static void leave(World world, Writer writer, String pool) {
        members(world, pool).stream()
                .map(member -> ResourceId.require(member).topLevel())
                .filter(owner -> !owner.isOfScaleSet())
                .forEach(owner -> leave(world, writer, owner, List.of(pool)));
    }

    /** An interface, instance or model leaves the pools. */
    static void leave(World world, Writer writer, ResourceId owner, List<String> pools) {
        world.store().get(owner).ifPresent(found -> {
            ObjectNode changed = found.body().deepCopy();
            changed.findValues("loadBalancerBackendAddressPools")
                    .forEach(joined -> ((ArrayNode) joined).removeIf(
                            each -> pools.stream().anyMatch(Json.textOr(each, "", "id")::equalsIgnoreCase)));
            writer.store(new Draft(owner, changed, Optional.of(found), world, true));
        });
    }

    /** The reference of an interface IP configuration to its subnet, with its address. */
    public static Optional<Reference> home(World world, String ipConfiguration) {
        return world.store()
                .from(ResourceId.require(ipConfiguration).owner())
                .stream()
                .filter(reference -> !reference.address().isEmpty()
                        && reference.from().equalsIgnoreCase(ipConfiguration))
                .findFirst();
    }
}
