package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Reference;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.types.compute.InstanceViews;
import io.azureccm.e2e.azure.types.network.LoadBalancers;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.Optional;

/** The health of the backends of a load balancing rule: a machine is up while it runs and, if the rule has a probe, responds to it. */
public record RuleHealth(World world, Optional<ObjectNode> probe) {
    /** The answer for a rule of the load balancer by name; an error if it has none of that name. */
    public static ObjectNode of(World world, Resource balancer, String rule) {
        ObjectNode found = Json.named(balancer.properties(), rule, "loadBalancingRules")
                .orElseThrow(() -> ArmError.of("NotFound.rule", rule));
        String pool = Json.textOr(found, "", "properties", "backendAddressPool", "id");
        RuleHealth health = new RuleHealth(world,
                Json.named(balancer.properties(),
                        ResourceId.lastName(Json.textOr(found, "", "properties", "probe", "id")), "probes"));
        ArrayNode addresses = Json.array();
        Json.named(balancer.properties(), ResourceId.lastName(pool), "backendAddressPools")
                .stream()
                .flatMap(each -> Json.objects(each, "properties", "loadBalancerBackendAddresses").stream())
                .flatMap(each -> Json.text(each, "properties", "ipAddress").stream())
                .forEach(ip -> addresses.add(health.shown(ip, health.configuration(ip))));
        for (String member : LoadBalancers.members(world, pool))
            LoadBalancers.home(world, member)
                    .ifPresent(home -> addresses.add(health.shown(home.address(), Optional.of(member))
                            .put("networkInterfaceIPConfigurationId", member)));
        long up = addresses.valueStream().filter(each -> each.get("state").asText().equals("Up")).count();
        return Json.object()
                .put("up", up)
                .put("down", addresses.size() - up)
                .set("loadBalancerBackendAddresses", addresses);
    }

    private ObjectNode shown(String ip, Optional<String> configuration) {
        boolean runs = configuration.flatMap(this::machine)
                .map(InstanceViews::of)
                .filter(view -> Json.objects(view, "statuses")
                        .stream()
                        .anyMatch(status -> Json.textOr(status, "", "code").equals("PowerState/running")))
                .isPresent();
        boolean isUp = runs && probe.stream().allMatch(each -> world.probes().isUp(ip, each));
        return Json.object()
                .put("ipAddress", ip)
                .put("state", isUp ? "Up" : "Down")
                .put("reason", isUp ? "The probe succeeds." : "The probe gets no answer.");
    }

    /** The ID of the IP configuration with the address. */
    private Optional<String> configuration(String ip) {
        return world.store()
                .all()
                .stream()
                .flatMap(resource -> world.store().from(resource.id()).stream())
                .filter(reference -> reference.address().equals(ip))
                .map(Reference::from)
                .filter(from -> ResourceId.key(from).contains("/ipconfigurations/"))
                .findFirst();
    }

    private Optional<Resource> machine(String configuration) {
        ResourceId owner = ResourceId.require(configuration).owner();
        return owner.isOfScaleSet()
                ? world.store().get(owner)
                : world.users(owner.text(), "virtualMachines").stream().findFirst().flatMap(world.store()::get);
    }
}
