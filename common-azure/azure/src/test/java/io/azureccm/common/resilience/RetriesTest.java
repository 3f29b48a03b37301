package io.azureccm.common.resilience;

import static io.azureccm.common.resilience.PolicyFixture.after;
import static io.azureccm.common.resilience.PolicyFixture.fails;
import static io.azureccm.common.resilience.PolicyFixture.loadBalancer;
import static io.azureccm.common.resilience.PolicyFixture.network;
import static io.azureccm.common.resilience.PolicyFixture.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.resilience.ArmCall.Verb;
import io.github.resilience4j.retry.RetryRegistry;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which failed calls are made again, and after which waits. */
class RetriesTest {
    private static final Instant NOW = VirtualClock.START;

    private PolicyFixture fixture = new PolicyFixture();

    @ParameterizedTest
    @CsvSource({"GET, true", "LIST, true", "PUT, false", "DELETE, false", "POST, false"})
    void serverTroubleIsRepeatedForReadsAlone(Verb verb, boolean repeated) {
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
            "UNKNOWN, ConnectionLost, PUT, false", "UNKNOWN, RequestTimeout, DELETE, false",
            "UNKNOWN, RequestTimeout, LIST, true", "UNKNOWN, AnswerTooLarge, LIST, false",
            "UNAVAILABLE, WriteNotAllowed, PUT, false",
            "UNKNOWN, MalformedAnswer, GET, true", "UNKNOWN, MalformedAnswer, PUT, false",
            "UNAVAILABLE, CertificateNotTrusted, GET, false", "UNKNOWN, OperationOutcomeUnknown, PUT, false",
            "UNKNOWN, OperationTimedOut, DELETE, false", "UNKNOWN, Interrupted, GET, false",
            "UNAUTHENTICATED, TokenRefused, GET, false", "UNKNOWN, ForeignAddress, PUT, false"})
    void connectionTroubleIsRepeatedUnlessAWriteMayHaveBeenCarriedOut(Kind kind, String code, Verb verb,
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
        fixture = new PolicyFixture(PolicyFixture.with(retries -> new RetrySettings(4,
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
        CallRetries retries = new CallRetries(PolicyFixture.SETTINGS.configs().retries(),
                RetryRegistry.ofDefaults(), clock, () -> 1.0);
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
}
