package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.reconcile.Lanes;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.orphan.OrphanRemoval;
import io.azureccm.service.reconcile.known.AzureReading;
import io.azureccm.service.reconcile.known.FailedWrite;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.reconcile.known.refusal.Rejections;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans one turn: what is missing, the desired state of Azure, what can be sent now, and the results of Services. Pure. <p>A new address
 * waits for those still being created, so that many Services share one write of the load balancer, but not longer than {@link
 * ServiceTiming#addressWait()}; during a burst each wait is twice as long as the previous one.
 */
public final class TurnPlanner {
    /** The maximum wait. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);
    private static final String NO_ADDRESS_YET = "WaitsForPublicIP";

    private final ServicePlanner planner;
    private final ServiceTiming timing;
    private final boolean dryRun;

    public TurnPlanner(ServicePlanner planner, ServiceTiming timing, boolean dryRun) {
        this.planner = planner;
        this.timing = timing;
        this.dryRun = dryRun;
    }

    public TurnPlan plan(KnownState known, Lanes underWay, Instant now) {
        if (known.cluster().clusterState().services().isEmpty() && known.orphans().isEmpty())
            return TurnPlan.NOTHING;
        if (known.azure().isClosed(now))
            return unreadable(known);
        ExtentPlanner extents = new ExtentPlanner(planner, known);
        ServiceDecisions decisions = services(known, now);
        ExtentPlanner.Attempt attempt = extents.plan(decisions);
        if (attempt.missing().isPresent())
            return TurnPlan.reading(attempt.missing().get());
        ServicePlan plan = attempt.plan().orElseThrow();
        TurnPlan turn = turn(known, plan, underWay, TurnPlan.Batching.NONE, now);
        Map<String, Stop> blocking = new BlockingServices(turn).stops();
        if (!blocking.isEmpty()) {
            decisions = decisions.stopping(blocking);
            plan = extents.everything(decisions, plan.assessment().held()).with(plan.assessment());
            turn = turn(known, plan, underWay, TurnPlan.Batching.NONE, now);
        }
        Set<String> unaddressed = unaddressed(turn, plan, known);
        if (unaddressed.isEmpty())
            return turn;
        if (!isAnyReady(turn, unaddressed))
            return turn.batching(TurnPlan.Batching.UNKNOWN);
        Instant since = known.memory().batch().since().orElse(now);
        Instant due = since.plus(longestWait(known.memory().batch().partial()));
        if (now.isBefore(due))
            return turn.batching(new TurnPlan.Batching(Optional.of(since), Optional.of(due), false, false));
        ServicePlan without = extents.everything(decisions.stopping(stops(plan, unaddressed)),
                plan.assessment().held()).with(plan.assessment());
        return turn(known, without, underWay, new TurnPlan.Batching(Optional.of(since), Optional.of(due), true, false),
                now);
    }

    private static TurnPlan unreadable(KnownState known) {
        return new TurnPlan(Optional.empty(), List.of(), Optional.empty(), Map.of(), Results.unreadable(known),
                TurnPlan.Batching.UNKNOWN);
    }

    /** The Services with the decisions made before planning: nothing more can be done now for stopped ones. */
    private static ServiceDecisions services(KnownState known, Instant now) {
        Memory memory = known.memory();
        ServiceDecisions services = memory.addresses()
                .without(memory.ipTags().keeping(ServiceDecisions.of(known.cluster().clusterState())));
        services = services.stopping(addressStops(services, memory.writes(), now))
                .stopping(memory.retries().stopsAt(now));
        services = memory.rejections().stopping(services, now);
        return known.orphans().isEmpty() ? services : new OrphanRemoval(known.orphans()).services(services);
    }

    /**
     * Stops Services whose public IP could not be written, until the retry: otherwise they would delay the load balancer for others,
     * possibly for an hour. A retry of what Azure refused is for the public IP alone, so that nothing else is written in vain.
     */
    private static Map<String, Stop> addressStops(ServiceDecisions services, WriteMemory writes, Instant now) {
        Map<String, Stop> stops = new HashMap<>();
        for (FailedWrite write : writes.failed().values()) {
            boolean isDue = !now.isBefore(write.notBefore());
            if (!isPublicIpPut(write.operation()) || write.isSilent() || write.isSearched()
                    || isDue && !(write.outcome() instanceof Outcome.Rejected))
                continue;
            services.all()
                    .stream()
                    .filter(service -> services.plans(service, Stage.ADDRESS) && write.isOf(service.subject()))
                    .forEach(service -> stops.put(service.uid(), isDue
                            ? waitsForPublicIp(service.subject())
                            : new Stop(Stage.ADDRESS, write.refusal(service.subject()))));
        }
        return stops;
    }

    private TurnPlan turn(KnownState known, ServicePlan planned, Lanes underWay, TurnPlan.Batching batching,
            Instant now) {
        ServicePlan plan = known.orphans().isEmpty() ? withoutWaits(planned) : removal(known, planned);
        List<Preparation> preparations = dryRun ? List.of() : preparations(known, plan, now);
        OperationStates states = new OperationStates(known, plan, preparations, timing, underWay, now);
        Map<ArmId, OperationState> each = dryRun ? states.ofDryRun() : states.all();
        Results results = new Results(known, plan, each, preparations, now);
        Optional<AzureReading> outdated = Optional.of(states.outdated())
                .filter(resources -> !resources.isEmpty())
                .map(resources -> new AzureReading(AzureReading.Extent.EVERYTHING,
                        known.azure().missing().onlyOutdated(resources)));
        TurnPlan turn = new TurnPlan(outdated, preparations, Optional.of(plan), each,
                dryRun ? Map.of() : results.all(), batching);
        return results.hasUnpublishedAddresses() ? turn.publishAddressesFirst() : turn;
    }

    private static ServicePlan removal(KnownState known, ServicePlan planned) {
        return planned.with(new OrphanRemoval(known.orphans()).plan(planned.plan()));
    }

    /** Services that only wait for their batch are not refused. */
    private static ServicePlan withoutWaits(ServicePlan plan) {
        Plan all = plan.plan();
        List<Refusal> refusals = all.refusals()
                .stream()
                .filter(refusal -> !refusal.code().equals(NO_ADDRESS_YET)
                        && !refusal.code().equals(Rejections.NOT_TRIED_YET))
                .toList();
        return refusals.size() == all.refusals().size()
                ? plan
                : plan.with(new Plan(all.scope(), all.operations(), refusals, all.basis()).holding(all.held()));
    }

    private static List<Preparation> preparations(KnownState known, ServicePlan plan, Instant now) {
        List<Preparation> preparations = new ArrayList<>();
        for (ServiceSpec service : known.cluster().clusterState().services()) {
            String uid = service.uid();
            if (known.memory().retries().stopsAt(now).containsKey(uid)
                    || known.requests().settles(uid, now).isPresent())
                continue;
            if (service.wanted() && known.cluster().unfinalized().contains(uid)) {
                preparations.add(new Preparation.AddFinalizer(uid));
                continue;
            }
            Optional.ofNullable(plan.plannedServices().get(uid))
                    .flatMap(PlannedService::meanwhile)
                    .filter(remaining -> !remaining.equals(known.cluster().clusterState().statusIps(service)))
                    .ifPresent(remaining -> preparations.add(new Preparation.WithdrawAddresses(uid, remaining)));
        }
        return preparations;
    }

    /**
     * The Services, by UID, whose public IPs are being created or about to be, or were just created and not read yet while others are being
     * created: without their addresses the security group could not be written with the load balancer.
     */
    private static Set<String> unaddressed(TurnPlan turn, ServicePlan plan, KnownState known) {
        boolean areMade = known.addressesDue().isPresent();
        Set<String> subjects = new TreeSet<>();
        turn.operations()
                .stream()
                .filter(operation -> isPublicIpPut(operation) && turn.stateOf(operation).isPending())
                .forEach(operation -> subjects.addAll(operation.subjects()));
        Set<String> uids = new TreeSet<>();
        plan.plannedServices().forEach((uid, plannedService) -> {
            boolean isUnread = areMade && plannedService.addresses().isEmpty()
                    && !plannedService.spec().address().internal();
            if (plannedService.plans(Stage.TRAFFIC) && (isUnread || subjects.contains(plannedService.subject())))
                uids.add(uid);
        });
        return uids;
    }

    /** Whether a load balancer waits for them that other Services, which have their addresses, need. */
    private static boolean isAnyReady(TurnPlan turn, Set<String> unaddressed) {
        Map<String, PlannedService> plannedServices = turn.services().orElseThrow().plannedServices();
        Set<String> subjects = new TreeSet<>();
        turn.operations()
                .stream()
                .filter(operation -> operation.verb() == Operation.Verb.PUT
                        && operation.target().hasType(ArmTypes.LOAD_BALANCER)
                        && turn.stateOf(operation) instanceof OperationState.Waits)
                .forEach(operation -> subjects.addAll(operation.subjects()));
        return plannedServices.entrySet()
                .stream()
                .anyMatch(each -> !unaddressed.contains(each.getKey())
                        && each.getValue().plans(Stage.TRAFFIC)
                        && subjects.contains(each.getValue().subject()));
    }

    private static Map<String, Stop> stops(ServicePlan plan, Set<String> uids) {
        Map<String, Stop> stops = new HashMap<>();
        uids.forEach(uid -> stops.put(uid, waitsForPublicIp(plan.plannedServices().get(uid).subject())));
        return stops;
    }

    private static Stop waitsForPublicIp(String subject) {
        return new Stop(Stage.TRAFFIC, new Refusal(NO_ADDRESS_YET, subject, "waits for its public IP"));
    }

    private Duration longestWait(int partial) {
        Duration first = timing.addressWait();
        Duration wait = first.multipliedBy(1L << Math.min(partial, 4));
        Duration most = first.compareTo(MAX_WAIT) < 0 ? MAX_WAIT : first;
        return wait.compareTo(most) < 0 ? wait : most;
    }

    public static boolean isPublicIpPut(Operation operation) {
        return operation.verb() == Operation.Verb.PUT && operation.target().hasType(ArmTypes.PUBLIC_IP);
    }

    /** Whether a Service is stopped only until its turn comes. */
    public static boolean isWaitingOnly(PlannedService service) {
        return service.stop()
                .map(stop -> stop.refusal().code())
                .filter(code -> code.equals(NO_ADDRESS_YET) || code.equals(Rejections.NOT_TRIED_YET))
                .isPresent();
    }
}
