package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * One circuit breaker for the reads and one for the writes of each resource type of one ARM: if most calls of a type end in
 * server errors or timeouts, further ones fail at once for a while. A decision of ARM (any 4xx) counts as a success of the
 * connection. The error of a suspended call repeats the last failure, so that its cause stays visible. Reads of single machines
 * have no breaker: a machine that cannot be read says nothing about the others, and whoever reads it has a back-off for it.
 */
final class CallBreakers {
    private static final Set<String> TIMEOUTS = Set.of("RequestTimeout", "ConnectTimeout", "ConnectionLost",
            LocalCodes.TIMED_OUT);

    private static final Set<String> MACHINES = Set.of(ArmTypes.VIRTUAL_MACHINE, ArmTypes.SCALE_SET_VM);

    private final CircuitBreakerRegistry registry;
    private final Duration open;
    private final ArmClock clock;
    private final Map<String, Failure> last = new ConcurrentHashMap<>();

    private record Failure(String message, Instant at) {}

    CallBreakers(ArmCallSettings.Breaker settings, ArmClock clock) {
        this.open = settings.open();
        this.clock = clock;
        this.registry = CircuitBreakerRegistry.of(CircuitBreakerConfig.custom()
                .slidingWindowType(CircuitBreakerConfig.SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(settings.window())
                .minimumNumberOfCalls(settings.leastCalls())
                .failureRateThreshold(settings.failurePercent())
                .waitDurationInOpenState(settings.open())
                .permittedNumberOfCallsInHalfOpenState(settings.trials())
                .recordException(CallBreakers::isServerTrouble)
                // Nothing was sent, so this says nothing about the server.
                .ignoreException(ArmBudget::keptBack)
                .clock(new BreakerClock(clock, ZoneOffset.UTC))
                .build());
    }

    <T> T call(ArmCall call, Supplier<T> inner) {
        if (call.verb() == ArmCall.Verb.GET && MACHINES.stream().anyMatch(call.target()::hasType))
            return inner.get();
        String type = call.scope().type();
        CircuitBreaker breaker = registry.circuitBreaker((type.isEmpty() ? "resourcegroups" : type)
                + (call.verb().isRead() ? " reads" : " writes"));
        try {
            return breaker.executeSupplier(inner);
        } catch (CallNotPermittedException notPermitted) {
            throw refused(call, breaker.getName());
        } catch (ArmException failure) {
            if (isServerTrouble(failure)) {
                last.put(breaker.getName(), new Failure(failure.getMessage(), clock.now()));
            }
            throw failure;
        }
    }

    CircuitBreakerRegistry registry() {
        return registry;
    }

    private ArmException refused(ArmCall call, String name) {
        Failure failure = last.getOrDefault(name, new Failure("not known", clock.now()));
        Instant opens = failure.at().plus(open);
        Instant retryAfter = opens.isAfter(clock.now()) ? opens : clock.now().plusSeconds(1);
        return LocalCodes.error(Kind.UNAVAILABLE, LocalCodes.CIRCUIT_OPEN, call, "calls to " + name
                + " are suspended after repeated failures, last failure: " + failure.message(), retryAfter);
    }

    private static boolean isServerTrouble(Throwable thrown) {
        return thrown instanceof ArmException error
                && (error.status() >= 500 || error.status() == 408
                        || error.status() == 0 && TIMEOUTS.contains(error.code()));
    }

    /** {@link ArmClock} as required by Resilience4j. */
    private static final class BreakerClock extends Clock {
        private final ArmClock clock;
        private final ZoneId zone;

        BreakerClock(ArmClock clock, ZoneId zone) {
            this.clock = clock;
            this.zone = zone;
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            return new BreakerClock(clock, other);
        }

        @Override
        public Instant instant() {
            return clock.now();
        }
    }
}
