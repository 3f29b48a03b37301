package io.azureccm.common.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.resilience.ArmCall;
import io.azureccm.common.resilience.ArmCall.Verb;
import io.azureccm.common.resilience.ArmCallListener.Ended;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArmReachabilityTest {
    private static final ArmId BALANCER = ArmId.of("s", "rg", "Microsoft.Network/loadBalancers", "lb");
    private static final ArmId GROUP = ArmId.parse("/subscriptions/s/resourceGroups/rg");

    private final ArmReachability reach = new ArmReachability(InstantSource.system());

    @Test
    void nothingIsKnownBeforeTheFirstCall() {
        assertThat(reach.reach().up()).isEmpty();
        assertThat(reach.reach().isDown()).isFalse();
    }

    @ParameterizedTest(name = "{0} of a {1}: up {2}")
    @CsvSource({"NOT_FOUND, GET, true", "CONFLICT, PUT, true", "BUSY, PUT, true", "REJECTED, PUT, true",
            "UNAUTHENTICATED, GET, false", "UNAUTHENTICATED, PUT, false", "UNAVAILABLE, LIST, false",
            "UNKNOWN, LIST, false", "FORBIDDEN, LIST, false", "FORBIDDEN, PUT, true"})
    void failureSaysWhetherArmCanBeUsed(Kind kind, Verb verb, boolean up) {
        fail(verb, BALANCER, kind);
        assertThat(reach.reach().up()).contains(up);
        assertThat(reach.reach().problem()).isEqualTo(up ? "" : "what happened");
    }

    @ParameterizedTest(name = "{0} of a {1} changes nothing")
    @CsvSource({"THROTTLED, GET", "UNKNOWN, PUT"})
    void failureThatSaysNothingAboutTheWayChangesNothing(Kind kind, Verb verb) {
        succeed();
        fail(verb, BALANCER, kind);
        assertThat(reach.reach().up()).contains(true);
    }

    @Test
    void resourceGroupThatMayNotBeReadStillIsAnAnswer() {
        fail(Verb.GET, GROUP, Kind.FORBIDDEN);
        assertThat(reach.reach().up()).contains(true);
    }

    @Test
    void successMakesUpForAFailure() {
        reach.unusable("no such cloud");
        assertThat(reach.reach().isDown()).isTrue();
        succeed();
        assertThat(reach.reach().up()).contains(true);
        assertThat(reach.reach().problem()).isEmpty();
    }

    private void succeed() {
        reach.ended(new Ended(new ArmCall(Verb.GET, BALANCER, "", CallReason.UNSTATED), Duration.ofMillis(3), 1,
                Optional.empty()));
    }

    private void fail(Verb verb, ArmId target, Kind kind) {
        reach.ended(new Ended(new ArmCall(verb, target, "", CallReason.UNSTATED), Duration.ofMillis(3), 1,
                Optional.of(new ArmException(kind, 0, "Code", "what happened", "", null, null))));
    }
}
