package io.azureccm.e2e.azure.routing;

import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.store.ResourceStore;
import io.azureccm.e2e.azure.wire.ArmResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * Older states for stale reads. They are only kept while a fault requests them, since each state is a complete copy.
 */
final class StaleStates {
    private static final int KEPT = 50;

    private final ArmService arm;
    private final ArrayDeque<Older> older = new ArrayDeque<>();

    /** The state until the given time. */
    private record Older(Instant until, ResourceStore.Snapshot state) {}

    StaleStates(ArmService arm) {
        this.arm = arm;
    }

    /** Called before a write. */
    void keep() {
        arm.settled(() -> {
            older.addLast(new Older(arm.world().clock().now(), arm.world().store().snapshot()));
            if (older.size() > KEPT)
                older.removeFirst();
        });
    }

    /** Answers from the state of that long ago. */
    ArmResponse answer(Duration age, Supplier<ArmResponse> look) {
        return arm.settled(() -> {
            Instant then = arm.world().clock().now().minus(age);
            ResourceStore store = arm.world().store();
            ResourceStore.Snapshot now = store.snapshot();
            older.stream()
                    .filter(state -> state.until().isAfter(then))
                    .findFirst()
                    .ifPresent(state -> store.restore(state.state()));
            try {
                return look.get();
            } finally {
                store.restore(now);
            }
        });
    }
}
