package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.plan.Draft;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.orphan.OrphanRemoval;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.refusal.Rejections;
import io.azureccm.service.spec.Notice;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Plans one turn: what is missing, the desired state of Azure, what can be sent now, and the results of Services. A draft shows what has to
 * be read first, which removals are held and which Services are left out; then one plan is made. Pure.
 */
public record TurnPlanner(ServicePlanner planner, ServiceTiming timing, boolean dryRun) {
    /** The reason of the event for a Service none of whose backends is up. */
    public static final String NO_BACKEND_UP = "NoBackendUp";

    public TurnPlan plan(KnownState known, Lanes underWay, Instant now) {
        if (known.services().isEmpty() && known.orphans().isEmpty())
            return TurnPlan.NOTHING;
        if (known.azure().isClosed(now))
            return unreadable(known, now);
        ServiceDecisions services = TurnDecisions.of(known, now);
        ReadExtent extent = new ReadExtent(planner, known, services);
        ReadExtent.Drafted drafted = extent.draft(services);
        if (drafted.missing().isPresent())
            return TurnPlan.reading(drafted.missing().get());
        PostponedServices.Result postponed = dryRun
                ? PostponedServices.Result.NOBODY
                : new PostponedServices(known, timing, underWay, now).of(drafted.draft().orElseThrow());
        Draft draft = planner.without(postponed.stops(), drafted.draft().orElseThrow());
        ServicePlan plan = planner.plan(draft, known.lastKnownGood());
        return extent.missing(draft, plan)
                .map(TurnPlan::reading)
                .orElseGet(() -> turn(known, plan, underWay, postponed, now));
    }

    private static TurnPlan unreadable(KnownState known, Instant now) {
        return new TurnPlan(Optional.empty(), List.of(), Optional.empty(), Map.of(),
                ServiceResults.unreadable(known, now), Set.of(), TurnPlan.Batching.UNKNOWN);
    }

    private TurnPlan turn(KnownState known, ServicePlan planned, Lanes underWay,
            PostponedServices.Result postponed, Instant now) {
        ServicePlan plan = (known.orphans().isEmpty() ? withoutWaits(planned) : removal(known, planned))
                .noting(withoutBackends(known));
        plan = plan.noting(WritesWithoutEffect.notices(known, plan.plan().operations()));
        List<Preparation> preparations = dryRun ? List.of() : Preparation.of(known, plan, now);
        OperationStates states = new OperationStates(known, plan.plan().operations(), preparations, timing, underWay,
                now);
        Map<ArmId, OperationState> each = dryRun ? states.ofDryRun() : states.all();
        ServiceResults results = new ServiceResults(known, plan, each, preparations, now);
        Optional<AzureReading> outdated = Optional.of(states.outdated())
                .filter(resources -> !resources.isEmpty())
                .map(resources -> new AzureReading(AzureReading.Extent.EVERYTHING,
                        known.azure().missing().onlyOutdated(resources)));
        TurnPlan turn = new TurnPlan(outdated, preparations, Optional.of(plan), each,
                dryRun ? Map.of() : results.all(), postponed.stops().keySet(), postponed.batching());
        return results.hasUnpublishedAddresses() ? turn.publishAddressesFirst() : turn;
    }

    /** What Services, by UID, are told of which no backend is up. */
    private static Map<String, Notice> withoutBackends(KnownState known) {
        Map<String, Notice> notices = new HashMap<>();
        known.memory()
                .conditions()
                .backends()
                .down()
                .forEach((uid, problem) -> notices.put(uid,
                        Notice.warning(Notice.Source.SERVICE_CONTROLLER, NO_BACKEND_UP, problem).alsoInCondition()));
        return notices;
    }

    private static ServicePlan removal(KnownState known, ServicePlan planned) {
        return planned.with(new OrphanRemoval(known.orphans()).plan(planned.plan()));
    }

    /** Services that only wait for their batch are not refused. */
    private static ServicePlan withoutWaits(ServicePlan plan) {
        Plan all = plan.plan();
        List<Refusal> refusals = all.refusals()
                .stream()
                .filter(refusal -> !refusal.code().equals(TurnDecisions.NO_ADDRESS_YET)
                        && !refusal.code().equals(Rejections.NOT_TRIED_YET))
                .toList();
        return refusals.size() == all.refusals().size()
                ? plan
                : plan.with(new Plan(all.scope(), all.operations(), refusals, all.basis()).holding(all.held()));
    }

    public static boolean isPublicIpPut(Operation operation) {
        return operation.verb() == Operation.Verb.PUT && operation.target().hasType(ArmTypes.PUBLIC_IP);
    }

    /** Whether a Service is stopped only until its turn comes. */
    public static boolean isWaitingOnly(PlannedService service) {
        return service.stop()
                .map(stop -> stop.refusal().code())
                .filter(code -> code.equals(TurnDecisions.NO_ADDRESS_YET) || code.equals(Rejections.NOT_TRIED_YET))
                .isPresent();
    }
}
