package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.Schedule;
import io.azureccm.common.core.Step;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.service.observed.read.AzureReading;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.status.ServiceResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of planning one turn: what has to be read first, what has to be written to Services first, the plan for Azure (empty while a
 * read is pending) with the state of each of its operations, and the results of the Services (by UID) for which no operation is in progress
 * or possible. {@code postponed}: the Services, by UID, that the plan leaves out so that it can be sent for the others.
 */
public record TurnPlan(Optional<AzureReading> reading, List<Preparation> preparations, Optional<ServicePlan> services,
        Map<ArmId, OperationState> states, Map<String, ServiceResult> results, Set<String> postponed,
        Batching batching) {

    /** Since when a new address waits for others, when it is written without them, and whether this plan does so. */
    public record Batching(Optional<Instant> since, Optional<Instant> due, boolean isPartial, boolean isOver) {
        public static final Batching NONE = new Batching(Optional.empty(), Optional.empty(), false, true);
        /** Batching is unknown in this turn. */
        public static final Batching UNKNOWN = new Batching(Optional.empty(), Optional.empty(), false, false);
    }

    /** One change without its cause. */
    public record Part(Change.Kind kind, String element, String name, List<FieldChange> fields) {}

    /** The parts of an operation that distinguish plans: not what it waits for, nor causes, nor the etag. */
    public record Write(Operation.Verb verb, ArmId target, List<Part> parts, Set<String> awaits) {
        static Write of(Operation operation) {
            List<Part> parts = operation.changes()
                    .stream()
                    .map(each -> new Part(each.kind(), each.element(), each.name(), each.fields()))
                    .toList();
            return new Write(operation.verb(), operation.target(), parts, operation.awaits());
        }
    }

    public static final TurnPlan NOTHING = new TurnPlan(Optional.empty(), List.of(), Optional.empty(), Map.of(),
            Map.of(), Set.of(), Batching.NONE);

    public TurnPlan {
        preparations = List.copyOf(preparations);
        states = Map.copyOf(states);
        // In one order, because events and reports are in it.
        results = Collections.unmodifiableSortedMap(new TreeMap<>(results));
        postponed = Set.copyOf(postponed);
    }

    public static TurnPlan reading(AzureReading what) {
        return new TurnPlan(Optional.of(what), List.of(), Optional.empty(), Map.of(), Map.of(), Set.of(),
                Batching.UNKNOWN);
    }

    /** A write may break a load balancer, so currently valid addresses are published before the next write is sent. */
    public TurnPlan publishAddressesFirst() {
        Map<ArmId, OperationState> later = new HashMap<>(states);
        later.replaceAll((target, state) -> state instanceof OperationState.Ready
                && target.root().hasType(ArmTypes.LOAD_BALANCER)
                        ? OperationState.Waits.on("addresses to be published")
                        : state);
        return new TurnPlan(reading, preparations, services, later, results, postponed, batching);
    }

    /** The plan as printed: with preceding reads and writes to Services, and what each write to Azure waits for. */
    public Plan printable(String scope) {
        List<Step> steps = new ArrayList<>();
        reading.ifPresent(
                each -> steps.add(Step.read(each.describe(), each.missing().isEmpty() ? "Refresh" : "Missing")));
        preparations.forEach(
                each -> steps.add(Step.kubernetes("Service " + subjectOf(each.uid()), each.describe(), "Preparation")));
        Map<ArmId, String> waits = new HashMap<>();
        states.forEach((target, state) -> {
            if (state instanceof OperationState.Waits(String what, Optional<Instant> until))
                waits.put(target, what);
            if (state instanceof OperationState.Blocked blocked)
                waits.put(target, "a retry: " + blocked.problem());
            if (state instanceof OperationState.WithoutEffect accepted)
                waits.put(target, "a retry: " + accepted.problem());
        });
        Schedule schedule = new Schedule(steps, waits);
        return services.map(each -> each.plan().with(schedule))
                .orElseGet(() -> new Plan(scope, List.of(), List.of(), Plan.Basis.NONE, schedule));
    }

    private String subjectOf(String uid) {
        return services.map(each -> each.plannedServices().get(uid)).map(PlannedService::subject).orElse(uid);
    }

    /** The Services, by UID, that the plan refuses for this reason. */
    public Set<String> stoppedBy(String code) {
        return services.map(ServicePlan::plannedServices)
                .orElse(Map.of())
                .entrySet()
                .stream()
                .filter(each -> each.getValue().stop().filter(stop -> stop.refusal().code().equals(code)).isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    public OperationState stateOf(Operation operation) {
        return states.get(operation.target());
    }

    public List<Operation> operations() {
        return services.map(each -> each.plan().operations()).orElse(List.of());
    }

    public List<Operation> ready() {
        return operations().stream().filter(operation -> stateOf(operation) instanceof OperationState.Ready).toList();
    }

    public boolean isPending() {
        return operations().stream().anyMatch(operation -> stateOf(operation).isPending());
    }

    /** True if planning is complete and writes nothing to Azure. */
    public boolean isDone() {
        return services.isPresent() && operations().isEmpty();
    }

    public Set<Write> writes() {
        return operations().stream().map(Write::of).collect(Collectors.toSet());
    }

    public Set<Refusal> refusals() {
        return services.map(each -> Set.copyOf(each.plan().refusals())).orElse(Set.of());
    }

    /** The removals held because they exceed a limit. */
    public Removals held() {
        return services.map(each -> each.plan().held()).orElse(Removals.NONE);
    }

    /** True if this is the rest of the other plan, so that it need not be printed again. */
    public boolean isRemainderOf(TurnPlan other) {
        return other.refusals().equals(refusals()) && other.held().equals(held())
                && new HashSet<>(other.writes()).containsAll(writes());
    }

    /** Two plans are equal if they want the same, regardless of their progress. */
    @Override
    public boolean equals(Object other) {
        return other instanceof TurnPlan that && reading.equals(that.reading)
                && services.isPresent() == that.services.isPresent() && writes().equals(that.writes())
                && refusals().equals(that.refusals()) && held().equals(that.held())
                && preparations.equals(that.preparations);
    }

    @Override
    public int hashCode() {
        return writes().hashCode();
    }
}
