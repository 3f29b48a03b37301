package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.core.ArmTypes;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
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

    private final CallConfigs.Instances<CircuitBreakerConfig> configs;
    private final CircuitBreakerRegistry registry;
    private final ArmClock clock;
    private final Map<String, CircuitBreaker> breakers = new ConcurrentHashMap<>();
    private final Map<String, Failure> last = new ConcurrentHashMap<>();

    private record Failure(String message, Instant at) {}

    CallBreakers(CallConfigs.Instances<CircuitBreakerConfig> configs, CircuitBreakerRegistry registry,
            ArmClock clock) {
        this.configs = configs;
        this.registry = registry;
        this.clock = clock;
        registry.getAllCircuitBreakers().forEach(previous -> registry.remove(previous.getName()));
    }

    <T> T call(ArmCall call, Supplier<T> inner) {
        if (call.verb() == ArmCall.Verb.GET && MACHINES.stream().anyMatch(call.target()::hasType))
            return inner.get();
        CircuitBreaker breaker = breakers.computeIfAbsent(
                CallConfigs.ofType(call.target().type(), call.verb().isRead()), this::create);
        try {
            return breaker.executeSupplier(inner);
        } catch (CallNotPermittedException notPermitted) {
            throw refused(call, breaker);
        } catch (ArmException failure) {
            if (isServerTrouble(failure))
                last.put(breaker.getName(), new Failure(failure.getMessage(), clock.now()));
            throw failure;
        }
    }

    /** The names of those that are open. */
    List<String> suspended() {
        return breakers.values()
                .stream()
                .filter(breaker -> breaker.getState() == CircuitBreaker.State.OPEN)
                .map(CircuitBreaker::getName)
                .sorted()
                .toList();
    }

    private CircuitBreaker create(String name) {
        InstantSource time = clock::now;
        return registry.circuitBreaker(name, CircuitBreakerConfig.from(configs.of(name))
                .recordException(CallBreakers::isServerTrouble)
                .ignoreException(thrown -> !isServerTrouble(thrown) && !isAnswered(thrown))
                .clock(time.withZone(ZoneOffset.UTC))
                .currentTimestampFunction(wall -> clock.nanoTime(), TimeUnit.NANOSECONDS)
                .build());
    }

    private ArmException refused(ArmCall call, CircuitBreaker breaker) {
        Failure failure = last.getOrDefault(breaker.getName(), new Failure("not known", clock.now()));
        Instant opens = failure.at()
                .plusMillis(breaker.getCircuitBreakerConfig().getWaitIntervalFunctionInOpenState().apply(1));
        Instant retryAfter = opens.isAfter(clock.now()) ? opens : clock.now().plusSeconds(1);
        return LocalCodes.error(Kind.UNAVAILABLE, LocalCodes.CIRCUIT_OPEN, call, "calls to " + breaker.getName()
                + " are suspended after repeated failures, last failure: " + failure.message(), retryAfter);
    }

    private static boolean isServerTrouble(Throwable thrown) {
        return thrown instanceof ArmException error
                && (error.status() >= 500 || error.status() == 408
                        || error.status() == 0 && TIMEOUTS.contains(error.code()));
    }

    /** Otherwise nothing was sent, or nobody answered, which says nothing about the server. */
    private static boolean isAnswered(Throwable thrown) {
        return thrown instanceof ArmException error && error.status() > 0;
    }
}
