package io.azureccm.service.plan;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.plan.context.PlanMemory;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.frontend.DesiredFrontends;
import io.azureccm.service.plan.publicip.DnsLabelHolder;
import io.azureccm.service.plan.publicip.PublicIpPlanner;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The state of each Service after a plan: its addresses in the order of the frontends on the load balancer, then additional ones. */
final class PlannedServices {
    private final ServiceDecisions services;
    private final DesiredFrontends.Result planned;
    private final Map<String, List<Notice>> notices;
    private final Placement placement;
    private final ObservedState observed;
    private final PlanMemory memory;
    private final Map<ArmId, Integer> positions = new HashMap<>();

    /** {@code balancers}: after the plan; {@code notices}: for users, by UID. */
    PlannedServices(ServiceDecisions services, DesiredFrontends.Result planned, Map<ArmId, LoadBalancer> balancers,
            Map<String, List<Notice>> notices, Placement placement, ObservedState observed, PlanMemory memory) {
        this.observed = observed;
        this.memory = memory;
        this.services = services;
        this.planned = planned;
        this.notices = notices;
        this.placement = placement;
        balancers.values()
                .forEach(balancer -> balancer.frontends()
                        .forEach(frontend -> positions.putIfAbsent(frontend.id(), positions.size())));
    }

    /** By UID; {@code waiting}: what the plan leaves to be done for each Service, by UID. */
    Map<String, PlannedService> all(Map<String, String> waiting, PublicIpPlanner publicIps) {
        List<ServiceSpec> stopped = services.all().stream().filter(each -> services.stop(each).isPresent()).toList();
        Map<String, List<String>> held = stopped.isEmpty() ? Map.of() : publicIps.heldForOne();
        Map<String, Set<String>> former = stopped.stream().anyMatch(service -> service.address().internal())
                ? publicAddresses()
                : Map.of();
        Map<String, PlannedService> all = new HashMap<>();
        for (ServiceSpec service : services.all()) {
            List<String> names = held.getOrDefault(service.subject().toLowerCase(Locale.ROOT), List.of());
            Optional<Stop> stop = services.stop(service)
                    .map(each -> service.wanted()
                            ? reachable(service, billed(labelled(service, each), names), former)
                            : each);
            Optional<String> left = Optional.ofNullable(waiting.get(service.uid()));
            List<FrontendModel> frontends = planned.frontends(service);
            // Several addresses are in the order of the frontends on the load balancer.
            List<Integer> order = frontends.size() < 2 ? List.of() : frontends.stream().map(this::position).toList();
            all.put(service.uid(), memory.of(PlannedService.class, service.uid(), () -> planned(service, stop, left),
                    service, services.additionalIps(service), stop, left, frontends, order, planned.isComplete(service),
                    services.statusIps(service),
                    services.plans(service, Stage.TRAFFIC), notices.getOrDefault(service.uid(), List.of()),
                    placement.choices().get(service.uid())));
        }
        return all;
    }

    private Stop labelled(ServiceSpec service, Stop stop) {
        return new DnsLabelHolder(observed, services.all()).text(service, stop.refusal())
                .map(text -> new Stop(stop.stage(), stop.refusal().with(text)))
                .orElse(stop);
    }

    /** A refused Service that has, or was given, a public IP causes costs until it is fixed. */
    private static Stop billed(Stop stop, List<String> held) {
        return held.isEmpty() || stop.refusal().code().equals(ServicePlanner.HELD)
                || stop.refusal().code().equals(UnreadableResources.CODE)
                        ? stop
                        : new Stop(stop.stage(), stop.refusal()
                                .with("until the Service is fixed or deleted, public IP " + String.join(" and ", held)
                                        + (held.size() == 1 ? " is" : " are") + " kept for it and billed"));
    }

    /** A Service that is to be internal stays as it is until it can be planned, which its user would not expect. */
    private static Stop reachable(ServiceSpec service, Stop stop, Map<String, Set<String>> former) {
        Set<String> addresses = service.address().internal() && stop.covers(Stage.TRAFFIC)
                ? former.getOrDefault(service.baseName(), Set.of())
                : Set.of();
        return addresses.isEmpty()
                ? stop
                : new Stop(stop.stage(), stop.refusal()
                        .with("until then the Service is not internal: it stays reachable at its public address "
                                + String.join(" and ", addresses)));
    }

    /** By base name of Services, the public addresses at which they are reachable now. */
    private Map<String, Set<String>> publicAddresses() {
        Map<String, Set<String>> byBase = new HashMap<>();
        observed.loadBalancers()
                .forEach(balancer -> balancer.rules()
                        .forEach(rule -> rule.frontends()
                                .stream()
                                .flatMap(name -> observed.loadBalancers()
                                        .frontend(Frontend.id(balancer.id(), name))
                                        .flatMap(Frontend::publicIp)
                                        .flatMap(observed::publicIp)
                                        .stream())
                                .forEach(ip -> byBase.computeIfAbsent(rule.baseName(), none -> new TreeSet<>())
                                        .add(ip.address()))));
        return byBase;
    }

    private PlannedService planned(ServiceSpec service, Optional<Stop> stop, Optional<String> waiting) {
        List<FrontendModel> frontends = planned.frontends(service);
        List<String> addresses = new ArrayList<>();
        frontends.stream()
                .sorted(Comparator.comparingInt(this::position))
                .forEach(frontend -> frontend.address().ifPresent(addresses::add));
        boolean known = planned.isComplete(service) && addresses.size() == frontends.size();
        addresses.addAll(services.additionalIps(service));
        List<String> served = frontends.isEmpty() ? List.of() : List.copyOf(addresses);
        List<String> shown = services.statusIps(service);
        List<String> kept = shown.stream().filter(served::contains).toList();
        boolean withdrawn = services.plans(service, Stage.TRAFFIC) && kept.size() < shown.size();
        return new PlannedService(service, stop, known ? Optional.of(served) : Optional.empty(),
                withdrawn ? Optional.of(kept) : Optional.empty(), waiting,
                notices.getOrDefault(service.uid(), List.of()),
                Optional.ofNullable(placement.choices().get(service.uid())));
    }

    private int position(FrontendModel frontend) {
        return positions.getOrDefault(frontend.id(), -1);
    }
}
