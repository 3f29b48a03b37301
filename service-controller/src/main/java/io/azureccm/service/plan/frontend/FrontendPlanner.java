package io.azureccm.service.plan.frontend;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.net.Cidr;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.model.Subnet;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.AddressOwners;
import io.azureccm.service.plan.context.Decision;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Decides the frontend of each Service and family: its own, kept if it still fits; or the one of another Service with the same named public
 * IP or fixed address. Services are processed in order of age: the oldest one gives a shared frontend its name.
 */
final class FrontendPlanner {
    /** The frontends that are named after a Service, by family. */
    private record OwnFrontends(Map<IpFamily, ArmId> ids) {}

    /** A frontend in this plan, and the Service that it belongs to. */
    private record Shareable(FrontendModel frontend, ServiceSpec owner) {}

    /** The address of one family of a Service: a public IP, or null for an address of a subnet. */
    record Target(IpFamily family, ArmId publicIp) {}

    private final PlannerSettings settings;
    private final LoadBalancers observed;
    private final Placement placement;
    private final ServiceDecisions services;
    private final PublicIpPlanner publicIps;
    private final OnDemandReads reads;
    private final PlanMemory memory;
    private final AddressOwners owners;
    private final Map<String, Shareable> shareable = new HashMap<>();
    private final Map<ArmId, String> reserved = new HashMap<>();
    private final Set<String> reservedAddresses = new HashSet<>();
    private final Map<ArmId, String> pinned = new HashMap<>();

    FrontendPlanner(PlannerSettings settings, ObservedState observedState, Placement placement,
            ServiceDecisions services, PublicIpPlanner publicIps, OnDemandReads reads, PlanMemory memory) {
        this.memory = memory;
        this.settings = settings;
        this.observed = observedState.loadBalancers();
        this.placement = placement;
        this.owners = new AddressOwners(settings, observedState, services);
        this.services = services;
        this.publicIps = publicIps;
        this.reads = reads;
    }

    /**
     * Records the targets of a Service before the first one is planned: a frontend whose own Service is about to change its address cannot
     * be shared at the old one.
     */
    void reserve(ServiceSpec service, List<Target> targets) {
        for (IpFamily family : service.address().families()) {
            String address = targets.stream()
                    .filter(target -> target.family() == family && target.publicIp() != null)
                    .map(target -> target.publicIp().key())
                    .findFirst()
                    .orElseGet(() -> service.address().fixedIps().getOrDefault(family, ""));
            reserved.put(ownId(service, family), address);
            reservedAddresses.add(address);
        }
    }

    private ArmId ownId(ServiceSpec service, IpFamily family) {
        ArmId balancer = placement.loadBalancer(service);
        return memory.of(OwnFrontends.class, service.uid(), () -> new OwnFrontends(service.address()
                .families()
                .stream()
                .collect(Collectors.toMap(Function.identity(),
                        each -> Frontend.id(balancer, ServiceNames.frontend(service, each))))),
                service, balancer).ids().get(family);
    }

    /** Pins frontends that are used by rules of Services that cannot be planned, whatever their name: they stay unchanged. */
    void pin(ServiceDecisions known) {
        for (ArmId balancer : placement.managed()) {
            for (Rule rule : observed.find(balancer).orElse(LoadBalancer.NONE).rules()) {
                if (known.ownerOf(rule).isPresent() && !known.isPlanned(rule))
                    rule.frontends().forEach(name -> pinned.put(Frontend.id(balancer, name), rule.name()));
            }
        }
    }

    /** One frontend per target, in their order. */
    Decision<List<FrontendModel>> plan(ServiceSpec service, List<Target> targets) {
        List<FrontendModel> frontends = new ArrayList<>();
        for (Target target : targets) {
            Decision<FrontendModel> decision = target.publicIp() == null
                    ? internal(service, target.family())
                    : external(service, target.family(), target.publicIp());
            if (decision.value().isEmpty())
                return Decision.refused(decision.refusal().orElseThrow());
            frontends.add(decision.value().get());
        }
        return Decision.of(frontends);
    }

    private Decision<FrontendModel> external(ServiceSpec service, IpFamily family, ArmId ip) {
        ArmId balancer = placement.loadBalancer(service);
        ArmId id = ownId(service, family);
        Optional<Frontend> own = observed.frontend(id).filter(frontend -> ip.matches(frontend.publicIpId()));
        if (own.isPresent())
            return Decision.of(remember(balancer, own.get(), family, ip, service));
        Optional<Shareable> shared = shared(balancer, ip.key(), service, family, observed.frontendsAt(ip));
        if (shared.isPresent())
            return Decision.of(shared.get().frontend());
        Optional<Refusal> taken = taken(service, balancer, family);
        if (taken.isPresent())
            return Decision.refused(taken.get());
        return Decision.of(remember(balancer, Frontend.external(balancer, id.name(), ip), family, ip, service));
    }

    private Decision<FrontendModel> internal(ServiceSpec service, IpFamily family) {
        ArmId balancer = placement.loadBalancer(service);
        ArmId subnet = settings.subnet(service.address().subnet());
        ArmId id = ownId(service, family);
        Optional<String> fixed = Optional.ofNullable(service.address().fixedIps().get(family));
        Optional<Frontend> own = observed.frontend(id);
        if (own.isPresent() && family == own.get().family() && stillFits(own.get(), service, subnet, fixed)) {
            return Decision.of(remember(balancer, own.get(), family, null, service));
        }
        if (fixed.isPresent()) {
            Optional<Shareable> shared = shared(balancer, balancer.key() + "|" + fixed.get(), service, family,
                    observed.frontendsAt(fixed.get()));
            Optional<Refusal> notShared = owners.obstacle(service, shared.map(Shareable::owner), fixed.get());
            if (notShared.isPresent())
                return Decision.refused(notShared.get());
            if (shared.isPresent())
                return Decision.of(shared.get().frontend());
        }
        Optional<Refusal> obstacle = taken(service, balancer, family).or(() -> unusable(service, subnet, fixed));
        if (obstacle.isPresent())
            return Decision.refused(obstacle.get());
        Optional<Frontend> previous = own.or(() -> observed.frontendsOf(service.baseName())
                .stream()
                .filter(frontend -> frontend.loadBalancer().equals(balancer) && family == frontend.family())
                .findFirst());
        Optional<String> address = fixed.or(() -> previousAddress(service, family, subnet, previous));
        return Decision.of(remember(balancer,
                Frontend.internal(id, family, subnet, address, zones(previous)), family,
                null, service));
    }

    /** Why the Service can have no new frontend in the subnet. */
    private Optional<Refusal> unusable(ServiceSpec service, ArmId subnet, Optional<String> fixed) {
        Optional<String> unreadable = reads.problem(subnet).or(() -> reads.zonesProblem(settings));
        if (unreadable.isPresent())
            return Optional.of(new Refusal("ResourceUnreadable", service.subject(), unreadable.get()));
        return reads.subnet(subnet).isEmpty()
                ? Optional.of(new Refusal("SubnetNotFound", service.subject(),
                        "failed to get subnet: " + subnet.parent().orElse(subnet).name() + "/" + subnet.name()
                                + " does not exist in resource group " + subnet.resourceGroup()))
                : fixed.flatMap(address -> outside(service, address, subnet));
    }

    /** Azure refuses a fixed address that the subnet does not contain, such as one of a public IP, with all other changes. */
    private Optional<Refusal> outside(ServiceSpec service, String address, ArmId subnet) {
        List<Cidr> ranges = ranges(subnet);
        return ranges.isEmpty() || ranges.stream().anyMatch(range -> range.contains(address))
                ? Optional.empty()
                : Optional.of(new Refusal("AddressNotInSubnet", service.subject(), "internal Service \""
                        + service.subject() + "\" cannot have address " + address + ": it is not in subnet "
                        + subnet.name() + " ("
                        + ranges.stream().map(Cidr::toString).collect(Collectors.joining(", "))
                        + "), and a public IP is for external Services; specify an address of the subnet, or none"));
    }

    /** Empty until the subnet is read. */
    private List<Cidr> ranges(ArmId subnet) {
        return reads.subnet(subnet)
                .map(Subnet::prefixes)
                .orElse(List.of())
                .stream()
                .flatMap(prefix -> Cidr.parseStrict(prefix).stream())
                .toList();
    }

    private static boolean stillFits(Frontend frontend, ServiceSpec service, ArmId subnet, Optional<String> fixed) {
        boolean sameSubnet = service.address().subnet().isEmpty()
                || subnet.matches(frontend.subnet());
        return sameSubnet && (fixed.isEmpty() || fixed.get().equals(frontend.privateIp()));
    }

    private List<String> zones(Optional<Frontend> previous) {
        boolean zonal = settings.cloud().loadBalancer().standard()
                && !settings.cloud().placement().extendedLocation().isSet();
        return zonal ? previous.map(Frontend::zones).orElseGet(reads::zones) : List.of();
    }

    /** A Service that returns to a subnet keeps the address in its status, if it still belongs to the subnet. */
    private Optional<String> previousAddress(ServiceSpec service, IpFamily family, ArmId subnet,
            Optional<Frontend> previous) {
        List<String> candidates = new ArrayList<>();
        previous.map(Frontend::privateIp).ifPresent(candidates::add);
        candidates.addAll(services.statusIps(service));
        List<Cidr> ranges = ranges(subnet);
        return candidates.stream()
                .filter(ip -> IpFamily.of(ip) == family && ranges.stream().anyMatch(range -> range.contains(ip)))
                .filter(ip -> !reservedAddresses.contains(ip) && !services.isLost(ip) && !isHeldByAnother(service, ip))
                .findFirst();
    }

    /**
     * A Service that shared an address leaves it to the owner of the frontend; and while a Service moves between load balancers, the
     * address in its status may have been given to another one.
     */
    private boolean isHeldByAnother(ServiceSpec service, String ip) {
        return observed.frontendsAt(ip)
                .stream()
                .anyMatch(frontend -> settings.isInNetwork(frontend.subnet())
                        && !ServiceNames.owns(service, frontend.name()));
    }

    /** Two frontends cannot have the same address: the second Service uses the frontend of the first. */
    private Optional<Shareable> shared(ArmId balancer, String key, ServiceSpec service, IpFamily family,
            List<Frontend> candidates) {
        Shareable planned = shareable.get(key);
        if (planned != null)
            return Optional.of(planned);
        return candidates.stream()
                .filter(frontend -> frontend.loadBalancer().equals(balancer)
                        && !ServiceNames.owns(service, frontend.name()))
                .filter(this::staysAsItIs)
                .findFirst()
                .map(frontend -> {
                    ServiceSpec owner = owners.ofFrontend(frontend).orElse(service);
                    return new Shareable(
                            remember(balancer, frontend, family, frontend.publicIp().orElse(null), owner), owner);
                });
    }

    /** The name of its frontend may be in use for another address while a Service that shared it cannot be planned. */
    private Optional<Refusal> taken(ServiceSpec service, ArmId balancer, IpFamily family) {
        String name = ServiceNames.frontend(service, family);
        return Optional.ofNullable(pinned.get(Frontend.id(balancer, name)))
                .map(rule -> new Refusal(ServiceDecisions.FRONTEND_IN_USE, service.subject(), "frontend " + name
                        + " cannot change its address: rule " + rule + " of a refused Service still uses it"));
    }

    /** False if a planned Service of the same name is about to change the frontend. */
    private boolean staysAsItIs(Frontend frontend) {
        String wanted = reserved.get(frontend.id());
        return wanted == null || pinned.containsKey(frontend.id())
                || wanted.equals(frontend.publicIpId().toLowerCase(Locale.ROOT))
                || wanted.equals(frontend.privateIp())
                || wanted.isEmpty() && frontend.publicIpId().isEmpty();
    }

    private FrontendModel remember(ArmId balancer, Frontend body, IpFamily family, ArmId publicIp,
            ServiceSpec owner) {
        Optional<ArmId> ip = Optional.ofNullable(publicIp);
        Optional<String> address = ip.isPresent()
                ? publicIps.address(publicIp)
                : Optional.of(body.privateIp()).filter(text -> !text.isEmpty());
        FrontendModel frontend = memory.of(FrontendModel.class, body.name(),
                () -> new FrontendModel(new Frontend(balancer, body.json()), family, address, ip), balancer, body,
                family, address, ip);
        Shareable shared = new Shareable(frontend, owner);
        ip.ifPresent(id -> shareable.putIfAbsent(id.key(), shared));
        if (ip.isEmpty())
            address.ifPresent(text -> shareable.putIfAbsent(balancer.key() + "|" + text, shared));
        return frontend;
    }
}
