package io.azureccm.common.resilience;

import static io.azureccm.common.resilience.PolicyFixture.SUBSCRIPTION;
import static io.azureccm.common.resilience.PolicyFixture.after;
import static io.azureccm.common.resilience.PolicyFixture.fails;
import static io.azureccm.common.resilience.PolicyFixture.limited;
import static io.azureccm.common.resilience.PolicyFixture.loadBalancer;
import static io.azureccm.common.resilience.PolicyFixture.network;
import static io.azureccm.common.resilience.PolicyFixture.of;
import static io.azureccm.common.resilience.PolicyFixture.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.resilience.ArmCall.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The layers around a call: what each does, and that they stand in the documented order. */
class ArmCallPolicyTest {
    private static final Instant NOW = VirtualClock.START;

    private PolicyFixture fixture = new PolicyFixture();

    @Test
    void throttlingClosesTheGateOfItsScopeAndNoOther() {
        fails(() -> fixture.call(loadBalancer(Verb.PUT), after(429, NOW.plusSeconds(30))));

        ArmException kept = fails(() -> fixture.call(loadBalancer(Verb.DELETE)));
        assertThat(kept.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(kept.code()).isEqualTo(LocalCodes.GATE_CLOSED);
        assertThat(kept.retryAfter()).contains(NOW.plusSeconds(30));
        assertThat(fixture.sent).isOne();
        assertThat(fixture.policy.gate().closed()).containsOnly(Map.entry(
                "writes of microsoft.network/loadbalancers in subscription " + SUBSCRIPTION, NOW.plusSeconds(30)));

        assertThat(fixture.call(loadBalancer(Verb.GET))).isEqualTo("done");
        assertThat(fixture.call(of(Verb.PUT, ArmTypes.PUBLIC_IP))).isEqualTo("done");
        fixture.clock.advance(Duration.ofSeconds(30));
        assertThat(fixture.call(loadBalancer(Verb.PUT))).isEqualTo("done");
        assertThat(fixture.policy.gate().closed()).isEmpty();
    }

    @Test
    void throttlingWithoutATimeClosesTheGateEverLongerUntilACallPasses() {
        for (int seconds : new int[]{10, 20, 40, 60, 60}) {
            ArmException failed = fails(() -> fixture.call(loadBalancer(Verb.GET), status(429)));
            assertThat(failed.retryAfter()).contains(fixture.clock.now().plusSeconds(seconds));
            fixture.clock.advance(Duration.ofSeconds(seconds));
        }
        fixture.call(loadBalancer(Verb.GET));

        assertThat(fails(() -> fixture.call(loadBalancer(Verb.GET), status(429))).retryAfter())
                .contains(fixture.clock.now().plusSeconds(10));
    }

    @Test
    void closedGateDoesNotOpenEarlierBecauseAnotherAnswerNamesLess() {
        ThrottleGate gate = fixture.policy.gate();
        ArmCall.Scope scope = loadBalancer(Verb.PUT).scope();
        gate.close(scope, Optional.of(NOW.plusSeconds(60)));
        gate.close(scope, Optional.of(NOW.plusSeconds(5)));
        gate.passed(scope);

        assertThat(gate.closedUntil(scope)).contains(NOW.plusSeconds(60));
    }

    @Test
    void repeatedCallMeetsAGateThatWasClosedMeanwhile() {
        ArmException failed = fails(() -> fixture.policy.call(loadBalancer(Verb.GET), () -> {
            fixture.sent++;
            fixture.policy.gate().close(loadBalancer(Verb.GET).scope(), Optional.of(NOW.plusSeconds(90)));
            throw status(503);
        }));

        assertThat(failed.code()).isEqualTo(LocalCodes.GATE_CLOSED);
        assertThat(fixture.sent).isOne();
    }

    @Test
    void breakerOpensOnServerTroubleCountingEveryTryAndNamesTheCause() {
        for (int i = 0; i < 3; i++) {
            fails(() -> fixture.call(loadBalancer(Verb.GET), status(503), status(503), status(503), status(503)));
        }
        // Four tries each: the tenth try was the last that got through.
        assertThat(fixture.sent).isEqualTo(10);

        ArmException refused = fails(() -> fixture.call(loadBalancer(Verb.GET)));
        assertThat(refused.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(refused.code()).isEqualTo(LocalCodes.CIRCUIT_OPEN);
        assertThat(refused).hasMessageContaining("HTTP 503");
        // Two seconds of the thirty went by while the third call waited to be repeated.
        assertThat(refused.retryAfter()).contains(fixture.clock.now().plusSeconds(28));
        assertThat(fixture.call(of(Verb.GET, ArmTypes.PUBLIC_IP))).isEqualTo("done");

        fixture.clock.advance(Duration.ofSeconds(31));
        assertThat(fixture.call(loadBalancer(Verb.GET))).isEqualTo("done");
        assertThat(fixture.call(loadBalancer(Verb.GET))).isEqualTo("done");
    }

    @Test
    void breakerStaysClosedWhateverArmRefuses() {
        for (int i = 0; i < 40; i++) {
            int code = i % 2 == 0 ? 400 : 409;
            fails(() -> fixture.call(loadBalancer(Verb.PUT), status(code)));
        }
        assertThat(fixture.sent).isEqualTo(40);
    }

    @Test
    void throttlingDoesNotOpenTheBreaker() {
        for (int i = 0; i < 20; i++) {
            fails(() -> fixture.call(loadBalancer(Verb.PUT), after(429, fixture.clock.now())));
        }
        assertThat(fixture.sent).isEqualTo(20);
    }

    @Test
    void budgetKeepsCallsBackUntilTheRefillAndCountsOneLogicalCallOnce() {
        fixture = new PolicyFixture(PolicyFixture.with(limited(1, 5, 0.5, 2)));

        fixture.call(loadBalancer(Verb.PUT), status(503), status(503));
        fixture.call(loadBalancer(Verb.PUT));
        ArmException kept = fails(() -> fixture.call(loadBalancer(Verb.PUT)));

        assertThat(kept.code()).isEqualTo(LocalCodes.RATE_LIMITED);
        assertThat(kept.kind()).isEqualTo(Kind.THROTTLED);
        // Two writes per four seconds, three of them already gone in the retries.
        assertThat(kept.retryAfter()).contains(NOW.plusSeconds(4));
        assertThat(fixture.policy.gate().closed()).isEmpty();
        assertThat(fixture.call(loadBalancer(Verb.GET))).isEqualTo("done");
        assertThat(fixture.policy.budget(SUBSCRIPTION, ArmTypes.LOAD_BALANCER)).hasToString("writes 0/2, reads 4/5");
        assertThat(fixture.policy.budget(SUBSCRIPTION, ArmTypes.PUBLIC_IP)).hasToString("");

        fixture.clock.advance(Duration.ofSeconds(1));
        assertThat(fixture.call(loadBalancer(Verb.PUT))).isEqualTo("done");
    }

    @Test
    void backendPoolsShareTheBudgetOfTheirLoadBalancer() {
        fixture = new PolicyFixture(PolicyFixture.with(limited(1, 1, 1, 1)));
        fixture.call(of(Verb.PUT, "Microsoft.Network/loadBalancers/backendAddressPools"));

        assertThat(fails(() -> fixture.call(loadBalancer(Verb.PUT))).code()).isEqualTo(LocalCodes.RATE_LIMITED);
    }

    @Test
    void withoutOwnLimitsTheBudgetIsWhatArmSays() {
        fixture.remaining.exchanged("PUT", loadBalancer(Verb.PUT).target(), 200, Duration.ZERO,
                Map.of("subscription-writes", 187, "subscription-reads", 240));

        assertThat(fixture.policy.budget(SUBSCRIPTION.toUpperCase(Locale.ROOT), ArmTypes.LOAD_BALANCER))
                .hasToString("writes 187, reads 240");
    }

    @Test
    void callThatWaitsForAPlaceHasUsedNoBudgetAndAFullBulkheadSendsNothing() throws InterruptedException {
        ArmCallSettings one = new ArmCallSettings(new ArmCallSettings.Bulkheads(1, 1, Duration.ZERO),
                limited(1, 5, 1, 5), PolicyFixture.SETTINGS.retries(), PolicyFixture.SETTINGS.breaker(),
                PolicyFixture.SETTINGS.limits());
        fixture = new PolicyFixture(one);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Thread first = Thread.ofVirtual().start(() -> fixture.policy.call(loadBalancer(Verb.PUT), () -> {
            inside.countDown();
            return awaits(leave);
        }));
        assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();

        ArmException full = fails(() -> fixture.call(loadBalancer(Verb.PUT)));

        assertThat(full.code()).isEqualTo(LocalCodes.BULKHEAD_FULL);
        assertThat(full.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(fixture.sent).isZero();
        assertThat(fixture.policy.budget(SUBSCRIPTION, ArmTypes.LOAD_BALANCER)).hasToString("writes 4/5, reads 5/5");
        assertThat(fixture.call(loadBalancer(Verb.GET))).isEqualTo("done");
        leave.countDown();
        first.join();
        assertThat(fixture.call(loadBalancer(Verb.PUT))).isEqualTo("done");
    }

    @Test
    void callThatNeverReturnsIsStoppedAndCountsAsATimeout() {
        fixture = new PolicyFixture(new ArmCallSettings(PolicyFixture.SETTINGS.bulkheads(), PolicyFixture.NO_BUDGET,
                PolicyFixture.SETTINGS.retries(), PolicyFixture.SETTINGS.breaker(),
                new ArmCallSettings.Limits(Duration.ofMillis(50), Duration.ofMillis(50))));
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);

        ArmException failed = fails(() -> fixture.policy.call(loadBalancer(Verb.PUT), () -> {
            try {
                return awaits(never);
            } finally {
                stopped.countDown();
            }
        }));

        assertThat(failed.kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(failed.code()).isEqualTo(LocalCodes.TIMED_OUT);
        assertThat(awaits(stopped)).isEqualTo("done");
        assertThat(fixture.policy.registries()
                .circuitBreakers()
                .circuitBreaker("microsoft.network/loadbalancers")
                .getMetrics()
                .getNumberOfFailedCalls()).isOne();
    }

    @Test
    void interruptedCallerStopsTheCallAndStaysInterrupted() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        AtomicReference<ArmException> seen = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            seen.set(fails(() -> fixture.policy.call(loadBalancer(Verb.PUT), () -> {
                inside.countDown();
                try {
                    return awaits(new CountDownLatch(1));
                } finally {
                    stopped.countDown();
                }
            })));
            flag.set(Thread.currentThread().isInterrupted());
        });
        assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
        caller.interrupt();
        caller.join();

        assertThat(seen.get().kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(seen.get().code()).isEqualTo(LocalCodes.INTERRUPTED);
        assertThat(flag.get()).isTrue();
        assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void listenerHearsOfEveryCallOnceWithItsTriesTimeAndFate() {
        fixture.call(loadBalancer(Verb.PUT), status(503));
        fails(() -> fixture.call(of(Verb.POST, ArmTypes.PUBLIC_IP), status(429)));
        fails(() -> fixture.call(of(Verb.POST, ArmTypes.PUBLIC_IP)));

        assertThat(fixture.ended).hasSize(3);
        ArmCallListener.Ended put = fixture.ended.get(0);
        assertThat(put.call().method()).isEqualTo("create_or_update");
        assertThat(put.took()).isEqualTo(Duration.ofSeconds(1));
        assertThat(put.tries()).isEqualTo(2);
        assertThat(put.error()).isEmpty();
        assertThat(fixture.ended.get(1).status()).isEqualTo(429);
        assertThat(fixture.ended.get(1).throttled()).isTrue();
        assertThat(fixture.ended.get(2).tries()).isZero();
        assertThat(fixture.ended.get(2).code()).isEqualTo(LocalCodes.GATE_CLOSED);
        assertThat(fixture.ended.get(2).call().method()).isEqualTo("act");
    }

    /** Waits without end for all practical purposes, and ends early when interrupted as a blocked HTTP call does. */
    private static String awaits(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
            return "done";
        } catch (InterruptedException stopped) {
            throw network(Kind.UNKNOWN, "Interrupted");
        }
    }
}
