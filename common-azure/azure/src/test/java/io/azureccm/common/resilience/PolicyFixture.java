package io.azureccm.common.resilience;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.config.arm.RateLimit;
import io.azureccm.common.config.arm.RateLimitClient;
import io.azureccm.common.config.arm.RateLimitConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.resilience.ArmCall.Verb;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetListener;
import io.azureccm.common.resilience.budget.BudgetSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A policy on a virtual clock, and calls whose fates are given in order. */
final class PolicyFixture {
    static final String SUBSCRIPTION = "11111111-2222-3333-4444-555555555555";
    static final RateLimitConfig NO_BUDGET = new RateLimitConfig(RateLimit.OFF, Map.of());
    static final ArmCallSettings SETTINGS = new ArmCallSettings(
            new ArmCallSettings.Bulkheads(4, 4, Duration.ofSeconds(10)), NO_BUDGET,
            new RetrySettings(3, Duration.ofSeconds(1), 2, 0.5, Duration.ofSeconds(60)),
            new ArmCallSettings.Breaker(10, 10, 60, Duration.ofSeconds(30), 1),
            new ArmCallSettings.Limits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1)));

    final VirtualClock clock = new VirtualClock();
    final ArmBudget budget = new ArmBudget(BudgetSettings.of(App.SERVICE), clock, BudgetListener.NONE);
    final List<ArmCallListener.Ended> ended = new ArrayList<>();
    final ArmCallPolicy.Registries registries = ArmCallPolicy.Registries.own();
    final ArmCallPolicy policy;
    int sent;

    PolicyFixture(ArmCallSettings settings) {
        this(settings.configs());
    }

    PolicyFixture(CallConfigs configs) {
        policy = new ArmCallPolicy(configs, registries,
                new ArmCallPolicy.Reports(clock, () -> 0.0, budget, ended::add));
    }

    PolicyFixture() {
        this(SETTINGS);
    }

    static ArmCallSettings with(RateLimitConfig budget) {
        return new ArmCallSettings(SETTINGS.bulkheads(), budget, SETTINGS.retries(), SETTINGS.breaker(),
                SETTINGS.limits());
    }

    static ArmCallSettings with(UnaryOperator<RetrySettings> change) {
        return new ArmCallSettings(SETTINGS.bulkheads(), NO_BUDGET, change.apply(SETTINGS.retries()),
                SETTINGS.breaker(), SETTINGS.limits());
    }

    static RateLimitConfig limited(double readQps, int readBucket, double writeQps, int writeBucket) {
        return new RateLimitConfig(RateLimit.OFF, Map.of(RateLimitClient.LOAD_BALANCER,
                new RateLimit(true, readQps, readBucket, writeQps, writeBucket)));
    }

    /** Makes a call whose tries end in the given failures, then succeed; returns "done". */
    String call(ArmCall call, ArmException... failures) {
        Deque<ArmException> fates = new ArrayDeque<>(Arrays.asList(failures));
        return policy.call(call, () -> {
            sent++;
            ArmException fate = fates.poll();
            if (fate != null)
                throw fate;
            return "done";
        });
    }

    static ArmCall loadBalancer(Verb verb) {
        return of(verb, ArmTypes.LOAD_BALANCER);
    }

    static ArmCall of(Verb verb, String type) {
        return new ArmCall(verb, ArmId.of(SUBSCRIPTION, "rg", type, "x"), verb == Verb.POST ? "act" : "",
                CallReason.UNSTATED);
    }

    static ArmException status(int status) {
        Kind kind = status == 429 ? Kind.THROTTLED : status >= 500 || status == 408 ? Kind.UNKNOWN : Kind.REJECTED;
        return new ArmException(kind, status, "Http" + status, "HTTP " + status, "", null, null);
    }

    static ArmException network(Kind kind, String code) {
        return new ArmException(kind, 0, code, code, "", null, null);
    }

    static ArmException after(int status, Instant retryAfter) {
        return new ArmException(status == 429 ? Kind.THROTTLED : Kind.UNKNOWN, status, "Http" + status, "wait", "",
                retryAfter, null);
    }

    /** Null when the call succeeds. */
    static ArmException fails(Runnable call) {
        try {
            call.run();
            return null;
        } catch (ArmException failed) {
            return failed;
        }
    }

    List<Duration> sleeps() {
        return clock.sleeps();
    }
}
