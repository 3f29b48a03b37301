package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.types.compute.InstanceInterfaces;
import io.azureccm.e2e.azure.types.compute.InstanceViews;
import io.azureccm.e2e.azure.types.compute.ScaleSetInstances;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The health of the backends of a load balancing rule: a machine is up while it runs and, if the rule has a probe, responds to it. */
public final class RuleHealth {
    private final World world;
    private final String pool;
    private final Optional<ObjectNode> probe;
    private final List<ObjectNode> addresses = new ArrayList<>();
    private int up;

    private RuleHealth(World world, String pool, Optional<ObjectNode> probe) {
        this.world = world;
        this.pool = pool;
        this.probe = probe;
    }

    /** The answer for a rule of the load balancer by name; an error if it has none of that name. */
    public static ObjectNode of(World world, Resource balancer, String rule) {
        ObjectNode found = Json.named(balancer.properties(), rule, "loadBalancingRules")
                .orElseThrow(() -> ArmError.of("NotFound.rule", rule));
        String pool = Json.textOr(found, "", "properties", "backendAddressPool", "id");
        RuleHealth health = new RuleHealth(world, pool,
                Json.named(balancer.properties(), last(Json.textOr(found, "", "properties", "probe", "id")), "probes"));
        Json.named(balancer.properties(), last(pool), "backendAddressPools")
                .stream()
                .flatMap(each -> Json.objects(each, "properties", "loadBalancerBackendAddresses").stream())
                .forEach(each -> Json.text(each, "properties", "ipAddress").ifPresent(health::address));
        world.store().all().forEach(health::members);
        return health.answer();
    }

    private static String last(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }

    private ObjectNode answer() {
        ObjectNode answer = Json.object().put("up", up).put("down", addresses.size() - up);
        ArrayNode all = answer.putArray("loadBalancerBackendAddresses");
        addresses.forEach(all::add);
        return answer;
    }

    private void address(String ip) {
        Optional<Resource> machine = world.store()
                .all()
                .stream()
                .filter(each -> interfaces(each).stream().anyMatch(nic -> holds(nic, "privateIPAddress", ip)))
                .findFirst()
                .flatMap(this::machine);
        add(ip, "", machine);
    }

    private static boolean holds(ObjectNode nic, String key, String value) {
        return Json.objects(nic, "properties", "ipConfigurations")
                .stream()
                .anyMatch(each -> Json.textOr(each, "", "properties", key).equals(value));
    }

    /** The IP configurations of a machine's interfaces that are in the pool. */
    private void members(Resource resource) {
        for (ObjectNode nic : interfaces(resource))
            for (ObjectNode configuration : Json.objects(nic, "properties", "ipConfigurations"))
                if (Json.objects(configuration, "properties", "loadBalancerBackendAddressPools")
                        .stream()
                        .anyMatch(each -> Json.textOr(each, "", "id").equalsIgnoreCase(pool)))
                    add(Json.textOr(configuration, "", "properties", "privateIPAddress"),
                            Json.textOr(configuration, "", "id"), machine(resource));
    }

    private static List<ObjectNode> interfaces(Resource resource) {
        if (resource.type().equalsIgnoreCase(ScaleSetInstances.NAME))
            return InstanceInterfaces.of(resource);
        return resource.type().equalsIgnoreCase("Microsoft.Network/networkInterfaces")
                ? List.of(resource.body())
                : List.of();
    }

    private Optional<Resource> machine(Resource holder) {
        return holder.type().equalsIgnoreCase(ScaleSetInstances.NAME)
                ? Optional.of(holder)
                : Json.text(holder.properties(), "virtualMachine", "id")
                        .flatMap(id -> world.store().get(ResourceId.require(id)));
    }

    private void add(String ip, String configuration, Optional<Resource> machine) {
        boolean runs = machine.map(InstanceViews::of)
                .filter(view -> Json.objects(view, "statuses")
                        .stream()
                        .anyMatch(status -> Json.textOr(status, "", "code").equals("PowerState/running")))
                .isPresent();
        boolean isUp = runs && probe.stream().allMatch(each -> world.probes().isUp(ip, each));
        ObjectNode entry = Json.object().put("ipAddress", ip);
        if (!configuration.isEmpty())
            entry.put("networkInterfaceIPConfigurationId", configuration);
        addresses.add(entry.put("state", isUp ? "Up" : "Down")
                .put("reason", isUp ? "The probe succeeds." : "The probe gets no answer."));
        up += isUp ? 1 : 0;
    }
}
