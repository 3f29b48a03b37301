package io.azureccm.common.resilience;

import static io.azureccm.common.resilience.PolicyFixture.SUBSCRIPTION;
import static io.azureccm.common.resilience.PolicyFixture.after;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The layers around a call: what each does, and that they stand in the documented order. */
class ArmCallPolicyTest {
    private static final Instant NOW = VirtualClock.START;

    private PolicyFixture fixture = new PolicyFixture();

    @ParameterizedTest
    @CsvSource({"GET, true", "LIST, true", "PUT, true", "DELETE, true", "POST, false"})
    void serverTroubleIsRepeatedForWhatDoesNoHarmTwice(Verb verb, boolean repeated) {
        for (int code : new int[]{408, 500, 502, 503, 504}) {
            fixture = new PolicyFixture();
            ArmException failed = fails(() -> fixture.call(loadBalancer(verb), status(code)));
            assertThat(failed == null).as("%s after %s", verb, code).isEqualTo(repeated);
            assertThat(fixture.sent).isEqualTo(repeated ? 2 : 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"UNAVAILABLE, ConnectionRefused, POST, true", "UNAVAILABLE, UnknownHost, POST, true",
            "UNAVAILABLE, ConnectTimeout, PUT, true", "UNKNOWN, ConnectionLost, POST, false",
            "UNKNOWN, ConnectionLost, PUT, true", "UNKNOWN, RequestTimeout, DELETE, true",
            "UNKNOWN, MalformedAnswer, GET, true", "UNKNOWN, MalformedAnswer, PUT, false",
            "UNAVAILABLE, CertificateNotTrusted, GET, false", "UNKNOWN, OperationOutcomeUnknown, PUT, false",
            "UNKNOWN, OperationTimedOut, DELETE, false", "UNKNOWN, Interrupted, GET, false",
            "UNAUTHENTICATED, TokenRefused, GET, false", "UNKNOWN, ForeignAddress, PUT, false"})
    void connectionTroubleIsRepeatedUnlessAWriteMayHaveBeenDoneTwice(Kind kind, String code, Verb verb,
            boolean repeated) {
        ArmException failed = fails(() -> fixture.call(loadBalancer(verb), network(kind, code)));

        assertThat(failed == null).isEqualTo(repeated);
        assertThat(fixture.sent).isEqualTo(repeated ? 2 : 1);
    }

    @ParameterizedTest
    @CsvSource({"400", "401", "403", "404", "409", "412", "429"})
    void whatArmDecidedIsNotAskedAgain(int code) {
        assertThat(fails(() -> fixture.call(loadBalancer(Verb.GET), status(code))).status()).isEqualTo(code);
        assertThat(fixture.sent).isOne();
        assertThat(fixture.sleeps()).isEmpty();
    }

    @Test
    void waitsGrowUpToTheCapAndEndAfterTheLastTry() {
        fixture = new PolicyFixture(PolicyFixture.with(retries -> new ArmCallSettings.Retries(4,
                Duration.ofSeconds(10), 3, 0.5, Duration.ofSeconds(60))));

        ArmException failed = fails(() -> fixture.call(loadBalancer(Verb.GET), status(503), status(503), status(503),
                status(503), status(500)));

        assertThat(failed.status()).isEqualTo(500);
        assertThat(fixture.sleeps()).containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(30),
                Duration.ofSeconds(60), Duration.ofSeconds(60));
        assertThat(fixture.sent).isEqualTo(5);
    }

    @Test
    void jitterAddsItsShareOfTheDelay() {
        VirtualClock clock = new VirtualClock();
        CallRetries retries = new CallRetries(PolicyFixture.SETTINGS.retries(), clock, () -> 1.0);
        int[] tries = {0};

        retries.call(loadBalancer(Verb.GET), () -> {
            if (tries[0]++ == 0)
                throw status(503);
            return "done";
        });

        assertThat(clock.sleeps()).containsExactly(Duration.ofMillis(1500));
    }

    @Test
    void waitThatArmNamesIsKeptAndOneThatIsTooLongEndsTheTries() {
        fixture.call(loadBalancer(Verb.GET), after(503, NOW.plusSeconds(42)));
        assertThat(fixture.sleeps()).containsExactly(Duration.ofSeconds(42));

        fixture = new PolicyFixture();
        ArmException failed = fails(() -> fixture.call(loadBalancer(Verb.GET), after(503, NOW.plusSeconds(61))));
        assertThat(failed.retryAfter()).contains(NOW.plusSeconds(61));
        assertThat(fixture.sent).isOne();
    }

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

    private static ArmException fails(Runnable call) {
        try {
            call.run();
            return null;
        } catch (ArmException failed) {
            return failed;
        }
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
