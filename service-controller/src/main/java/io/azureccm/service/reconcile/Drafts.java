package io.azureccm.service.reconcile;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.drift.LastInPlace;
import io.azureccm.service.observed.Needs;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.UnreadableGroups;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads and plans in turns until a plan has all it needs to know. Where nothing is served yet and what Services ask for may well
 * be refused, frontends are planned alone first: machines and the security group are read only for Services that can be served.
 */
final class Drafts {
    /** A draft plan may ask for more reading so many times before it is carried out with what is known. */
    private static final int MAX_READINGS = 4;

    private final ObservedStateReader reader;
    private final TimedPlanner planner;
    private final LastInPlace inPlace;

    Drafts(ObservedStateReader reader, TimedPlanner planner, LastInPlace inPlace) {
        this.reader = reader;
        this.planner = planner;
        this.inPlace = inPlace;
    }

    ServicePlan plan(ClusterState clusterState) {
        Set<String> groups = publicIpGroups(clusterState);
        if (clusterState.services().stream().allMatch(Drafts::mayBeRefused)) {
            Optional<ServicePlan> refused = Optional
                    .of(plan(clusterState, needs -> reader.readFrontends(groups, needs), Drafts::ofFrontends))
                    .filter(Drafts::refusesAll);
            if (refused.isPresent())
                return refused.get();
        }
        Set<ArmId> machines = new TreeSet<>();
        clusterState.nodes().forEach(node -> node.machine().ifPresent(machines::add));
        return plan(clusterState, needs -> reader.read(groups, machines, needs), Function.identity());
    }

    private ServicePlan plan(ClusterState clusterState, Function<Needs, ObservedState> reading,
            Function<Needs, Needs> heeded) {
        Needs known = Needs.NONE;
        Needs asked = Needs.NONE;
        for (int draft = 1;; draft++) {
            ObservedState observedState = reading.apply(known);
            ServicePlan plan = planner.plan(observedState,
                    UnreadableGroups.without(clusterState, reader.unreadableGroups()), inPlace.value());
            Needs open = heeded.apply(plan.needs()).without(asked);
            if (open.isEmpty() || draft == MAX_READINGS)
                return plan;
            asked = asked.and(open);
            known = asked.onlyOutdated(open.outdated());
        }
    }

    /** Machines that were not read are not missed. */
    private static Needs ofFrontends(Needs needs) {
        return needs.onlyOutdated(needs.outdated()
                .stream()
                .filter(collection -> collection.hasType(ArmTypes.PUBLIC_IP))
                .collect(Collectors.toSet()));
    }

    static Set<String> publicIpGroups(ClusterState clusterState) {
        return clusterState.services()
                .stream()
                .map(service -> service.address().publicIpResourceGroup())
                .filter(group -> !group.isEmpty())
                .collect(Collectors.toSet());
    }

    /** A Service that shows no address yet and is stopped already, or names something that may not be there. */
    private static boolean mayBeRefused(ServiceSpec service) {
        AddressSpec address = service.address();
        boolean namesSomething = !address.publicIpNames().isEmpty() || !address.fixedIps().isEmpty()
                || !address.subnet().isEmpty() || !address.publicIpResourceGroup().isEmpty();
        return service.wanted() && service.statusIps().isEmpty()
                && (namesSomething || !service.plans(Stage.TRAFFIC));
    }

    /** Nobody gets a rule, and public IPs are all that is written. */
    private static boolean refusesAll(ServicePlan plan) {
        return plan.plannedServices()
                .values()
                .stream()
                .noneMatch(plannedService -> plannedService.service().plans(Stage.TRAFFIC))
                && plan.plan()
                        .operations()
                        .stream()
                        .allMatch(operation -> operation.target().hasType(ArmTypes.PUBLIC_IP));
    }
}
