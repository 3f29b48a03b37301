package io.azureccm.common.core;

import io.azureccm.common.core.removal.Removals;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Everything to be written, as data: operations in an order that respects their references, and the refused objects.
 * {@code scope} names what was planned ({@code lb=kubernetes}); {@code basis} describes the input, {@code schedule} other
 * steps and what writes wait for, {@code held} the removals that are held because they exceed a limit.
 */
public record Plan(String scope, List<Operation> operations, List<Refusal> refusals, Basis basis, Schedule schedule,
        Removals held) {
    /** How many objects were changed and known, and the age in milliseconds of the oldest observation used; negative if not known. */
    public record Basis(int changed, int known, long snapshotAgeMillis) {
        public static final Basis NONE = new Basis(0, 0, 0);

        /** Of objects whose facts are of various ages. */
        public static Basis of(int changed, int known) {
            return new Basis(changed, known, -1);
        }
    }

    public Plan {
        operations = PlanOrder.sort(operations);
        refusals = List.copyOf(refusals);
        Set<ArmId> targets = new HashSet<>();
        for (Operation operation : operations) {
            if (!targets.add(operation.target())) {
                throw new IllegalArgumentException("two operations of one plan write " + operation.target());
            }
        }
    }

    /** A plan of writes to ARM alone, which wait only for each other. */
    public Plan(String scope, List<Operation> operations, List<Refusal> refusals, Basis basis) {
        this(scope, operations, refusals, basis, Schedule.NOTHING_ELSE);
    }

    /** A plan without held removals. */
    public Plan(String scope, List<Operation> operations, List<Refusal> refusals, Basis basis, Schedule schedule) {
        this(scope, operations, refusals, basis, schedule, Removals.NONE);
    }

    /** True if it writes nothing to ARM. */
    public boolean isEmpty() {
        return operations.isEmpty();
    }

    /** Operations that can run now; the others await values that these produce. */
    public List<Operation> ready() {
        return operations.stream().filter(operation -> !operation.isDeferred()).toList();
    }

    public List<Operation> deferred() {
        return operations.stream().filter(Operation::isDeferred).toList();
    }

    public Plan with(Basis newBasis) {
        return new Plan(scope, operations, refusals, newBasis, schedule, held);
    }

    public Plan with(Schedule newSchedule) {
        return new Plan(scope, operations, refusals, basis, newSchedule, held);
    }

    public Plan holding(Removals removals) {
        return new Plan(scope, operations, refusals, basis, schedule, removals);
    }
}
