package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import io.azureccm.common.core.ProvisioningState;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.reconcile.RetryReason;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.ServiceReason;
import io.azureccm.service.status.ServiceResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The results of Services, derived from the plan and the outcomes of its operations alone: a Service with pending writes is not ready, and
 * has no result at all while they are expected to succeed. Pure.
 */
public final class ServiceResults {
    /**
     * After this many refusals to delete a public IP, it is taken to be in use by something that is not visible. Only refusals since the
     * last progress for the Service count, because a frontend that was deleted only then explains earlier ones. Progress only grows, so the
     * count restarts a few times at most.
     */
    static final int REFUSALS = 3;
    /** How often remaining resources of a deleted Service are looked for without success, over about a minute. */
    static final int SEARCHES_FOR_REMAINS = 5;
    /** Why a deleted Service waits although no write blocks it: the same text each time, whatever Azure answers. */
    public static final String REMAINS_UNKNOWN = "remains unknown";

    private final KnownState known;
    private final ServicePlan plan;
    private final Map<ArmId, OperationState> states;
    private final Set<String> unprepared;
    private final Map<String, List<Operation>> open;
    private final boolean writesBalancer;
    /** Access may be taken from a Service that was left out for a while. */
    private final boolean removesAccess;
    private final boolean movesLinks;
    /** Load balancers that are being deleted, by the base name of each Service that has frontends only there. */
    private final Map<String, String> leaving;
    private final Instant now;
    private final Map<String, ServiceResult> results;

    ServiceResults(KnownState known, ServicePlan plan, Map<ArmId, OperationState> states,
            List<Preparation> preparations,
            Instant now) {
        this.known = known;
        this.plan = plan;
        this.states = states;
        this.now = now;
        this.unprepared = preparations.stream().map(Preparation::uid).collect(Collectors.toUnmodifiableSet());
        this.open = bySubject(plan.plan().operations());
        this.writesBalancer = known.memory()
                .writes()
                .undecided(now)
                .anyMatch(target -> target.root().hasType(ArmTypes.LOAD_BALANCER));
        this.removesAccess = known.memory()
                .writes()
                .underWay()
                .values()
                .stream()
                .filter(write -> write.target().root().hasType(ArmTypes.SECURITY_GROUP))
                .anyMatch(write -> write.changes().stream().anyMatch(change -> change.kind() == Change.Kind.REMOVE));
        this.movesLinks = plan.plan()
                .operations()
                .stream()
                .anyMatch(operation -> operation.target().root().hasType(ArmTypes.PRIVATE_LINK_SERVICE)
                        && states.get(operation.target()).isPending());
        this.leaving = known.azure().everything().map(ServiceResults::leaving).orElse(Map.of());
        Map<String, ServiceResult> all = new HashMap<>();
        known.services().forEach(asked -> resultNow(asked).ifPresent(result -> all.put(asked.uid(), result)));
        this.results = Map.copyOf(all);
    }

    private static Map<String, List<Operation>> bySubject(List<Operation> operations) {
        Map<String, List<Operation>> open = new HashMap<>();
        operations.forEach(operation -> operation.subjects()
                .forEach(subject -> open.computeIfAbsent(subject, none -> new ArrayList<>()).add(operation)));
        return Collections.unmodifiableMap(open);
    }

    private static Map<String, String> leaving(ObservedState observed) {
        if (observed.loadBalancers().stream().noneMatch(observed::isLeaving))
            return Map.of();
        Map<String, String> leaving = new HashMap<>();
        Set<String> elsewhere = new HashSet<>();
        for (LoadBalancer balancer : observed.loadBalancers()) {
            boolean isLeaving = observed.isLeaving(balancer);
            balancer.frontends().forEach(frontend -> {
                if (isLeaving)
                    leaving.put(frontend.baseName(), balancer.name());
                else
                    elsewhere.add(frontend.baseName());
            });
        }
        leaving.keySet().removeAll(elsewhere);
        return Map.copyOf(leaving);
    }

    /** By UID. */
    public Map<String, ServiceResult> all() {
        return results;
    }

    /** Whether any Service got an address that its status does not have yet. */
    public boolean hasUnpublishedAddresses() {
        return known.services()
                .stream()
                .anyMatch(service -> results.get(service.uid()) instanceof ServiceResult.Ready ready
                        && isNew(service, ready) && !known.memory().retries().holdsWrite(service.uid(), now));
    }

    /** Azure could not be read, so nothing is known and nothing can be done. Work on a Service that still settles has not begun. */
    public static Map<String, ServiceResult> unreadable(KnownState known, Instant now) {
        ServiceResult failed = new ServiceResult.Failed(known.azure().failure().orElseThrow().problem().message(),
                RetryReason.FAILED, ServiceReason.AZURE_UNREADABLE);
        return known.services()
                .stream()
                .filter(service -> known.requests().settles(service.uid(), now).isEmpty())
                .collect(Collectors.toMap(ServiceSpec::uid, service -> failed));
    }

    private Optional<ServiceResult> resultNow(ServiceSpec asked) {
        PlannedService planned = plan.plannedServices().get(asked.uid());
        return planned == null || isPending(asked, planned) ? Optional.empty() : result(asked, planned);
    }

    private boolean isPending(ServiceSpec asked, PlannedService planned) {
        return unprepared.contains(asked.uid()) || known.requests().settles(asked.uid(), now).isPresent()
                || TurnPlanner.isWaitingOnly(planned)
                || known.memory().writes().isUnderWayFor(asked.subject())
                || openFor(asked.subject()).stream().anyMatch(operation -> states.get(operation.target()).isPending());
    }

    private List<Operation> openFor(String subject) {
        return open.getOrDefault(subject, List.of());
    }

    private Optional<ServiceResult> result(ServiceSpec asked, PlannedService planned) {
        if (planned.stop().isPresent())
            return stopped(asked, planned, planned.stop().get().refusal());
        Optional<OperationState.Blocked> blocked = blocked(asked.subject());
        if (blocked.isPresent())
            return failed(problem(asked, blocked.get()), RetryReason.FAILED,
                    ServiceReason.ofOutcome(blocked.get().outcome()).orElse(ServiceReason.INCOMPLETE));
        if (planned.waiting().isPresent() && plan.needsAnotherPlan() && movesLinks)
            return Optional.empty();
        if (planned.waiting().isPresent() && (asked.wanted() || !isSearchedForEnough(asked)))
            return failed(planned.waiting().get(),
                    asked.wanted() ? RetryReason.FAILED : RetryReason.REMOVAL_FAILED, ServiceReason.INCOMPLETE);
        Optional<String> postponed = known.memory().ipTags().postponed(asked.uid());
        if (postponed.isPresent())
            return failed(postponed.get(), RetryReason.FAILED, ServiceReason.INCOMPLETE);
        // The rest may be planned only after a private link is deleted.
        if (!asked.wanted() && plan.needsAnotherPlan() && movesLinks)
            return Optional.empty();
        if (!asked.wanted()) {
            Instant until = known.cluster().guarded().get(asked.subject());
            return Optional.of(until == null ? new ServiceResult.Gone() : new ServiceResult.Unsure(until));
        }
        if (leaving.containsKey(asked.baseName()))
            return failed("load balancer " + leaving.get(asked.baseName()) + " is being deleted and is created again",
                    RetryReason.FAILED, ServiceReason.INCOMPLETE);
        if (planned.addresses().isEmpty())
            return failed("IP address not allocated yet", RetryReason.FAILED, ServiceReason.ADDRESS_PENDING);
        return ready(asked, new ServiceResult.Ready(planned.addresses().get(), remarks(planned)));
    }

    private String problem(ServiceSpec asked, OperationState.Blocked blocked) {
        Optional<String> locked = asked.wanted()
                ? Optional.empty()
                : known.azure()
                        .everything()
                        .flatMap(observed -> new LockedRemoval(observed).text(asked, blocked.outcome()));
        return locked.map(text -> text + " (" + blocked.problem() + ")").orElse(blocked.problem());
    }

    private boolean isSearchedForEnough(ServiceSpec gone) {
        return known.memory()
                .retries()
                .of(gone.uid())
                .filter(state -> state.attempts().getOrDefault(REMAINS_UNKNOWN, 0) >= SEARCHES_FOR_REMAINS)
                .isPresent();
    }

    /** A load balancer that is being written may end up broken, including addresses of others: those are not published meanwhile. */
    private Optional<ServiceResult> ready(ServiceSpec asked, ServiceResult.Ready ready) {
        return isNew(asked, ready) && (writesBalancer || removesAccess) ? Optional.empty() : Optional.of(ready);
    }

    private boolean isNew(ServiceSpec asked, ServiceResult.Ready ready) {
        return !known.cluster().clusterState().statusIps(asked).containsAll(ready.addresses());
    }

    private static String remarks(PlannedService planned) {
        return planned.notices().isEmpty()
                ? ""
                : planned.notices()
                        .stream()
                        .filter(Notice::inCondition)
                        .map(Notice::message)
                        .collect(Collectors.joining(". "));
    }

    private static Optional<ServiceResult> stopped(ServiceSpec asked, PlannedService planned, Refusal refusal) {
        return failed(refusal.message(), reason(asked, planned),
                ServiceReason.ofRefusal(refusal.code(), refusal.message()));
    }

    private static Optional<ServiceResult> failed(String problem, RetryReason reason, ServiceReason why) {
        return Optional.of(new ServiceResult.Failed(problem, reason, why));
    }

    /** Why a Service was stopped: a mistake of its own, a conflict with others, or a problem that may end without intervention. */
    private static RetryReason reason(ServiceSpec asked, PlannedService planned) {
        if (!asked.wanted())
            return RetryReason.REMOVAL_FAILED;
        return asked.mistake().isPresent() ? RetryReason.INVALID : RefusalReasons.of(planned);
    }

    /** What blocks a Service: an operation that failed in Azure takes precedence over one that could not be sent. */
    private Optional<OperationState.Blocked> blocked(String subject) {
        return openFor(subject).stream()
                .filter(operation -> !isKeptAddress(operation))
                .map(operation -> states.get(operation.target()))
                .filter(OperationState.Blocked.class::isInstance)
                .map(OperationState.Blocked.class::cast)
                .min(Comparator.comparingInt(ServiceResults::distance));
    }

    private static int distance(OperationState.Blocked state) {
        if (state.problem().contains(": not sent: needs "))
            return 2;
        return state.outcome() instanceof Outcome.NotAttempted(Reason reason, String message) ? 1 : 0;
    }

    /** A public IP that something else uses stays, and blocks neither deleting nor serving its Service. */
    private boolean isKeptAddress(Operation operation) {
        return operation.verb() == Operation.Verb.DELETE && operation.target().hasType(ArmTypes.PUBLIC_IP)
                && states.get(operation
                        .target()) instanceof OperationState.Blocked(String problem, Outcome outcome, Instant until)
                && outcome instanceof Outcome.Rejected(int status, String code, String message)
                && code.equalsIgnoreCase("PublicIPAddressCannotBeDeleted")
                && (isSeenInUse(operation.target()) || isRefusedAgain(operation.target()));
    }

    /** Whether a frontend uses it, other than until an operation has ended. */
    private boolean isSeenInUse(ArmId publicIp) {
        return known.azure()
                .everything()
                .stream()
                .flatMap(observed -> observed.loadBalancers()
                        .frontendsAt(publicIp)
                        .stream()
                        .map(frontend -> observed.loadBalancer(frontend.loadBalancer())))
                .anyMatch(balancer -> !ProvisioningState.isChanging(balancer.json()));
    }

    /** Its user is not visible: possibly a frontend that was just deleted, or something that is never shown. */
    private boolean isRefusedAgain(ArmId publicIp) {
        return known.memory()
                .writes()
                .of(publicIp)
                .filter(write -> write.retries().attempts().getOrDefault(write.retries().cause(), 0) >= REFUSALS)
                .isPresent();
    }
}
