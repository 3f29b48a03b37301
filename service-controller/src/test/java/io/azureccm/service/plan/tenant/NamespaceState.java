package io.azureccm.service.plan.tenant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.model.SecurityGroup;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Everything that some Services have in Azure, and whether they are refused, as text by name. */
final class NamespaceState {
    private static final List<String> PARTS = List.of("frontendIPConfigurations", "loadBalancingRules", "probes");

    private final World world;
    private final List<ServiceSpec> services;
    private final Map<String, String> state = new TreeMap<>();
    private final Set<String> addresses = new HashSet<>();

    private NamespaceState(World world, List<ServiceSpec> services) {
        this.world = world;
        this.services = services;
    }

    /** The Services of a namespace that are not refused: a refused one may wait for something that another namespace has. */
    static List<ServiceSpec> served(World world, String namespace) {
        Map<String, PlannedService> planned = world.plan().plannedServices();
        return world.services()
                .stream()
                .filter(service -> service.key().namespace().equals(namespace))
                .filter(service -> planned.get(service.uid()).stop().isEmpty())
                .toList();
    }

    static Map<String, String> of(World world, List<ServiceSpec> services) {
        NamespaceState seen = new NamespaceState(world, services);
        Map<String, PlannedService> planned = world.plan().plannedServices();
        seen.services.forEach(service -> seen.state.put("service " + service.subject(),
                planned.get(service.uid()).stop() + " " + planned.get(service.uid()).addresses()));
        world.resources().forEach((id, body) -> {
            if (id.hasType(ArmTypes.LOAD_BALANCER))
                seen.balancer(id.name(), body);
        });
        world.resources().forEach((id, body) -> {
            if (id.hasType(ArmTypes.PUBLIC_IP) && seen.isOwn(body))
                seen.state.put("public IP " + id.name(), body.toString());
            if (id.hasType(ArmTypes.PRIVATE_LINK_SERVICE) && seen.isNamed(PrivateLink.of(body).owner()))
                seen.state.put("private link service " + id.name(), body.toString());
        });
        seen.access();
        return seen.state;
    }

    private void balancer(String name, ObjectNode body) {
        for (String part : PARTS) {
            for (ObjectNode element : ArmJson.list(body, "properties", part)) {
                if (services.stream().noneMatch(service -> ServiceNames.owns(service, ArmJson.name(element))))
                    continue;
                state.put(name + " " + part + " " + ArmJson.name(element), element.toString());
                if (part.equals(PARTS.getFirst()))
                    addresses.add(address(new Frontend(null, element)));
            }
        }
    }

    private String address(Frontend frontend) {
        return frontend.publicIp()
                .map(ip -> ArmJson.text(world.resources().getOrDefault(ip, World.json("{}")), "properties",
                        "ipAddress"))
                .orElse(frontend.privateIp());
    }

    private boolean isOwn(ObjectNode publicIp) {
        return addresses.contains(ArmJson.text(publicIp, "properties", "ipAddress"))
                || Ownership.services(ResourceTags.of(publicIp)).stream().anyMatch(this::isNamed);
    }

    private boolean isNamed(String subject) {
        return services.stream().anyMatch(service -> service.subject().equals(subject));
    }

    /** Who reaches each address of the namespace on which port. */
    private void access() {
        SecurityGroup.of(world.resource(ArmTypes.SECURITY_GROUP, "k8s-nsg").orElseThrow())
                .rules()
                .forEach(rule -> rule.destinations()
                        .stream()
                        .filter(addresses::contains)
                        .forEach(address -> state.put("rule " + rule.name() + " to " + address,
                                rule.sources() + " " + rule.ports() + " " + rule.priority())));
    }
}
