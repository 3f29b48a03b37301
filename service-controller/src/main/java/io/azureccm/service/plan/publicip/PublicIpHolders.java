package io.azureccm.service.plan.publicip;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Ownership;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds what uses a public IP, and thus whether it could be deleted once a Service releases it. */
public record PublicIpHolders(PlannerSettings settings, ObservedState observedState, List<ServiceSpec> services) {
    /** What uses the public IP besides the frontends of this Service alone, as text; empty if nothing does. */
    Optional<String> otherThan(ServiceSpec service, PublicIp ip) {
        return otherService(service, ip).or(() -> elsewhere(ip))
                .or(() -> otherRule(service, ip))
                .or(() -> Optional.of("its frontend has a private link service, whose connections would be lost")
                        .filter(obstacle -> service.privateLink().isMentioned()));
    }

    /**
     * The resource that a public IP is attached to, unless it is a load balancer in the managed resource group that can be read or does not
     * exist.
     */
    Optional<String> elsewhere(PublicIp ip) {
        for (String user : List.of(ip.ipConfiguration(), ip.natGateway())) {
            Optional<ArmId> root = ArmId.tryParse(user).map(ArmId::root);
            Optional<String> unreadable = root.flatMap(observedState::whyUnreadable);
            if (unreadable.isPresent())
                return Optional.of("it is attached to a load balancer that cannot be read: " + unreadable.get());
            if (root.isPresent() && !isNeighbour(root.get()))
                return Optional.of("it is attached to " + root.get().shortName());
        }
        return Optional.empty();
    }

    /** True if this cluster created it for a Service whose frontend uses it, whatever its tags say. */
    boolean isOfFrontend(PublicIp ip) {
        String base = ServiceNames.baseOfPublicIp(settings.clusterName(), ip.id().name());
        return !base.isEmpty() && observedState.loadBalancers()
                .frontendsAt(ip.id())
                .stream()
                .anyMatch(frontend -> frontend.baseName().equals(base));
    }

    /** Another public IP of one Service alone that has the label and must release it first: a label is unique per IP version. */
    Optional<ArmId> ofLabel(ServiceSpec service, ArmId wanted, IpFamily family, String label) {
        return observedState.publicIps()
                .labelled(label)
                .stream()
                .filter(ip -> ip.family() == family)
                .filter(ip -> Ownership.isOfCluster(ip.tags(), settings.clusterName())
                        && ip.services().equals(List.of(service.subject())))
                .map(PublicIp::id)
                .filter(id -> !id.equals(wanted))
                .findFirst();
    }

    private boolean isNeighbour(ArmId resource) {
        return resource.hasType(ArmTypes.LOAD_BALANCER)
                && resource.resourceGroup().equalsIgnoreCase(settings.cloud().loadBalancerResourceGroup());
    }

    private Optional<String> otherService(ServiceSpec service, PublicIp ip) {
        Set<String> others = new TreeSet<>(ip.services());
        services.stream()
                .filter(other -> selects(other, ip) && settings.tenants()
                        .mayShare(service.key().namespace(), other.key().namespace()))
                .forEach(other -> others.add(other.subject()));
        others.removeIf(name -> name.equalsIgnoreCase(service.subject()));
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("it is shared with " + String.join(", ", others));
    }

    /** True if a Service specifies it or its address, whether or not it could be assigned. */
    public boolean isSelected(PublicIp ip) {
        return services.stream().anyMatch(service -> selects(service, ip));
    }

    private boolean selects(ServiceSpec service, PublicIp ip) {
        String group = service.address().publicIpResourceGroup();
        return service.wanted() && !service.address().internal()
                && (service.address()
                        .publicIpNames()
                        .values()
                        .stream()
                        .anyMatch(name -> settings.publicIp(group, name).equals(ip.id()))
                        || service.address().fixedIps().containsValue(ip.address()));
    }

    private Optional<String> otherRule(ServiceSpec service, PublicIp ip) {
        return observedState.loadBalancers()
                .frontendsAt(ip.id())
                .stream()
                .flatMap(frontend -> observedState.loadBalancer(frontend.loadBalancer())
                        .usersOf(frontend.name())
                        .stream()
                        .filter(use -> !use.isLoadBalancing() || !ServiceNames.owns(service, use.name()))
                        .map(use -> "its frontend " + frontend.name() + " is used by " + use))
                .findFirst();
    }
}
