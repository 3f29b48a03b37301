package io.azureccm.common.resilience;

import static io.azureccm.common.resilience.PolicyFixture.fails;
import static io.azureccm.common.resilience.PolicyFixture.loadBalancer;
import static io.azureccm.common.resilience.PolicyFixture.network;
import static io.azureccm.common.resilience.PolicyFixture.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.resilience.ArmCall.Verb;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only what ARM says shows whether it works again. */
class CallBreakersTest {
    private final PolicyFixture fixture = new PolicyFixture();

    @ParameterizedTest
    @CsvSource({"UNAVAILABLE, WriteNotAllowed", "UNAUTHENTICATED, TokenRefused", "UNKNOWN, Interrupted"})
    void callThatWasNotAnsweredDoesNotEndTheTrial(Kind kind, String code) {
        trial();

        fails(() -> fixture.call(loadBalancer(Verb.PUT), network(kind, code)));
        fails(() -> fixture.call(loadBalancer(Verb.PUT), status(500)));

        assertThat(fixture.policy.suspended()).containsExactly("loadbalancers-writes");
    }

    @Test
    void refusalOfArmEndsTheTrial() {
        trial();

        fails(() -> fixture.call(loadBalancer(Verb.PUT), status(409)));
        fails(() -> fixture.call(loadBalancer(Verb.PUT), status(500)));

        assertThat(fixture.policy.suspended()).isEmpty();
    }

    private void trial() {
        for (int i = 0; i < 10; i++)
            fails(() -> fixture.call(loadBalancer(Verb.PUT), status(500)));
        assertThat(fixture.policy.suspended()).containsExactly("loadbalancers-writes");
        fixture.clock.advance(Duration.ofSeconds(31));
    }
}
