package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.read.AzureReading.Extent;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.plan.Draft;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Decides from how much of Azure a turn plans, and what has to be read first. If no Service is served yet and the requests may well be
 * refused, load balancers and public IPs are enough to know that: machines and the security group are read only for Services that can be
 * served. Pure.
 */
final class ReadExtent {
    private final ServicePlanner planner;
    private final KnownState known;
    private final Extent extent;

    /** A draft that a plan can be made of, or what has to be read for one. */
    record Drafted(Optional<Draft> draft, Optional<AzureReading> missing) {}

    ReadExtent(ServicePlanner planner, KnownState known, ServiceDecisions services) {
        this.planner = planner;
        this.known = known;
        this.extent = !known.azure().isRefreshed(Extent.EVERYTHING) && known.orphans().isEmpty()
                && services.all().stream().allMatch(service -> mayBeRefused(service, services))
                        ? Extent.FRONTENDS
                        : Extent.EVERYTHING;
    }

    Drafted draft(ServiceDecisions services) {
        KnownAzure azure = known.azure();
        Optional<ObservedState> observed = extent == Extent.FRONTENDS ? azure.frontends() : azure.everything();
        if (observed.isEmpty() || !azure.isRefreshed(extent))
            return new Drafted(Optional.empty(), Optional.of(new AzureReading(extent, azure.missing())));
        Draft draft = planner.draft(observed.get(), services, known.memory().removals());
        return new Drafted(Optional.of(draft), missing(draft.missing(), draft.services(), draft.operations()));
    }

    /** What has to be read before this plan can be executed. */
    Optional<AzureReading> missing(Draft draft, ServicePlan plan) {
        return missing(plan.missing(), draft.services(), plan.plan().operations());
    }

    private Optional<AzureReading> missing(MissingReads all, ServiceDecisions services, List<Operation> operations) {
        MissingReads asked = known.azure().missing();
        MissingReads open = (extent == Extent.FRONTENDS ? ofFrontends(all) : all).without(asked);
        if (!open.isEmpty())
            return Optional.of(new AzureReading(extent, asked.and(open)));
        return extent == Extent.FRONTENDS && !isEachRefused(services, operations)
                ? Optional.of(new AzureReading(Extent.EVERYTHING, asked))
                : Optional.empty();
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
    private static boolean isEachRefused(ServiceDecisions services, List<Operation> operations) {
        return services.all().stream().noneMatch(service -> services.plans(service, Stage.TRAFFIC))
                && operations.stream().allMatch(operation -> operation.target().hasType(ArmTypes.PUBLIC_IP));
    }
}
