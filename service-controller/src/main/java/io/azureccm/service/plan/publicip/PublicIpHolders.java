package io.azureccm.service.plan.publicip;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.net.IpAddress;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.FrontendUsers;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Tells what holds on to a public IP, and so whether it could be deleted once a Service lets go of it. */
public final class PublicIpHolders {
    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final List<ServiceSpec> services;
    private final Map<ArmId, FrontendUsers> users = new HashMap<>();

    public PublicIpHolders(PlannerSettings settings, ObservedState observedState, List<ServiceSpec> services) {
        this.settings = settings;
        this.observedState = observedState;
        this.services = services;
    }

    /** What besides the frontends of this Service alone uses the public IP, as people read it; empty when nothing does. */
    Optional<String> otherThan(ServiceSpec service, ObjectNode ip) {
        return otherService(service, ip).or(() -> elsewhere(ip))
                .or(() -> otherRule(service, ip))
                .or(() -> Optional.of("its frontend has a private link service, whose connections would be lost")
                        .filter(obstacle -> service.privateLink().isMentioned()));
    }

    /** The resource that a public IP is attached to and that is no load balancer of the group where ours are, gone or not. */
    Optional<String> elsewhere(ObjectNode ip) {
        for (String property : List.of("ipConfiguration", "natGateway")) {
            String user = ArmJson.text(ip, "properties", property, "id");
            Optional<ArmId> root = ArmId.tryParse(user).map(ArmId::root);
            if (root.isPresent() && !isNeighbour(root.get()))
                return Optional.of("it is attached to " + root.get().shortName());
        }
        return Optional.empty();
    }

    /**
     * Another public IP of one Service alone that has the label, which it has to give back first: a label is there once for each
     * IP version.
     */
    Optional<ArmId> ofLabel(ServiceSpec service, ArmId wanted, IpFamily family, String label) {
        return observedState.publicIps()
                .labelled(label)
                .stream()
                .filter(ip -> PublicIpBodies.family(ip) == family)
                .filter(ip -> Ownership.isOfCluster(ResourceTags.of(ip), settings.clusterName())
                        && Ownership.services(ResourceTags.of(ip)).equals(List.of(service.subject())))
                .map(ip -> ArmId.parse(ArmJson.text(ip, "id")))
                .filter(id -> !id.equals(wanted))
                .findFirst();
    }

    private boolean isNeighbour(ArmId resource) {
        return resource.hasType(ArmTypes.LOAD_BALANCER)
                && resource.resourceGroup().equalsIgnoreCase(settings.cloud().loadBalancerResourceGroup());
    }

    private Optional<String> otherService(ServiceSpec service, ObjectNode ip) {
        Set<String> others = new TreeSet<>(Ownership.services(ResourceTags.of(ip)));
        services.stream().filter(other -> selects(other, ip)).forEach(other -> others.add(other.subject()));
        others.removeIf(name -> name.equalsIgnoreCase(service.subject()));
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("it is shared with " + String.join(", ", others));
    }

    /** True when a Service names it or its address, whether it could be given to it or not. */
    public boolean isSelected(ObjectNode ip) {
        return services.stream().anyMatch(service -> selects(service, ip));
    }

    private boolean selects(ServiceSpec service, ObjectNode ip) {
        ArmId id = ArmId.parse(ArmJson.text(ip, "id"));
        String group = service.address().publicIpResourceGroup();
        return service.wanted() && !service.address().internal()
                && (service.address()
                        .publicIpNames()
                        .values()
                        .stream()
                        .anyMatch(name -> settings.publicIp(group, name).equals(id))
                        || service.address().fixedIps().containsValue(address(ip)));
    }

    private Optional<String> otherRule(ServiceSpec service, ObjectNode ip) {
        return observedState.loadBalancers()
                .frontendsAt(ArmId.parse(ArmJson.text(ip, "id")))
                .stream()
                .flatMap(frontend -> users(frontend.loadBalancer()).of(frontend.name())
                        .stream()
                        .filter(use -> !use.isRule() || !ServiceNames.owns(service, use.name()))
                        .map(use -> "its frontend " + frontend.name() + " is used by " + use))
                .findFirst();
    }

    private FrontendUsers users(ArmId balancer) {
        return users.computeIfAbsent(balancer, id -> FrontendUsers.on(observedState.loadBalancer(id).orElse(null)));
    }

    public static String address(ObjectNode ip) {
        return IpAddress.canonical(ArmJson.text(ip, "properties", "ipAddress"));
    }
}
