package io.azureccm.common.arm.http;

import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.fails;
import static io.azureccm.common.arm.gateway.ScriptedArm.LB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenRequestContext;
import io.azureccm.common.arm.ApiVersions;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.arm.gateway.PipelineArmGateway;
import io.azureccm.common.arm.gateway.ScriptedArm;
import io.azureccm.common.arm.gateway.ScriptedServer;
import io.azureccm.common.arm.operation.OperationSettings;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** How often the token service is asked, and what happens when it or ARM refuses. Tokens here live one hour. */
class ArmTokensTest {
    private static final String REFUSAL = "AADSTS7000215: Invalid client secret provided. Trace ID: 1 Correlation ID: 2";

    private final VirtualClock clock = new VirtualClock();
    private final List<TokenRequestContext> asked = Collections.synchronizedList(new ArrayList<>());

    @Test
    void manyCallsAtOnceAskOnce() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        ArmTokens tokens = tokens(request -> "t" + asked.size());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                all.add(threads.submit(() -> {
                    go.await();
                    return tokens.current();
                }));
            }
            go.countDown();
            for (Future<String> one : all) {
                assertThat(one.get()).isEqualTo("t1");
            }
        }
        assertThat(asked).hasSize(1);
    }

    @Test
    void tokenIsRenewedFiveMinutesBeforeItExpires() {
        ArmTokens tokens = tokens(request -> "t" + asked.size());

        assertThat(tokens.current()).isEqualTo("t1");
        clock.advance(Duration.ofMinutes(54));
        assertThat(tokens.current()).isEqualTo("t1");
        clock.advance(Duration.ofMinutes(1));
        assertThat(tokens.current()).isEqualTo("t2");
    }

    @Test
    void tokenThatWasPreparedServesTheFirstCall() {
        ArmTokens tokens = tokens(request -> "t" + asked.size());

        tokens.prepare();

        assertThat(asked).hasSize(1);
        assertThat(tokens.current()).isEqualTo("t1");
        assertThat(asked).hasSize(1);
    }

    @Test
    void tokenThatCannotBePreparedIsTheFailureOfTheFirstCall() {
        ArmTokens tokens = tokens(request -> {
            throw new IllegalStateException(REFUSAL);
        });

        tokens.prepare();

        assertThatThrownBy(tokens::current).isInstanceOf(TokenFailure.class).hasMessageContaining("login.test:443");
    }

    @Test
    void serviceThatGivesOutTheOldTokenAgainIsAskedTwiceAMinute() {
        OffsetDateTime expiry = clock.now().plus(Duration.ofHours(1)).atOffset(ZoneOffset.UTC);
        ArmTokens tokens = new ArmTokens(() -> request -> {
            asked.add(request);
            return Mono.just(new AccessToken("same", expiry));
        }, new ArmTokens.TokenRequest("scope", "", "login.test:443"), clock);
        tokens.current();
        clock.advance(Duration.ofMinutes(56));

        for (int seconds = 0; seconds < 60; seconds++) {
            assertThat(tokens.current()).isEqualTo("same");
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(asked).hasSize(3);
    }

    @Test
    void validTokenServesOnWhileItsRenewalFails() {
        ArmTokens tokens = tokens(request -> {
            if (asked.size() > 1)
                throw new IllegalStateException(REFUSAL);
            return "t1";
        });
        tokens.current();
        clock.advance(Duration.ofMinutes(56));

        assertThat(tokens.current()).isEqualTo("t1");
        assertThat(tokens.current()).isEqualTo("t1");
        assertThat(asked).hasSize(2);

        clock.advance(Duration.ofMinutes(4));
        assertThat(catchThrowableOfType(TokenFailure.class, tokens::current)).hasMessageContaining("AADSTS7000215");
    }

    @Test
    void refusalIsOneLineAndIsAskedForAgainEverMoreSlowly() {
        ArmTokens tokens = tokens(request -> {
            throw new IllegalStateException("Client authentication failed. " + REFUSAL + "\nTimestamp: now");
        });
        for (int seconds : new int[]{1, 2, 4, 8, 16, 32, 60, 60}) {
            int before = asked.size();
            TokenFailure failure = catchThrowableOfType(TokenFailure.class, tokens::current);
            assertThat(failure).hasMessage(
                    "the token service login.test:443 refused to issue a token: AADSTS7000215: Invalid client secret provided.");
            assertThat(failure.nextAttempt()).isEqualTo(clock.now().plusSeconds(seconds));
            assertThat(catchThrowableOfType(TokenFailure.class, tokens::current)).isSameAs(failure);
            assertThat(asked).hasSize(before + 1);
            clock.advance(Duration.ofSeconds(seconds));
        }
    }

    @Test
    void gatewayReportsARefusedTokenAsUnauthenticatedAndSendsNothing() {
        try (ScriptedServer server = new ScriptedServer()) {
            ArmException error = fails(() -> gateway(server, request -> {
                throw new IllegalStateException(REFUSAL);
            }).get(LB));

            assertThat(error.kind()).isEqualTo(Kind.UNAUTHENTICATED);
            assertThat(error.code()).isEqualTo("TokenRefused");
            assertThat(error).hasMessage(
                    "GET loadBalancers/kubernetes: the token service login.test:443 refused to issue a token: AADSTS7000215: Invalid client secret provided.");
            assertThat(error.retryAfter()).contains(VirtualClock.START.plusSeconds(1));
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void tokenThatArmRefusesIsReplacedOnceWithTheClaimsItAsksFor() {
        try (ScriptedServer server = new ScriptedServer()) {
            // eyJhIjoxfQ== is {"a":1}
            server.answer(401,
                    Map.of("WWW-Authenticate", "Bearer error=\"insufficient_claims\", claims=\"eyJhIjoxfQ==\""), "")
                    .answer(200, ScriptedArm.shown(""));

            assertThat(gateway(server, request -> "t" + asked.size()).get(LB)).isPresent();

            assertThat(server.requests()).extracting(request -> request.header("Authorization"))
                    .containsExactly("Bearer t1", "Bearer t2");
            assertThat(asked.get(1).getClaims()).isEqualTo("{\"a\":1}");
        }
    }

    @Test
    void armThatRefusesEveryTokenIsNotHammered() {
        try (ScriptedServer server = new ScriptedServer()) {
            server.error(401, "InvalidAuthenticationToken")
                    .error(401, "InvalidAuthenticationToken")
                    .answer(200, ScriptedArm.shown(""));
            PipelineArmGateway gateway = gateway(server, request -> "t" + asked.size());

            ArmException first = fails(() -> gateway.get(LB));
            ArmException second = fails(() -> gateway.get(LB));

            assertThat(first.kind()).isEqualTo(Kind.UNAUTHENTICATED);
            assertThat(first.code()).isEqualTo("InvalidAuthenticationToken");
            assertThat(second.kind()).isEqualTo(Kind.UNAUTHENTICATED);
            assertThat(second).hasMessageContaining("ARM rejected the token: said by ARM");
            assertThat(server.requests()).hasSize(2);

            clock.advance(Duration.ofSeconds(1));
            assertThat(gateway.get(LB)).isPresent();
        }
    }

    @Test
    void sameTokenAgainIsNotSentAgain() {
        try (ScriptedServer server = new ScriptedServer()) {
            server.error(401, "ExpiredAuthenticationToken");

            assertThat(fails(() -> gateway(server, request -> "always").get(LB)).kind())
                    .isEqualTo(Kind.UNAUTHENTICATED);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void tokenThatArmRefusesIsNotTakenFromTheMemoryOfTheCredential() {
        try (ScriptedServer server = new ScriptedServer()) {
            server.error(401, "ExpiredAuthenticationToken").answer(200, ScriptedArm.shown(""));
            AtomicInteger made = new AtomicInteger();
            ArmTokens tokens = new ArmTokens(() -> {
                String remembered = "of credential " + made.incrementAndGet();
                return request -> Mono.just(
                        new AccessToken(remembered, clock.now().plus(Duration.ofHours(1)).atOffset(ZoneOffset.UTC)));
            }, new ArmTokens.TokenRequest("scope", "", "login.test:443"), clock);

            assertThat(gateway(server, tokens).get(LB)).isPresent();
            assertThat(server.requests()).extracting(request -> request.header("Authorization"))
                    .containsExactly("Bearer of credential 1", "Bearer of credential 2");
        }
    }

    private ArmTokens tokens(Function<TokenRequestContext, String> source) {
        return ScriptedArm.tokens(request -> {
            asked.add(request);
            return source.apply(request);
        }, clock);
    }

    private PipelineArmGateway gateway(ScriptedServer server, Function<TokenRequestContext, String> source) {
        return gateway(server, tokens(source));
    }

    private PipelineArmGateway gateway(ScriptedServer server, ArmTokens tokens) {
        ArmWire wire = ScriptedArm.wire(server.base(), tokens, TrustFiles.SHARED, clock);
        return new PipelineArmGateway(ArmEndpoint.of(server.base()), ApiVersions.AZURE, wire,
                OperationSettings.DEFAULT, ResponseLimits.DEFAULT, clock);
    }
}
