package io.azureccm.common.resilience;

import static io.azureccm.common.resilience.PolicyFixture.SUBSCRIPTION;
import static io.azureccm.common.resilience.PolicyFixture.fails;
import static io.azureccm.common.resilience.PolicyFixture.limited;
import static io.azureccm.common.resilience.PolicyFixture.loadBalancer;
import static io.azureccm.common.resilience.PolicyFixture.network;
import static io.azureccm.common.resilience.PolicyFixture.of;
import static io.azureccm.common.resilience.PolicyFixture.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.arm.http.ArmExchangeGate;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.resilience.ArmCall.Verb;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Calls that the budget keeps back: how long, and that they say nothing about the server. */
class ArmCallBudgetTest {
    private static final Instant NOW = VirtualClock.START;

    private PolicyFixture fixture = new PolicyFixture();

    @Test
    void refusalWithoutAWaitingTimeSaysWhenTheBudgetLetsTheNextCallThrough() {
        ArmCall call = loadBalancer(Verb.PUT);
        ArmExchange exchange = new ArmExchange(ArmExchange.Kind.PUT, call.target(), call.reason());
        ArmExchangeGate.Response refused = new ArmExchangeGate.Response(429, "TooManyRequests", true, Optional.empty(),
                Map.of(), Map.of());
        for (int wait : List.of(10, 20, 40)) {
            ArmException failed = fails(() -> fixture.policy.call(call, () -> {
                fixture.budget.gate().answered(exchange, refused);
                throw status(429);
            }));
            assertThat(failed.retryAfter()).contains(fixture.clock.now().plusSeconds(wait));
            fixture.clock.advance(Duration.ofSeconds(wait));
        }
        assertThat(fails(() -> fixture.call(of(Verb.DELETE, ArmTypes.PUBLIC_IP), status(429))).retryAfter())
                .as("of another bucket")
                .isEmpty();
    }

    @Test
    void budgetKeepsCallsBackUntilTheRefillAndCountsOneLogicalCallOnce() {
        fixture = new PolicyFixture(PolicyFixture.with(limited(1, 5, 0.5, 2)));

        fixture.call(loadBalancer(Verb.PUT), network(Kind.UNAVAILABLE, "ConnectionRefused"),
                network(Kind.UNAVAILABLE, "ConnectionRefused"));
        fixture.call(loadBalancer(Verb.PUT));
        ArmException kept = fails(() -> fixture.call(loadBalancer(Verb.PUT)));

        assertThat(kept.code()).isEqualTo(LocalCodes.RATE_LIMITED);
        assertThat(kept.kind()).isEqualTo(Kind.THROTTLED);
        // Two writes per four seconds, three of them already gone in the retries.
        assertThat(kept.retryAfter()).contains(NOW.plusSeconds(4));
        assertThat(fixture.call(loadBalancer(Verb.GET))).isEqualTo("done");
        assertThat(fixture.policy.budget(SUBSCRIPTION, ArmTypes.LOAD_BALANCER)).hasToString("writes 0/2, reads 4/5");
        assertThat(fixture.policy.budget(SUBSCRIPTION, ArmTypes.PUBLIC_IP))
                .hasToString("writes 32/32, reads 40/40");

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
    void limitOfResilience4jCountsForItsTypeAndTheOneOfTheCloudConfigGoesBefore() {
        RateLimiterConfig two = RateLimiterConfig.custom()
                .limitForPeriod(2)
                .limitRefreshPeriod(Duration.ofSeconds(10))
                .timeoutDuration(Duration.ZERO)
                .build();
        CallConfigs usual = PolicyFixture.with(limited(1, 5, 1, 5)).configs();
        fixture = new PolicyFixture(new CallConfigs(usual.bulkheads(), usual.operators(),
                Map.of("loadbalancers-writes", two, "publicipaddresses-writes", two, "resourcegroups-reads", two),
                usual.retries(), usual.breakers(), usual.timeLimiters()));

        assertThat(sentOfTen(loadBalancer(Verb.PUT))).isEqualTo(5);
        assertThat(sentOfTen(of(Verb.PUT, ArmTypes.PUBLIC_IP))).isEqualTo(2);
        assertThat(sentOfTen(of(Verb.GET, ArmTypes.PUBLIC_IP))).isEqualTo(10);
        fixture.clock.advance(Duration.ofSeconds(3));
        ArmException kept = fails(() -> fixture.call(of(Verb.PUT, ArmTypes.PUBLIC_IP)));
        assertThat(kept.retryAfter()).contains(NOW.plusSeconds(10));
        assertThat(kept.getMessage()).contains("publicipaddresses-writes (resilience4j.ratelimiter)");
        assertThat(fixture.registries.rateLimiters().getAllRateLimiters()).extracting(RateLimiter::getName)
                .containsExactlyInAnyOrder("loadbalancers-writes", "publicipaddresses-writes");
    }

    private int sentOfTen(ArmCall call) {
        int before = fixture.sent;
        for (int i = 0; i < 10; i++) {
            fails(() -> fixture.call(call));
        }
        return fixture.sent - before;
    }

    @Test
    void withoutOwnLimitsTheBudgetIsThisAppsPartOfArmsOwn() {
        ArmExchangeGate gate = fixture.budget.gate();
        fixture.policy.call(loadBalancer(Verb.PUT), () -> {
            gate.admit(new ArmExchange(ArmExchange.Kind.PUT, loadBalancer(Verb.PUT).target(), CallReason.current()));
            return "done";
        });

        assertThat(fixture.policy.budget(SUBSCRIPTION.toUpperCase(Locale.ROOT), ArmTypes.LOAD_BALANCER))
                .hasToString("writes 31/32, reads 40/40");
    }

    @Test
    void whatTheCallBudgetKeepsBackSaysNothingAboutTheServerAndCountsAsNoTry() {
        for (int i = 0; i < 9; i++) {
            fails(() -> fixture.call(loadBalancer(Verb.GET), status(400)));
        }
        ArmException kept = fails(() -> fixture.call(loadBalancer(Verb.GET),
                network(Kind.THROTTLED, ArmBudget.USED_UP)));

        assertThat(kept.code()).isEqualTo(ArmBudget.USED_UP);
        assertThat(fixture.registries
                .circuitBreakers()
                .circuitBreaker("loadbalancers-reads")
                .getMetrics()
                .getNumberOfBufferedCalls()).isEqualTo(9);
        ArmCallListener.Ended ended = fixture.ended.getLast();
        assertThat(ended.tries()).isZero();
        assertThat(ended.rateLimited()).isTrue();
        assertThat(ended.throttled()).isFalse();
    }
}
