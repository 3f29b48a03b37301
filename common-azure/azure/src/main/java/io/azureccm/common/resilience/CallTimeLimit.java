package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.core.WritePermit;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import io.github.resilience4j.timelimiter.TimeLimiterRegistry;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The last resort against a call that never returns: it runs on its own virtual thread, which is interrupted when its time is
 * over.
 */
final class CallTimeLimit {
    private final TimeLimiter gets;
    private final TimeLimiter lists;
    private final TimeLimiter writes;
    private final ExecutorService threads = Executors
            .newThreadPerTaskExecutor(Thread.ofVirtual().name("arm-call-", 0).factory());

    CallTimeLimit(CallConfigs.Instances<TimeLimiterConfig> configs, TimeLimiterRegistry registry) {
        registry.getAllTimeLimiters().forEach(previous -> registry.remove(previous.getName()));
        gets = registry.timeLimiter(CallConfigs.GET, configs.of(CallConfigs.GET));
        lists = registry.timeLimiter(CallConfigs.LIST, configs.of(CallConfigs.LIST));
        writes = registry.timeLimiter(CallConfigs.WRITES, configs.of(CallConfigs.WRITES));
    }

    <T> T call(ArmCall call, Supplier<T> inner) {
        TimeLimiter limiter = switch (call.verb()) {
            case GET -> gets;
            case LIST -> lists;
            case PUT, DELETE, POST -> writes;
        };
        AtomicReference<Future<T>> started = new AtomicReference<>();
        try {
            return limiter.executeFutureSupplier(() -> {
                Future<T> future = threads.submit(WritePermit.handedOn(inner));
                started.set(future);
                return future;
            });
        } catch (RuntimeException failed) {
            throw failed;
        } catch (TimeoutException late) {
            throw LocalCodes.error(Kind.UNKNOWN, LocalCodes.TIMED_OUT, call, "not finished after "
                    + limiter.getTimeLimiterConfig().getTimeoutDuration().toSeconds() + " s", null);
        } catch (InterruptedException stopping) {
            started.get().cancel(true);
            Thread.currentThread().interrupt();
            throw LocalCodes.error(Kind.UNKNOWN, LocalCodes.INTERRUPTED, call, "interrupted while in flight", null);
        } catch (Exception impossible) {
            throw new IllegalStateException(call.describe() + " failed unexpectedly", impossible);
        }
    }
}
