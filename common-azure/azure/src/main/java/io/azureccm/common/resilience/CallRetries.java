package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.RetryRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Retries calls for which {@link RetryRule} allows it, after the delay that ARM asks for or otherwise a growing one with
 * jitter.
 */
final class CallRetries {
    private final ArmClock clock;
    private final DoubleSupplier random;
    private final Map<ArmCall.Verb, Retry> byVerb = new EnumMap<>(ArmCall.Verb.class);

    /** {@code random} returns numbers from 0 to 1. */
    CallRetries(CallConfigs.Instances<RetrySettings> configs, RetryRegistry registry, ArmClock clock,
            DoubleSupplier random) {
        this.clock = clock;
        this.random = random;
        registry.getAllRetries().forEach(previous -> registry.remove(previous.getName()));
        for (ArmCall.Verb verb : ArmCall.Verb.values()) {
            String name = CallConfigs.ofRetry(verb);
            RetrySettings settings = configs.of(name);
            RetryRule rule = new RetryRule(verb, settings.cap());
            byVerb.put(verb, registry.retry(name, RetryConfig.<Object>custom()
                    .maxAttempts(settings.count() + 1)
                    .retryOnException(
                            thrown -> thrown instanceof ArmException error && rule.mayRepeat(error, clock.now()))
                    .intervalBiFunction((attempt, ended) -> delayMillis(settings, attempt, ended))
                    .build()));
        }
    }

    <T> T call(ArmCall call, Supplier<T> inner) {
        Retry.AsyncContext<T> context = byVerb.get(call.verb()).asyncContext();
        while (true) {
            try {
                T result = inner.get();
                context.onComplete();
                return result;
            } catch (ArmException failed) {
                long wait = context.onError(failed);
                if (wait < 0)
                    throw failed;
                pause(call, Duration.ofMillis(wait), failed);
            }
        }
    }

    private long delayMillis(RetrySettings settings, int attempt, Either<Throwable, Object> ended) {
        if (ended.isLeft() && ended.getLeft() instanceof ArmException error && error.retryAfter().isPresent())
            return Math.max(0, Duration.between(clock.now(), error.retryAfter().get()).toMillis());
        double growing = settings.first().toMillis() * Math.pow(settings.factor(), attempt - 1.0);
        return Math.min(settings.cap().toMillis(),
                Math.round(growing * (1 + settings.jitter() * random.getAsDouble())));
    }

    private void pause(ArmCall call, Duration wait, ArmException failed) {
        try {
            clock.sleep(wait);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            Kind kind = failed.kind() == Kind.UNAVAILABLE ? Kind.UNAVAILABLE : Kind.UNKNOWN;
            throw LocalCodes.error(kind, LocalCodes.INTERRUPTED, call, "interrupted before it was retried: "
                    + failed.getMessage(), null);
        }
    }
}
