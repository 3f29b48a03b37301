package io.azureccm.service.plan;

import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.InFlightChanges.SentFrontend;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.placement.VmSetPairs;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Stops the Services that need something in Azure that exists and cannot be read, because nothing can be decided for them: what they have
 * stays as it is, and nothing is created in its place. A Service that is being deleted loses whatever can be read, and keeps its finalizer
 * until the rest can be.
 */
final class UnreadableResources {
    /** The refusal code of a Service that waits for a resource that cannot be read. */
    static final String CODE = "ResourceUnreadable";

    private final PlannerSettings settings;
    private final ObservedState observed;
    private final ServiceDecisions services;
    /** The load balancers of Services that cannot be read, with the reason. */
    private final Map<ArmId, String> balancers = new HashMap<>();
    /** The pairs of load balancers, if any load balancer cannot be read. */
    private final List<MultipleLoadBalancer> pairs;
    /** Base names of Services with a frontend or a rule on a load balancer that can be read, for external and internal ones. */
    private final Map<Boolean, Set<String>> placed = new HashMap<>();
    private final OnDemandReads reads;

    private UnreadableResources(PlannerSettings settings, ObservedState observed, ServiceDecisions services,
            OnDemandReads reads) {
        this.settings = settings;
        this.observed = observed;
        this.services = services;
        this.reads = reads;
        this.pairs = observed.unreadable().anyOf(ArmTypes.LOAD_BALANCER)
                ? VmSetPairs.of(settings, observed, services.cluster(), outdated -> {})
                : List.of();
    }

    /** The Services with the stops of those that cannot be planned; the same if everything can be read. */
    static ServiceDecisions without(PlannerSettings settings, ObservedState observed, ServiceDecisions services,
            OnDemandReads reads) {
        return observed.unreadable().isEmpty()
                ? services
                : new UnreadableResources(settings, observed, services, reads).stops();
    }

    private ServiceDecisions stops() {
        findBalancers();
        Map<String, Refusal> refusals = new HashMap<>();
        Map<String, Refusal> notAccessible = new HashMap<>();
        Map<String, List<Notice>> notices = new HashMap<>();
        Optional<String> securityGroup = observed.unreadable().of(settings.securityGroup());
        for (ServiceSpec service : services.all()) {
            ofGroup(service, refusals, notices);
            Optional<String> problem = ofBalancer(service).or(() -> ofPublicIp(service));
            problem.ifPresent(why -> refusals.put(service.uid(), refusal(service, why)));
            securityGroup.ifPresent(why -> notAccessible.put(service.uid(), refusal(service, why)));
        }
        return services.refusing(Stage.ADDRESS, refusals).refusing(Stage.ACCESS, notAccessible).noting(notices);
    }

    private static Refusal refusal(ServiceSpec service, String why) {
        return new Refusal(CODE, service.subject(), why);
    }

    /** The public IPs of a group that may not be read: a Service that is being deleted is removed anyway, and its user is notified. */
    private void ofGroup(ServiceSpec service, Map<String, Refusal> refusals, Map<String, List<Notice>> notices) {
        String group = service.address().publicIpResourceGroup();
        String problem = observed.unreadable().groups().get(group.toLowerCase(Locale.ROOT));
        if (problem == null || service.address().internal())
            return;
        String message = "the public IPs of resource group " + group + " cannot be read: " + problem;
        if (service.wanted())
            refusals.put(service.uid(), new Refusal("PublicIPsUnreadable", service.subject(), message));
        else
            notices.put(service.uid(), List.of(Notice.warning(Notice.Source.AZURE, "PublicIPsUnreadable",
                    message + "; a public IP of this Service in that group would not be deleted")));
    }

    private void findBalancers() {
        if (pairs.isEmpty())
            return;
        for (MultipleLoadBalancer pair : pairs) {
            for (ArmId id : settings.loadBalancers(pair.name())) {
                observed.whyUnreadable(id).ifPresent(why -> balancers.put(id, why));
                ask(id);
            }
        }
        observed.loadBalancers().forEach(balancer -> {
            Set<String> names = placed.computeIfAbsent(ServiceNames.isInternal(balancer.name()),
                    none -> new HashSet<>());
            balancer.frontends().forEach(frontend -> names.add(frontend.baseName()));
            balancer.rules().forEach(rule -> names.add(rule.baseName()));
        });
    }

    /** A list with an element that cannot be identified: only a read of the resource itself shows whether it is that one. */
    private void ask(ArmId id) {
        if (observed.whyUnreadable(id).isPresent() && observed.unreadable().isInDoubt(id))
            reads.ask(MissingReads.ofSingles(Set.of(id)));
    }

    /**
     * The load balancer that the Service is on, or may be on. A new Service is on none; if there are several, it is placed on one that can
     * be read.
     */
    private Optional<String> ofBalancer(ServiceSpec service) {
        if (balancers.isEmpty())
            return Optional.empty();
        Optional<String> attached = publicIps(service).stream()
                .flatMap(ip -> ip.attachedTo().stream())
                .flatMap(balancer -> Optional.ofNullable(balancers.get(balancer)).stream())
                .findFirst();
        SentFrontend sent = observed.inFlight().sentFrontends().get(service.baseName());
        if (attached.isPresent() || sent != null && balancers.containsKey(sent.loadBalancer()))
            return attached.or(() -> Optional.of(balancers.get(sent.loadBalancer())));
        boolean internal = service.address().internal();
        boolean isElsewhere = showsUnknownAddress(service);
        boolean isNew = pairs.size() > 1 && service.wanted() && services.statusIps(service).isEmpty();
        if (isNew || !isElsewhere && placed.getOrDefault(internal, Set.of()).contains(service.baseName()))
            return Optional.empty();
        return balancers.entrySet()
                .stream()
                .filter(each -> isElsewhere || ServiceNames.isInternal(each.getKey().name()) == internal)
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Whether it shows an address that nothing has that can be read: it may be on a load balancer of the other kind than it wants now. */
    private boolean showsUnknownAddress(ServiceSpec service) {
        return services.statusIps(service)
                .stream()
                .anyMatch(ip -> !services.additionalIps(service).contains(ip)
                        && observed.loadBalancers().frontendsAt(ip).isEmpty() && observed.publicIps().at(ip).isEmpty());
    }

    /** The public IPs of the Service that can be read, by tag, name and address. */
    private List<PublicIp> publicIps(ServiceSpec service) {
        List<PublicIp> all = new ArrayList<>(observed.publicIps().taggedWith(service.subject()));
        ids(service).forEach(id -> observed.publicIp(id).ifPresent(all::add));
        service.address().fixedIps().values().forEach(address -> all.addAll(observed.publicIps().at(address)));
        return all;
    }

    /** A Service that leaves as an internal one may still have the public IP from before. */
    private Optional<String> ofPublicIp(ServiceSpec service) {
        if (service.address().internal() && service.wanted() || !observed.unreadable().anyOf(ArmTypes.PUBLIC_IP))
            return Optional.empty();
        for (ArmId id : ids(service)) {
            ask(id);
            Optional<String> why = observed.whyUnreadable(id);
            if (why.isPresent())
                return why;
        }
        return service.wanted() ? ofAddress(service.address()) : Optional.empty();
    }

    private Optional<String> ofAddress(AddressSpec address) {
        ArmId collection = settings.publicIp(address.publicIpResourceGroup(), "any").siblings();
        for (Map.Entry<IpFamily, String> fixed : address.fixedIps().entrySet()) {
            boolean isKnown = address.publicIpNames().containsKey(fixed.getKey())
                    || address.publicIpPrefixes().containsKey(fixed.getKey())
                    || observed.publicIps()
                            .at(fixed.getValue())
                            .stream()
                            .anyMatch(ip -> ip.id().siblings().equals(collection));
            Optional<String> why = isKnown ? Optional.empty() : observed.unreadable().in(collection);
            if (why.isPresent())
                return Optional.of("the public IP with address " + fixed.getValue()
                        + " may be one that cannot be read: " + why.get());
        }
        return Optional.empty();
    }

    /** The public IPs that the Service names, or that are created for it; if it leaves, that were created for it in any case. */
    private Set<ArmId> ids(ServiceSpec service) {
        AddressSpec address = service.address();
        Set<ArmId> ids = new LinkedHashSet<>();
        for (IpFamily family : address.families()) {
            String named = address.publicIpNames().get(family);
            if (named != null)
                ids.add(settings.publicIp(address.publicIpResourceGroup(), named));
            else if (address.wantsOwnPublicIp(family))
                ids.add(settings.ownPublicIp(service, family));
        }
        if (!service.wanted())
            List.of(IpFamily.values()).forEach(family -> ids.add(settings.ownPublicIp(service, family)));
        return ids;
    }
}
