package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.Limits;
import io.azureccm.e2e.azure.types.SubnetAddresses;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The checks of a private link service. Codes and messages are assumed unless recorded. */
final class PrivateLinkChecks {
    private PrivateLinkChecks() {}

    static void all(Draft draft, String frontends, String configurations) {
        List<ObjectNode> addresses = Json.objects(draft.properties(), configurations);
        addresses.forEach(configuration -> subnet(draft, configurations, configuration));
        if (addresses.isEmpty())
            throw ArmError.of("PrivateLinkServiceIpConfigurationRequired", draft.id());
        draft.within(Limits.Row.PRIVATE_LINK_IP_CONFIGURATIONS, addresses.size(),
                "PrivateLinkServiceIpConfigurationCountLimitReached");
        long primary = addresses.stream().filter(item -> Json.isTrue(Json.properties(item), "primary")).count();
        if (primary > 1)
            throw ArmError.of("PrivateLinkServiceHasMoreThanOnePrimaryIpConfiguration", draft.id());
        List<String> attached = Json.ids(draft.properties(), frontends);
        if (attached.isEmpty() && Json.text(draft.properties(), "destinationIPAddress").isEmpty())
            throw ArmError.of("PrivateLinkServiceLoadBalancerFrontendRequired", draft.id());
        attached.forEach(frontend -> frontend(draft, frontend));
        unchanged(draft, frontends, attached);
    }

    private static void subnet(Draft draft, String configurations, ObjectNode configuration) {
        World world = draft.world();
        String id = Json.textOr(configuration, "", "properties", "subnet", "id");
        SubnetAddresses.find(world, id)
                .filter(subnet -> "Enabled".equalsIgnoreCase(
                        Json.textOr(subnet, "Enabled", "properties", "privateLinkServiceNetworkPolicies")))
                .ifPresent(subnet -> {
                    throw ArmError.of("PrivateLinkServiceCannotBeCreatedInSubnetThatHasNetworkPoliciesEnabled",
                            draft.id(), id);
                });
    }

    private static void frontend(Draft draft, String frontend) {
        Resource balancer = draft.world().store().get(ResourceId.require(frontend).parent(1)).orElseThrow();
        if (!"Standard".equalsIgnoreCase(Json.textOr(balancer.body(), "Basic", "sku", "name")))
            throw ArmError.of("PrivateLinkServiceRequiresStandardLoadBalancer", draft.id(), balancer.id());
        List<String> others = new ArrayList<>(draft.world().users(frontend));
        others.removeIf(draft.id().text()::equalsIgnoreCase);
        ArmError.refuseFirst(others, "LoadBalancerFrontendIPConfigurationInUseByPrivateLinkService", frontend);
        floatingIp(draft, balancer, frontend);
        perBalancer(draft, balancer);
    }

    /**
     * Behind a public frontend, the destination address kept by a floating IP rule would not be reachable for the
     * consumer.
     */
    private static void floatingIp(Draft draft, Resource balancer, String frontend) {
        boolean external = Json
                .named(balancer.properties(), ResourceId.require(frontend).name(), "frontendIPConfigurations")
                .flatMap(item -> Json.text(item, "properties", "publicIPAddress", "id"))
                .isPresent();
        boolean floating = Json.objects(balancer.properties(), "loadBalancingRules")
                .stream()
                .map(Json::properties)
                .filter(rule -> Json.textOr(rule, "", "frontendIPConfiguration", "id").equalsIgnoreCase(frontend))
                .anyMatch(rule -> Json.isTrue(rule, "enableFloatingIP"));
        if (external && floating)
            throw ArmError.of("PrivateLinkServiceNotSupportedWithFloatingIp", draft.id(), frontend);
    }

    private static void perBalancer(Draft draft, Resource balancer) {
        Set<String> services = Json.objects(balancer.properties(), "frontendIPConfigurations")
                .stream()
                .map(item -> balancer.id() + "/frontendIPConfigurations/" + Json.name(item))
                .flatMap(id -> draft.world().users(id).stream())
                .map(ResourceId::key)
                .collect(Collectors.toSet());
        services.add(draft.id().key());
        draft.world()
                .within(Limits.Row.PRIVATE_LINK_SERVICES_PER_LOAD_BALANCER, services.size(),
                        "PrivateLinkServiceCountPerLoadBalancerLimitReached", balancer.id());
    }

    private static void unchanged(Draft draft, String frontends, List<String> attached) {
        Set<String> now = attached.stream().map(ResourceId::key).collect(Collectors.toSet());
        Set<String> before = Json.ids(draft.oldProperties(), frontends)
                .stream()
                .map(ResourceId::key)
                .collect(Collectors.toSet());
        if (draft.existing().isPresent() && !now.equals(before))
            throw ArmError.of("PrivateLinkServiceLoadBalancerFrontendCannotBeChanged", draft.id());
    }

    /** Rejects enabling a subnet's policies again while a private link service uses addresses from it. */
    static void policyStays(Draft network) {
        for (ObjectNode subnet : Json.objects(network.properties(), "subnets")) {
            String id = network.childId("subnets", subnet);
            if ("Disabled".equalsIgnoreCase(
                    Json.textOr(subnet, "", "properties", "privateLinkServiceNetworkPolicies")))
                continue;
            ArmError.refuseFirst(network.world().users(id, "privateLinkServices"),
                    "PrivateLinkServiceNetworkPoliciesCannotBeEnabledOnSubnetInUse", id);
        }
    }
}
