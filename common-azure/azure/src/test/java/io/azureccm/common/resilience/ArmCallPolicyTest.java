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
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.resilience.ArmCall.Verb;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The layers around a call: what each does, and that they stand in the documented order. */
class ArmCallPolicyTest {
    private PolicyFixture fixture = new PolicyFixture();

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

    @ParameterizedTest
    @ValueSource(strings = {ArmTypes.VIRTUAL_MACHINE, ArmTypes.SCALE_SET_VM})
    void machineThatCannotBeReadSuspendsNoReadsOfOthers(String type) {
        ArmCall machine = type.equals(ArmTypes.VIRTUAL_MACHINE)
                ? of(Verb.GET, type)
                : new ArmCall(Verb.GET, ArmId.of(SUBSCRIPTION, "rg", ArmTypes.SCALE_SET, "x")
                        .child("virtualMachines", "1"), "", CallReason.UNSTATED);
        ArmCall list = new ArmCall(Verb.LIST, machine.target(), "", CallReason.UNSTATED);
        for (int i = 0; i < 5; i++)
            fails(() -> fixture.call(machine, status(500), status(500), status(500), status(500)));
        assertThat(fixture.sent).isEqualTo(20);

        assertThat(fixture.policy.suspended()).isEmpty();
        assertThat(fixture.call(list)).isEqualTo("done");
        assertThat(fixture.call(machine)).isEqualTo("done");
    }

    @Test
    void readsGoOnWhileWritesOfTheSameTypeAreSuspended() {
        for (int i = 0; i < 12; i++) {
            fails(() -> fixture.call(loadBalancer(Verb.PUT), status(500)));
        }
        assertThat(fixture.sent).isEqualTo(10);

        assertThat(fails(() -> fixture.call(loadBalancer(Verb.DELETE))).code()).isEqualTo(LocalCodes.CIRCUIT_OPEN);
        assertThat(fixture.policy.suspended()).containsExactly("loadbalancers-writes");
        assertThat(fixture.call(loadBalancer(Verb.GET))).isEqualTo("done");
        assertThat(fixture.call(of(Verb.PUT, ArmTypes.PUBLIC_IP))).isEqualTo("done");
    }

    /** What a failure of an inner layer costs in the layers around it. */
    @ParameterizedTest(name = "{0} that ends as {1}: {2} tries, {3} counted by the breaker as failed")
    @CsvSource({"GET, Http503, 4, 4", "GET, Http400, 1, 0", "GET, CallTimedOut, 1, 1", "GET, RequestTimeout, 4, 4",
            "GET, CertificateNotTrusted, 1, 0", "LIST, MalformedAnswer, 4, 0", "LIST, AnswerTooLarge, 1, 0",
            "PUT, Http503, 1, 1", "PUT, Http412, 1, 0", "PUT, ConnectTimeout, 4, 4", "PUT, ConnectionRefused, 4, 0",
            "PUT, OperationOutcomeUnknown, 1, 0", "DELETE, ConnectionLost, 1, 1", "POST, RequestTimeout, 1, 1",
            "PUT, WriteNotAllowed, 1, 0"})
    void layersLieInOrderRetryAroundBreakerAroundTry(Verb verb, String code, int tries, int failed) {
        boolean unsent = List.of("ConnectTimeout", "ConnectionRefused", "CertificateNotTrusted", "WriteNotAllowed")
                .contains(code);
        ArmException failure = code.startsWith("Http")
                ? status(Integer.parseInt(code.substring(4)))
                : network(unsent ? Kind.UNAVAILABLE : Kind.UNKNOWN, code);

        fails(() -> fixture.call(loadBalancer(verb), failure, failure, failure, failure, failure));

        assertThat(fixture.sent).isEqualTo(tries);
        assertThat(fixture.registries
                .circuitBreakers()
                .circuitBreaker("loadbalancers-" + (verb.isRead() ? "reads" : "writes"))
                .getMetrics()
                .getNumberOfFailedCalls()).isEqualTo(failed);
        assertThat(fixture.registries.bulkheads().getAllBulkheads())
                .allSatisfy(bulkhead -> assertThat(bulkhead.getMetrics().getAvailableConcurrentCalls()).isEqualTo(4));
    }

    @Test
    void breakerStaysClosedWhateverArmRefuses() {
        for (int i = 0; i < 40; i++) {
            int code = i % 2 == 0 ? 400 : 409;
            fails(() -> fixture.call(loadBalancer(Verb.PUT), status(code)));
        }
        assertThat(fixture.sent).isEqualTo(40);
    }

    /** Azure takes minutes for some writes; that says nothing about its health. */
    @Test
    void slowWritesDoNotOpenTheBreakerUnlessAThresholdIsSet() {
        assertThat(writesOfTwoMinutes(40)).isEqualTo(40);

        CallConfigs usual = PolicyFixture.SETTINGS.configs();
        fixture = new PolicyFixture(new CallConfigs(usual.bulkheads(), usual.operators(), usual.rateLimiters(),
                usual.retries(), new CallConfigs.Instances<>(CircuitBreakerConfig.from(usual.breakers().usual())
                        .slowCallDurationThreshold(Duration.ofMinutes(1))
                        .build(), Map.of()),
                usual.timeLimiters()));
        assertThat(writesOfTwoMinutes(40)).isEqualTo(10);
        assertThat(fixture.policy.suspended()).containsExactly("loadbalancers-writes");
    }

    private int writesOfTwoMinutes(int count) {
        int[] sent = new int[1];
        for (int i = 0; i < count; i++) {
            fails(() -> fixture.policy.call(loadBalancer(Verb.PUT), () -> {
                sent[0]++;
                fixture.clock.advance(Duration.ofMinutes(2));
                return "done";
            }));
        }
        return sent[0];
    }

    @Test
    void instancesOfTheLatestPolicyAreThoseInTheRegistries() {
        fixture.registries.circuitBreakers().circuitBreaker("misspelt");
        fixture.registries.retries().retry("misspelt");
        ArmCallPolicy next = new ArmCallPolicy(PolicyFixture.SETTINGS.configs(), fixture.registries,
                new ArmCallPolicy.Reports(fixture.clock, () -> 0.0, fixture.budget, call -> {}));
        for (int i = 0; i < 10; i++) {
            fails(() -> fixture.call(loadBalancer(Verb.PUT), status(503)));
        }
        next.call(loadBalancer(Verb.LIST), () -> "done");

        assertThat(fixture.policy.suspended()).as("the previous one works on").containsExactly("loadbalancers-writes");
        assertThat(next.suspended()).isEmpty();
        assertThat(fixture.registries.circuitBreakers().getAllCircuitBreakers()).extracting(CircuitBreaker::getName)
                .contains("loadbalancers-reads")
                .doesNotContain("misspelt");
        assertThat(fixture.registries.retries().getAllRetries()).extracting(Retry::getName)
                .containsExactlyInAnyOrder("get", "list", "put", "delete", "post");
        assertThat(fixture.registries.timeLimiters().getAllTimeLimiters()).extracting(TimeLimiter::getName)
                .containsExactlyInAnyOrder("get", "list", "writes");
    }

    @Test
    void throttlingDoesNotOpenTheBreaker() {
        for (int i = 0; i < 20; i++) {
            fails(() -> fixture.call(loadBalancer(Verb.PUT), after(429, fixture.clock.now())));
        }
        assertThat(fixture.sent).isEqualTo(20);
    }

    @Test
    void reasonOfACallHoldsWhereItIsSentToo() {
        CallReason reason = new CallReason(CallPriority.DRIFT, "Drift");
        ArmCall call = reason.within(() -> ArmCall.now(Verb.GET, loadBalancer(Verb.GET).target(), ""));

        assertThat(call.reason()).isEqualTo(reason);
        assertThat(fixture.policy.call(call, CallReason::current)).isEqualTo(reason);
        assertThat(CallReason.current()).isEqualTo(CallReason.UNSTATED);
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
        assertThat(inside.await(2, TimeUnit.MINUTES)).isTrue();

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
                new ArmCallSettings.Limits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMillis(50))));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        int calls = 0;
        ArmException failed; // On a busy machine the time may be over before the call has begun.
        do {
            calls++;
            failed = fails(() -> fixture.policy.call(loadBalancer(Verb.PUT), () -> {
                begun.countDown();
                try {
                    return awaits(new CountDownLatch(1));
                } finally {
                    stopped.countDown();
                }
            }));
        } while (begun.getCount() > 0);

        assertThat(failed.kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(failed.code()).isEqualTo(LocalCodes.TIMED_OUT);
        assertThat(awaits(stopped)).isEqualTo("done");
        CircuitBreaker breaker = fixture.registries.circuitBreakers().circuitBreaker("loadbalancers-writes");
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(calls);
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
        assertThat(inside.await(2, TimeUnit.MINUTES)).isTrue();
        caller.interrupt();
        caller.join();

        assertThat(seen.get().kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(seen.get().code()).isEqualTo(LocalCodes.INTERRUPTED);
        assertThat(flag.get()).isTrue();
        assertThat(stopped.await(2, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void listenerHearsOfEveryCallOnceWithItsTriesTimeAndFate() {
        fixture.call(loadBalancer(Verb.PUT), network(Kind.UNAVAILABLE, "ConnectionRefused"));
        fails(() -> fixture.call(of(Verb.POST, ArmTypes.PUBLIC_IP), status(429)));
        fixture.call(of(Verb.POST, ArmTypes.PUBLIC_IP));

        assertThat(fixture.ended).hasSize(3);
        ArmCallListener.Ended put = fixture.ended.get(0);
        assertThat(put.call().method()).isEqualTo("create_or_update");
        assertThat(put.took()).isEqualTo(Duration.ofSeconds(1));
        assertThat(put.tries()).isEqualTo(2);
        assertThat(put.error()).isEmpty();
        assertThat(fixture.ended.get(1).status()).isEqualTo(429);
        assertThat(fixture.ended.get(1).throttled()).isTrue();
        assertThat(fixture.ended.get(2).error()).isEmpty();
        assertThat(fixture.ended.get(2).call().method()).isEqualTo("act");
    }

    /** Waits without end for all practical purposes, and ends early when interrupted as a blocked HTTP call does. */
    private static String awaits(CountDownLatch latch) {
        try {
            assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
            return "done";
        } catch (InterruptedException stopped) {
            throw network(Kind.UNKNOWN, "Interrupted");
        }
    }
}
