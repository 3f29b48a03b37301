package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmException.Kind;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.core.exception.AcquirePermissionCancelledException;
import java.util.function.Supplier;

/** Limits the number of concurrent calls, separately for reads and writes. */
final class CallBulkheads {
    private final BulkheadRegistry registry = BulkheadRegistry.ofDefaults();
    private final Bulkhead reads;
    private final Bulkhead writes;

    CallBulkheads(ArmCallSettings.Bulkheads settings) {
        reads = registry.bulkhead("reads", config(settings, settings.reads()));
        writes = registry.bulkhead("writes", config(settings, settings.writes()));
    }

    <T> T call(ArmCall call, Supplier<T> inner) {
        Bulkhead bulkhead = call.verb().isRead() ? reads : writes;
        try {
            bulkhead.acquirePermission();
        } catch (BulkheadFullException full) {
            throw LocalCodes.error(Kind.UNAVAILABLE, LocalCodes.BULKHEAD_FULL, call, "too many " + bulkhead.getName()
                    + " are in flight (" + bulkhead.getBulkheadConfig().getMaxConcurrentCalls() + ")", null);
        } catch (AcquirePermissionCancelledException stopping) {
            throw LocalCodes.error(Kind.UNAVAILABLE, LocalCodes.INTERRUPTED, call, "interrupted before it was sent",
                    null);
        }
        try {
            return inner.get();
        } finally {
            bulkhead.onComplete();
        }
    }

    BulkheadRegistry registry() {
        return registry;
    }

    private static BulkheadConfig config(ArmCallSettings.Bulkheads settings, int calls) {
        return BulkheadConfig.custom().maxConcurrentCalls(calls).maxWaitDuration(settings.longestWait()).build();
    }
}
