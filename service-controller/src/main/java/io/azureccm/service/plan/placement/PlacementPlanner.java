package io.azureccm.service.plan.placement;

import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Pool;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.Placement.LoadBalancerChoice;
import io.azureccm.service.plan.context.PlacementReason;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.context.SkuChange;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides the load balancer of each Service. A Service stays where it is while it is eligible; the others are placed where their pinned
 * address is, or in order of age on the least used load balancer. All state is in Azure. External and internal frontends are on two load
 * balancers that share a base name. One instance places the Services of one plan.
 */
public final class PlacementPlanner {
    private final PlannerSettings settings;
    private final ObservedState observedState;
    private final List<MultipleLoadBalancer> pairs;
    private final CurrentPlacement currentPlacement;
    private final EligiblePairs eligible;
    private final Occupancy occupancy;
    private final PinnedAddresses pinned;
    private final ServiceDecisions known;
    private final PlanMemory memory;
    private final Map<ArmId, Map<IpFamily, ArmId>> clusterPools = new HashMap<>();
    private final Map<ArmId, Optional<String>> keepers = new HashMap<>();
    private final Map<String, LoadBalancerChoice> choices = new HashMap<>();
    private final Map<String, Refusal> refusals = new HashMap<>();

    /** The load balancer that a Service has already, and why. */
    private record Existing(ArmId balancer, PlacementReason reason) {}

    /** {@code pairs}: the load balancers to choose from. */
    public PlacementPlanner(PlannerSettings settings, ObservedState observedState, List<MultipleLoadBalancer> pairs,
            ServiceDecisions known, PlanMemory memory) {
        this.memory = memory;
        this.pairs = pairs;
        this.settings = settings;
        this.observedState = observedState;
        this.currentPlacement = CurrentPlacement.of(observedState, memory);
        this.occupancy = new Occupancy(observedState, known);
        this.known = known;
        this.pinned = new PinnedAddresses(settings, observedState, known);
        this.eligible = new EligiblePairs(settings, pairs, known, currentPlacement, memory);
    }

    public Placement place() {
        known.all()
                .stream()
                .filter(service -> known.plans(service, Stage.ADDRESS))
                .forEach(service -> eligible.judge(service).ifPresent(refusal -> refuse(service, refusal)));
        Map<Boolean, List<ServiceSpec>> placed = known.all()
                .stream()
                .filter(eligible::hasAny)
                .collect(Collectors.partitioningBy(Eligibility::pinsAddress));
        List<ServiceSpec> free = placed.get(false);
        free.forEach(service -> existing(service).ifPresent(here -> settle(service, here.balancer(), here.reason())));
        free.stream().filter(service -> !isDecided(service)).forEach(this::choose);
        placed.get(true).forEach(this::follow);
        return new Placement(choices, refusals, pairs, eligible.configured(), abandoned());
    }

    /** The current load balancer of a Service, if it may stay there. */
    private Optional<ArmId> current(ServiceSpec service) {
        for (ArmId id : currentPlacement.of(service)) {
            Optional<ArmId> stay = eligible.stay(service, id);
            if (stay.isPresent())
                return stay;
        }
        return Optional.empty();
    }

    /**
     * Where the Service is, or is being created by a write in progress: if it were placed elsewhere meanwhile, two load balancers would
     * use its public IP, which Azure refuses.
     */
    private Optional<Existing> existing(ServiceSpec service) {
        Optional<Existing> here = current(service).map(id -> new Existing(id, PlacementReason.STAYS));
        if (here.isPresent())
            return here;
        return Optional.ofNullable(observedState.inFlight().sentFrontends().get(service.baseName()))
                .flatMap(sent -> eligible.stay(service, sent.loadBalancer())
                        .map(id -> new Existing(id, PlacementReason.ofWord(sent.reason()))));
    }

    private void choose(ServiceSpec service) {
        List<ArmId> all = eligible.loadBalancers(service);
        List<ArmId> readable = all.stream().filter(id -> observedState.whyUnreadable(id).isEmpty()).toList();
        if (readable.isEmpty()) {
            refuse(service, "ResourceUnreadable", observedState.whyUnreadable(all.getFirst()).orElseThrow());
            return;
        }
        List<ArmId> candidates = occupancy.withRoom(service, readable);
        Optional<ArmId> idle = candidates.stream()
                .filter(id -> occupancy.exists(id) && occupancy.rules(id) == 0)
                .findFirst();
        Optional<ArmId> missing = candidates.stream().filter(id -> !occupancy.exists(id)).findFirst();
        ArmId fewest = candidates.stream().min(Comparator.comparingInt(occupancy::rules)).orElseThrow();
        boolean several = settings.severalLoadBalancers() && pairs.size() > 1;
        if (missing.isEmpty() && !settings.cloud().loadBalancer().standard()
                && occupancy.rules(fewest) >= maximumRuleCount()) {
            refuse(service, "LoadBalancersFull", "each of the " + candidates.size()
                    + " eligible load balancers of service \"" + service.subject() + "\" has more than "
                    + (maximumRuleCount() - 1)
                    + " rules: maximumLoadBalancerRuleCount does not allow more, select another"
                    + " VM set with annotation " + ServiceAnnotation.MODE.key());
        } else if (candidates.size() == 1 && !several) {
            settle(service, fewest, PlacementReason.ONLY_ONE);
        } else if (idle.isPresent() && several) {
            settle(service, idle.get(), PlacementReason.WITHOUT_RULES);
        } else if (missing.isPresent()) {
            settle(service, missing.get(), PlacementReason.NEW);
        } else {
            settle(service, fewest,
                    candidates.size() == 1 ? PlacementReason.ONLY_ELIGIBLE : PlacementReason.FEWEST_RULES);
        }
    }

    /** Rules that fit on one basic load balancer; those of a standard one are limited when all are known. */
    private int maximumRuleCount() {
        return settings.cloud().loadBalancer().rules().maximumRuleCount();
    }

    /** Places a Service that specifies an address where that address is; an address that is not in use yet has no influence. */
    private void follow(ServiceSpec service) {
        Map<String, PinnedAddresses.Holder> holders = pinned.of(service);
        Set<ArmId> bound = new TreeSet<>();
        for (Map.Entry<String, PinnedAddresses.Holder> entry : holders.entrySet()) {
            ArmId holder = entry.getValue().loadBalancer();
            if (entry.getValue().movable() && !eligible.configured().contains(holder))
                continue;
            if (eligible.stay(service, holder).filter(holder::equals).isEmpty()) {
                refuse(service, "AddressElsewhere",
                        "service \"" + service.key().name() + "\" specifies an IP that resides on load balancer \""
                                + ServiceNames.baseOfLoadBalancer(holder.name())
                                + "\", which is not in the eligible set " + eligible.stays(service)
                                + "; check or adjust the load balancer eligibility configuration (ServiceLabelSelector, "
                                + "ServiceNamespaceSelector, or AllowServicePlacement), or use another address than "
                                + entry.getKey());
                return;
            }
            bound.add(holder);
        }
        if (bound.size() > 1) {
            refuse(service, "AddressElsewhere", "service \"" + service.key().name()
                    + "\" specifies IPs that reside on several load balancers: " + holders.keySet());
        } else if (bound.size() == 1) {
            ArmId there = bound.iterator().next();
            settle(service, there, current(service).filter(there::equals).isPresent()
                    ? PlacementReason.STAYS
                    : PlacementReason.PINNED_ADDRESS);
        } else {
            existing(service).ifPresentOrElse(here -> settle(service, here.balancer(), here.reason()),
                    () -> choose(service));
        }
    }

    private void settle(ServiceSpec service, ArmId balancer, PlacementReason reason) {
        LoadBalancer observed = observedState.loadBalancer(balancer);
        if (SkuChange.isWanted(settings, observed)) {
            Optional<String> keeper = keepers.computeIfAbsent(balancer, id -> SkuChange.keeper(observed, known));
            if (keeper.isPresent()) {
                refuse(service, "BasicLoadBalancer", "load balancer \"" + balancer.name() + "\" has the Basic SKU and "
                        + "cannot be replaced by a Standard one while it holds frontend " + keeper.get()
                        + ", which belongs to no Service that can be served");
                return;
            }
        }
        for (ArmId old : currentPlacement.ofKind(service)) {
            if (old.equals(balancer))
                continue;
            Optional<String> blocked = sharedFrontend(service, old);
            if (blocked.isPresent()) {
                refuse(service, "FrontendShared", "service \"" + service.key().name()
                        + "\" cannot migrate from load balancer \"" + old.name() + "\" to \"" + balancer.name()
                        + "\" because frontend IP \"" + blocked.get()
                        + "\" is also referenced by other resources; remove the "
                        + ServiceAnnotation.CONFIGURATIONS.key()
                        + " annotation to stay on load balancer \"" + old.name()
                        + "\", or undo the label change that moves it");
                return;
            }
        }
        occupancy.settle(service, balancer);
        pinned.settle(service, balancer);
        PlacementReason reported = reason == PlacementReason.STAYS && pairs.size() == 1
                ? PlacementReason.ONLY_ONE
                : reason;
        List<MultipleLoadBalancer> candidates = eligible.of(service);
        choices.put(service.uid(), memory.of(LoadBalancerChoice.class, service.uid(),
                () -> new LoadBalancerChoice(balancer, pools(service, balancer), reported,
                        eligible.loadBalancers(service).stream().map(ArmId::name).toList()),
                service, balancer, reported, candidates));
    }

    private Map<IpFamily, ArmId> pools(ServiceSpec service, ArmId balancer) {
        if (!settings.hasOwnPool(service))
            return clusterPools.computeIfAbsent(balancer,
                    id -> pools(family -> settings.pool(balancer, family)));
        return pools(family -> Pool.id(balancer, ServiceNames.localPool(service.key(), family)));
    }

    private static Map<IpFamily, ArmId> pools(Function<IpFamily, ArmId> ofFamily) {
        return Stream.of(IpFamily.values()).collect(Collectors.toMap(Function.identity(), ofFamily));
    }

    /** A frontend of the Service that rules of others, outbound rules or NAT rules use, so that it cannot be moved. */
    private Optional<String> sharedFrontend(ServiceSpec service, ArmId balancer) {
        return observedState.loadBalancers()
                .frontendsOf(service.baseName())
                .stream()
                .map(Frontend::name)
                .filter(name -> observedState.loadBalancer(balancer)
                        .usersOf(name)
                        .stream()
                        .anyMatch(use -> !use.isLoadBalancing()
                                || !ServiceNames.owns(service, use.name()) && !isGoing(use.name())))
                .findFirst();
    }

    private boolean isGoing(String rule) {
        return known.ownerOf(rule).filter(owner -> !owner.wanted()).isPresent();
    }

    private void refuse(ServiceSpec service, String code, String message) {
        refuse(service, new Refusal(code, service.subject(), message));
    }

    private void refuse(ServiceSpec service, Refusal refusal) {
        refusals.put(service.uid(), refusal);
        occupancy.leave(service);
    }

    private boolean isDecided(ServiceSpec service) {
        return choices.containsKey(service.uid()) || refusals.containsKey(service.uid());
    }

    private Set<ArmId> abandoned() {
        Set<ArmId> all = new TreeSet<>();
        known.all().forEach(service -> all.addAll(currentPlacement.all(service)));
        all.removeAll(eligible.configured());
        return all;
    }
}
