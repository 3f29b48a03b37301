package io.azureccm.service.plan.placement;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Ownership;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The load balancers that hold the addresses specified by Services: Azure allows an address on one load balancer only, so Services that
 * specify the same one are placed together. Services placed earlier in this plan are taken into account.
 */
final class PinnedAddresses {
    /**
     * A load balancer with a frontend at an address, and the namespace of the Service that has it, "" for none; {@code movable}: the
     * frontend belongs to a Service that moves elsewhere.
     */
    record Holder(ArmId loadBalancer, String namespace, boolean movable) {}

    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final boolean isAsked;
    private final Map<String, Holder> holders = new HashMap<>();

    /** {@code known}: the Services of the plan, whose frontends can be moved. */
    PinnedAddresses(PlannerSettings settings, ObservedState observedState, ServiceDecisions known) {
        this.settings = settings;
        this.observedState = observedState;
        this.isAsked = known.all().stream().anyMatch(Eligibility::pinsAddress);
        if (!isAsked)
            return;
        for (LoadBalancer balancer : observedState.loadBalancers()) {
            for (Frontend frontend : balancer.frontends()) {
                Optional<ServiceSpec> owner = known.ownerOf(frontend);
                boolean goes = owner.filter(service -> !service.wanted()).isPresent()
                        && balancer.usersOf(frontend.name())
                                .stream()
                                .allMatch(use -> use.isLoadBalancing() && known.ownerOf(use)
                                        .filter(service -> !service.wanted())
                                        .isPresent());
                if (!goes)
                    keys(frontend).forEach(key -> holders.put(key, new Holder(balancer.id(),
                            owner.map(service -> service.key().namespace()).orElse(""), owner.isPresent())));
            }
        }
    }

    /** The load balancers that hold what the Service specifies, by address or name of a public IP. */
    Map<String, Holder> of(ServiceSpec service) {
        Map<String, Holder> found = new TreeMap<>();
        for (IpFamily family : service.address().families()) {
            key(service, family).map(holders::get).ifPresent(holder -> found.put(label(service, family), holder));
        }
        return found;
    }

    /** The Service is placed: from now on, what it specifies and what its own frontends hold is on this load balancer. */
    void settle(ServiceSpec service, ArmId balancer) {
        if (!isAsked)
            return;
        Set<String> keys = new HashSet<>();
        service.address()
                .families()
                .forEach(family -> key(service, family).filter(key -> !isOfOthers(service, holders.get(key)))
                        .or(() -> ownKey(service, family))
                        .ifPresent(keys::add));
        for (Frontend frontend : observedState.loadBalancers().frontendsOf(service.baseName())) {
            if (ServiceNames.isInternal(frontend.loadBalancer().name()) == service.address().internal())
                keys.addAll(keys(frontend));
        }
        keys.forEach(key -> holders.put(key, new Holder(balancer, service.key().namespace(), false)));
    }

    /** True if the Service specifies what it may not share, so that it has no influence on where that is. */
    private boolean isOfOthers(ServiceSpec service, Holder holder) {
        return holder != null && !holder.namespace().isEmpty()
                && !settings.tenants().mayShare(service.key().namespace(), holder.namespace());
    }

    /** The public IP that is created for the Service, which others may specify by its name. */
    private Optional<String> ownKey(ServiceSpec service, IpFamily family) {
        return service.address().internal() || !service.address().wantsOwnPublicIp(family)
                ? Optional.empty()
                : publicIp(settings.ownPublicIp(service, family));
    }

    private Optional<String> key(ServiceSpec service, IpFamily family) {
        AddressSpec address = service.address();
        String name = address.publicIpNames().get(family);
        if (name != null)
            return publicIp(settings.publicIp(address.publicIpResourceGroup(), name));
        String fixed = address.fixedIps().get(family);
        if (fixed == null || address.publicIpPrefixes().containsKey(family))
            return Optional.empty();
        if (address.internal())
            return Optional.of("ip " + fixed.toLowerCase(Locale.ROOT));
        return observedState.publicIps()
                .at(fixed)
                .stream()
                .map(PublicIp::id)
                .findFirst()
                .flatMap(this::publicIp);
    }

    /** A public IP of another cluster cannot be shared. */
    private Optional<String> publicIp(ArmId id) {
        boolean ours = observedState.publicIp(id)
                .filter(ip -> !Ownership.isOfCluster(ip.tags(), settings.clusterName()))
                .isEmpty();
        return ours ? Optional.of(id.key()) : Optional.empty();
    }

    private static String label(ServiceSpec service, IpFamily family) {
        return service.address()
                .publicIpNames()
                .getOrDefault(family,
                        service.address().fixedIps().getOrDefault(family, ""));
    }

    private Set<String> keys(Frontend frontend) {
        Set<String> keys = new HashSet<>();
        frontend.publicIp().ifPresent(id -> keys.add(id.key()));
        String privateIp = frontend.privateIp();
        if (!privateIp.isEmpty() && settings.isInNetwork(frontend.subnet()))
            keys.add("ip " + privateIp);
        return keys;
    }
}
