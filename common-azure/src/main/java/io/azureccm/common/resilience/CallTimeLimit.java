package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.core.WritePermit;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.time.Duration;
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

    CallTimeLimit(ArmCallSettings.Limits limits) {
        gets = limiter("gets", limits.get());
        lists = limiter("lists", limits.list());
        writes = limiter("writes", limits.write());
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

    private static TimeLimiter limiter(String name, Duration longest) {
        return TimeLimiter.of(name, TimeLimiterConfig.custom().timeoutDuration(longest).build());
    }
}
