package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ImmutableProperties;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The checks of a load balancer. */
final class LoadBalancerChecks {

    private static final List<String> ADMIN_STATES = List.of("None", "Up", "Down");

    private LoadBalancerChecks() {}

    static void all(Draft draft) {
        ImmutableProperties.sku(draft);
        limits(draft);
        frontends(draft);
        pools(draft);
        LoadBalancerRuleChecks.all(draft);
        draft.existing()
                .ifPresent(old -> poolsFree(draft.world(), old, draft.properties(),
                        "LoadBalancerInUseByVirtualMachineScaleSet"));
    }

    private static void limits(Draft draft) {
        World world = draft.world();
        ObjectNode properties = draft.properties();
        boolean basic = "Basic".equalsIgnoreCase(Json.textOr(draft.body(), "", "sku", "name"));
        int rules = Json.objects(properties, "loadBalancingRules").size()
                + Json.objects(properties, "inboundNatRules").size();
        draft.within(basic ? Limits.Row.BASIC_LOAD_BALANCER_RULES : Limits.Row.LOAD_BALANCER_RULES, rules,
                "LoadBalancerRuleCountLimitReached");
        draft.within(basic ? Limits.Row.BASIC_LOAD_BALANCER_FRONTENDS : Limits.Row.LOAD_BALANCER_FRONTENDS,
                Json.objects(properties, "frontendIPConfigurations").size(),
                "LoadBalancerFrontendIPConfigurationCountLimitReached");
        draft.withinSubscription(Limits.Row.LOAD_BALANCERS, "LoadBalancerCountLimitReached");
    }

    private static void frontends(Draft draft) {
        String sku = Json.textOr(draft.body(), "Basic", "sku", "name");
        for (ObjectNode frontend : Json.objects(draft.properties(), "frontendIPConfigurations")) {
            String from = draft.childId("frontendIPConfigurations", frontend);
            ObjectNode of = Json.properties(frontend);
            zones(draft, frontend, from);
            Json.text(of, "publicIPAddress", "id")
                    .ifPresent(address -> PublicIpAddresses.checkAttach(draft.world(), from, address, sku));
        }
    }

    /** A public frontend has the zones of its address; those of a private one are immutable. */
    private static void zones(Draft draft, ObjectNode frontend, String id) {
        if (Json.text(frontend, "properties", "publicIPAddress", "id").isPresent()) {
            if (!Json.texts(frontend, "zones").isEmpty())
                throw ArmError.of("LoadBalancerFrontendIPConfigCannotHaveZoneWhenReferencingPublicIPAddress", id);
            return;
        }
        Json.named(draft.oldProperties(), Json.name(frontend), "frontendIPConfigurations")
                .filter(old -> Json.text(old, "properties", "subnet", "id").isPresent())
                .ifPresent(old -> ImmutableProperties.zones(id, old, frontend));
    }

    private static void pools(Draft draft) {
        for (ObjectNode pool : Json.objects(draft.properties(), "backendAddressPools")) {
            String id = draft.childId("backendAddressPools", pool);
            List<ObjectNode> addresses = Json.objects(pool, "properties", "loadBalancerBackendAddresses");
            int members = LoadBalancers.members(draft.world(), id).size();
            if (!addresses.isEmpty() && members > 0)
                throw ArmError.of("BackendAddressPoolCannotMixNicAndIpAddresses.addresses", id);
            draft.within(Limits.Row.BACKEND_POOL_SIZE, addresses.size() + members,
                    "BackendAddressPoolSizeLimitReached");
            Set<String> seen = new HashSet<>();
            for (ObjectNode address : addresses) {
                String ip = Json.textOr(address, "", "properties", "ipAddress");
                if (!ip.isEmpty() && !seen.add(ip))
                    throw ArmError.of("BackendAddressPoolDuplicateIpAddress", ip, id);
                Json.ids(address.get("properties"), "virtualNetwork")
                        .forEach(network -> draft.world().requireExists(id, network));
                adminState(draft, id, address);
            }
        }
    }

    private static void adminState(Draft draft, String pool, ObjectNode address) {
        Optional<String> state = Json.text(address, "properties", "adminState");
        if (state.isEmpty() || draft.lenient())
            return;
        if (!ADMIN_STATES.contains(state.get()))
            throw ArmError.of("InvalidRequestFormat.adminState", state.get(), pool, ADMIN_STATES);
    }

    static Set<String> namesOf(ObjectNode properties, String array) {
        return Json.objects(properties, array)
                .stream()
                .map(item -> Json.name(item).toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    /** Rejects the removal of pools that scale sets still use. */
    static void poolsFree(World world, Resource old, ObjectNode kept, String refusal) {
        Map<String, Set<String>> used = new TreeMap<>();
        for (ObjectNode pool : Json.objects(old.properties(), "backendAddressPools")) {
            String name = Json.name(pool);
            if (Json.named(kept, name, "backendAddressPools").isEmpty())
                world.users(old.id() + "/backendAddressPools/" + name)
                        .stream()
                        .map(ResourceId::require)
                        .filter(ResourceId::isOfScaleSet)
                        .forEach(
                                user -> used.computeIfAbsent(user.topLevel().text(), set -> new TreeSet<>()).add(name));
        }
        used.forEach((set, names) -> {
            throw ArmError.of(refusal, String.join(",", names), old.id(), set);
        });
    }
}
