package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.reconcile.known.AzureReading.Extent;
import io.azureccm.service.reconcile.known.AzureReading;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Plans as far as the known state allows, or returns what has to be read first. If no Service is served yet and the requests may well be
 * refused, frontends are planned alone first: machines and the security group are read only for Services that can be served.
 */
public final class ExtentPlanner {
    private final ServicePlanner planner;
    private final KnownState known;

    /** An executable plan, or what has to be read for one. */
    public record Attempt(Optional<ServicePlan> plan, Optional<AzureReading> missing) {
        public static Attempt of(ServicePlan plan) {
            return new Attempt(Optional.of(plan), Optional.empty());
        }

        public static Attempt missing(Extent extent, MissingReads missing) {
            return new Attempt(Optional.empty(), Optional.of(new AzureReading(extent, missing)));
        }
    }

    public ExtentPlanner(ServicePlanner planner, KnownState known) {
        this.planner = planner;
        this.known = known;
    }

    public Attempt plan(ServiceDecisions services) {
        KnownAzure azure = known.azure();
        if (!azure.isLooked(Extent.EVERYTHING) && known.orphans().isEmpty()
                && services.all().stream().allMatch(service -> mayBeRefused(service, services))) {
            if (azure.frontends().isEmpty() || !azure.isLooked(Extent.FRONTENDS))
                return Attempt.missing(Extent.FRONTENDS, azure.missing());
            Attempt frontends = plan(Extent.FRONTENDS, azure.frontends().get(), services);
            if (frontends.plan().isEmpty() || frontends.plan().filter(ExtentPlanner::refusesAll).isPresent())
                return frontends;
        }
        if (azure.everything().isEmpty() || !azure.isLooked(Extent.EVERYTHING))
            return Attempt.missing(Extent.EVERYTHING, azure.missing());
        return plan(Extent.EVERYTHING, azure.everything().get(), services);
    }

    /** A plan from the complete known state, which must be sufficient for another plan of this turn; it holds what the first one did. */
    public ServicePlan everything(ServiceDecisions services, Removals held) {
        ObservedState observed = known.azure().everything().or(() -> known.azure().frontends()).orElseThrow();
        return planner.plan(observed, services, known.lastKnownGood(), known.memory().removals(), held);
    }

    private Attempt plan(Extent extent, ObservedState observed, ServiceDecisions services) {
        ServicePlan plan = planner.plan(observed, services, known.lastKnownGood(), known.memory().removals(),
                Removals.NONE);
        MissingReads asked = known.azure().missing();
        MissingReads heeded = extent == Extent.FRONTENDS ? ofFrontends(plan.missing()) : plan.missing();
        MissingReads open = heeded.without(asked);
        return open.isEmpty() ? Attempt.of(plan) : Attempt.missing(extent, asked.and(open));
    }

    /** Machines that were not read do not count as missing. */
    private static MissingReads ofFrontends(MissingReads missing) {
        return missing.onlyOutdated(missing.outdated()
                .stream()
                .filter(collection -> collection.hasType(ArmTypes.PUBLIC_IP))
                .collect(Collectors.toSet()));
    }

    /** A Service without address that is already stopped, or refers to something that may not exist. */
    private static boolean mayBeRefused(ServiceSpec service, ServiceDecisions services) {
        AddressSpec address = service.address();
        boolean namesSomething = !address.publicIpNames().isEmpty() || !address.fixedIps().isEmpty()
                || !address.subnet().isEmpty() || !address.publicIpResourceGroup().isEmpty();
        return service.wanted() && services.statusIps(service).isEmpty()
                && (namesSomething || !services.plans(service, Stage.TRAFFIC));
    }

    /** No Service gets a rule, and only public IPs are written. */
    private static boolean refusesAll(ServicePlan plan) {
        return plan.plannedServices()
                .values()
                .stream()
                .noneMatch(plannedService -> plannedService.plans(Stage.TRAFFIC))
                && plan.plan()
                        .operations()
                        .stream()
                        .allMatch(operation -> operation.target().hasType(ArmTypes.PUBLIC_IP));
    }
}
