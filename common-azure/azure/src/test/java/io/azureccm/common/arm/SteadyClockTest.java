package io.azureccm.common.arm;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.credential.AccessToken;
import io.azureccm.common.arm.SetWallClock.Jump;
import io.azureccm.common.arm.gateway.ScriptedArm;
import io.azureccm.common.arm.gateway.ScriptedServer;
import io.azureccm.common.arm.http.ArmErrors;
import io.azureccm.common.arm.http.ArmRequest;
import io.azureccm.common.arm.http.ArmTokens;
import io.azureccm.common.arm.http.ArmWire;
import io.azureccm.common.arm.http.TokenFailure;
import io.azureccm.common.arm.http.TrustFiles;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

/** Durations while somebody sets the wall clock. */
class SteadyClockTest {
    private final SetWallClock time = new SetWallClock();
    private final SteadyClock clock = new SteadyClock(time::nanoTime, time::wall);

    static Stream<Jump> jumps() {
        return Stream.of(new Jump("not at all", Duration.ZERO), new Jump("a second ahead", Duration.ofSeconds(1)),
                new Jump("a second back", Duration.ofSeconds(-1)), new Jump("five hours ahead", Duration.ofHours(5)),
                new Jump("five hours back", Duration.ofHours(-5)), new Jump("a year back", Duration.ofDays(-365)));
    }

    @ParameterizedTest
    @MethodSource("jumps")
    void whatTookAMinuteTookAMinute(Jump jump) {
        Instant before = clock.instant();
        time.set(jump.by());
        assertThat(Duration.between(before, clock.instant())).isZero();
        time.advance(Duration.ofSeconds(60));
        assertThat(Duration.between(before, clock.instant())).isBetween(Duration.ofSeconds(57), Duration.ofSeconds(63));
    }

    @ParameterizedTest
    @MethodSource("jumps")
    void theTimeOfDayIsReachedInTheEndWithoutAStepBack(Jump jump) {
        time.set(jump.by());
        Instant last = clock.instant();
        Duration distance = Duration.between(last, time.wall()).abs();
        time.advance(distance.multipliedBy(20).dividedBy(2));
        Instant halfWay = clock.instant();
        assertThat(halfWay).isAfterOrEqualTo(last);
        time.advance(distance.multipliedBy(20));
        assertThat(clock.instant()).isEqualTo(time.wall());
    }

    @ParameterizedTest
    @MethodSource("jumps")
    void tokenLastsAsLongAsItLastedAndOneThatComesLaterToo(Jump jump) {
        List<Instant> asked = new ArrayList<>();
        ArmTokens tokens = new ArmTokens(() -> request -> {
            asked.add(time.wall());
            return Mono.just(new AccessToken("t" + asked.size(),
                    time.wall().plus(Duration.ofHours(1)).atOffset(ZoneOffset.UTC)));
        }, new ArmTokens.TokenRequest("scope", "", "login.test:443"), time.armClock(clock));
        tokens.current();
        time.set(jump.by());
        time.advance(Duration.ofMinutes(50));
        assertThat(tokens.current()).isEqualTo("t1");
        time.advance(Duration.ofMinutes(11));
        assertThat(tokens.current()).isEqualTo("t2");
        time.advance(Duration.ofMinutes(50));
        assertThat(tokens.current()).isEqualTo("t2");
    }

    @ParameterizedTest
    @MethodSource("jumps")
    void tokenServiceThatRefusedIsAskedAgainSoon(Jump jump) {
        List<Instant> asked = new ArrayList<>();
        ArmTokens tokens = new ArmTokens(() -> request -> {
            asked.add(time.wall());
            return Mono.error(new IllegalStateException("AADSTS7000215: no."));
        }, new ArmTokens.TokenRequest("scope", "", "login.test:443"), time.armClock(clock));
        fails(tokens);
        time.set(jump.by());
        fails(tokens);
        assertThat(asked).hasSize(1);
        time.advance(Duration.ofSeconds(2));
        fails(tokens);
        assertThat(asked).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("jumps")
    void waitThatAzureAsksForEndsWhenItIsOver(Jump jump) {
        time.set(jump.by());
        ArmClock calls = time.armClock(clock);
        ArmWire wire = ScriptedArm.wire("", ScriptedArm.tokens(request -> "token", calls), TrustFiles.SHARED, calls);
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(time.wall().plusSeconds(30).atOffset(ZoneOffset.UTC));
        try (ScriptedServer server = new ScriptedServer()) {
            ArmRequest request = ArmRequest.get(ScriptedArm.LB, URI.create(server.base() + ScriptedArm.LB_PATH));
            for (String asked : List.of("30", date)) {
                server.answer(429, Map.of("Retry-After", asked), "");
                assertThat(ArmErrors.of(request, wire.send(request)).retryAfter())
                        .contains(clock.instant().plusSeconds(30));
            }
        }
    }

    @Test
    void withoutAJumpItShowsTheTimeOfDay() {
        time.advance(Duration.ofMillis(1234));
        assertThat(clock.instant()).isEqualTo(time.wall());
    }

    private static void fails(ArmTokens tokens) {
        assertThat(org.assertj.core.api.Assertions.catchThrowable(tokens::current)).isInstanceOf(TokenFailure.class);
    }
}
