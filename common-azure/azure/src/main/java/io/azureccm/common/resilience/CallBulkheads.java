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
    private final Bulkhead reads;
    private final Bulkhead writes;

    CallBulkheads(CallConfigs.Instances<BulkheadConfig> configs, BulkheadRegistry registry) {
        registry.getAllBulkheads().forEach(previous -> registry.remove(previous.getName()));
        reads = registry.bulkhead(CallConfigs.READS, configs.of(CallConfigs.READS));
        writes = registry.bulkhead(CallConfigs.WRITES, configs.of(CallConfigs.WRITES));
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
}
