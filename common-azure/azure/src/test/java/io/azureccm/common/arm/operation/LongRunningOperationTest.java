package io.azureccm.common.arm.operation;

import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.body;
import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.fails;
import static io.azureccm.common.arm.gateway.ScriptedArm.LB;
import static io.azureccm.common.arm.gateway.ScriptedArm.LB_PATH;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.gateway.ScriptedArm;
import io.azureccm.common.arm.gateway.ScriptedServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes that go on after their first answer: how they are followed, with which calls, and how they may end. */
class LongRunningOperationTest {
    private static final String UPDATING = ScriptedArm.shown(
            "\"etag\":\"1\",\"properties\":{\"provisioningState\":\"Updating\"}");
    private static final String RUNNING = "{\"status\":\"InProgress\"}";
    private static final String SUCCEEDED = "{\"status\":\"Succeeded\"}";

    private final ScriptedArm arm = new ScriptedArm();
    private final ScriptedServer server = arm.server;

    @AfterEach
    void stop() {
        arm.close();
    }

    @Test
    void putIsPolledToItsEndWithoutIfMatchAndWithoutAFinalRead() {
        started(201, "Azure-AsyncOperation").answer(200, RUNNING).answer(200, SUCCEEDED);

        ArmGateway.PutResult result = arm.gateway.put(LB, body(), "W/\"1\"");

        assertThat(result.isFinal()).isFalse();
        assertThat(result.body().orElseThrow().path("etag").asText()).isEqualTo("1");
        assertThat(server.calls()).containsExactly("PUT " + LB_PATH, "GET /ops/1", "GET /ops/1");
        assertThat(server.requests().get(1).header("If-Match")).isEmpty();
        assertThat(server.requests().get(1).path()).isEqualTo("/ops/1?api-version=x&t=signed");
    }

    @Test
    void putThatAlreadySucceededIsNotPolledAlthoughAnOperationIsNamed() {
        server.answer(200, Map.of("Azure-AsyncOperation", "{base}/ops/1"),
                "{\"properties\":{\"provisioningState\":\"Succeeded\"}}");

        assertThat(arm.gateway.put(LB, body(), "").isFinal()).isTrue();
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void pollsComeFastAtFirstThenEverSlower() {
        started(201, "Azure-AsyncOperation");
        for (int i = 0; i < 9; i++) {
            server.answer(200, RUNNING);
        }
        server.answer(200, SUCCEEDED);

        arm.gateway.put(LB, body(), "");

        assertThat(arm.sleeps()).startsWith(Duration.ofMillis(250), Duration.ofMillis(375))
                .isSortedAccordingTo(Duration::compareTo)
                .endsWith(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource({"1, 250, 250", "5, 250, 250", "30, 250, 1500", "30, 3000, 3000", "1000, 250, 5000"})
    void manyOperationsAreEachLookedAtLessOften(int followed, int millis, int expected) {
        assertThat(OperationSettings.DEFAULT.among(followed, Duration.ofMillis(millis)))
                .isEqualTo(Duration.ofMillis(expected));
    }

    @Test
    void askedWaitingTimesAreKeptWhetherSecondsOrDate() {
        server.answer(201, Map.of("Azure-AsyncOperation", "{base}/ops/1", "Retry-After", "10"), UPDATING)
                .answer(200, Map.of("Retry-After", "Sun, 01 Mar 2026 12:00:13 GMT"), RUNNING)
                .answer(200, Map.of("Retry-After", "0"), RUNNING)
                .answer(200, Map.of("Retry-After", "soon"), RUNNING)
                .answer(200, SUCCEEDED);

        arm.gateway.put(LB, body(), "");

        assertThat(arm.sleeps().subList(0, 2)).containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(3));
        assertThat(arm.sleeps().subList(2, 4)).allMatch(sleep -> sleep.compareTo(Duration.ofSeconds(1)) < 0);
    }

    @Test
    void shortestDelayIsAFloorUnderWhatTheServerAsks() {
        try (ScriptedArm slow = new ScriptedArm(OperationSettings.DEFAULT.withShortestDelay(Duration.ofSeconds(5)))) {
            slow.server.answer(202, Map.of("Location", "{base}/result", "Retry-After", "1"), "").answer(200, "");

            slow.gateway.delete(LB, "");

            assertThat(slow.sleeps()).containsExactly(Duration.ofSeconds(5));
        }
    }

    @Test
    void deletionPrefersTheOperationOverTheLocation() {
        server.answer(202, Map.of("Azure-AsyncOperation", "{base}/ops/1", "Location", "{base}/result"), "")
                .answer(200, RUNNING)
                .answer(200, SUCCEEDED);

        assertThat(arm.gateway.delete(LB, "")).isTrue();
        assertThat(server.calls()).containsExactly("DELETE " + LB_PATH, "GET /ops/1", "GET /ops/1");
    }

    @Test
    void locationIsFollowedUntilItStopsSayingAccepted() {
        server.answer(202, Map.of("Location", "{base}/result"), "")
                .answer(202, Map.of("Location", "{base}/moved"), "")
                .answer(204, "");

        assertThat(arm.gateway.delete(LB, "")).isTrue();
        assertThat(server.calls()).containsExactly("DELETE " + LB_PATH, "GET /result", "GET /moved");
    }

    @Test
    void resultOfAnActionComesFromItsLocation() {
        server.answer(202, Map.of("Azure-AsyncOperation", "{base}/ops/1", "Location", "{base}/result"), "")
                .answer(200, "{\"migratedPools\":[\"p\"]}");

        assertThat(arm.gateway.post(LB, "migrateToIpBased", body()).orElseThrow().path("migratedPools")).hasSize(1);
        assertThat(server.calls()).last().isEqualTo("GET /result");
    }

    @Test
    void locationOfAnOrdinaryCreationIsNoOperation() {
        server.answer(201, Map.of("Location", "{base}" + LB_PATH),
                "{\"properties\":{\"provisioningState\":\"Succeeded\"}}");

        assertThat(arm.gateway.put(LB, body(), "").isFinal()).isTrue();
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"202 | {}", "200 | {\"properties\":{}}", "201 | {\"etag\":\"1\"}"})
    void putWhoseAnswersDoNotShowTheResourceEndsWellAndLeavesNothing(int status, String body) {
        server.answer(status, Map.of("Azure-AsyncOperation", "{base}/ops/1"), body).answer(200, SUCCEEDED);

        assertThat(arm.gateway.put(LB, body(), "")).isEqualTo(new ArmGateway.PutResult(Optional.empty(), false));
    }

    @Test
    void stateInTheBodyIsPolledAtTheResourceWhereNothingElseIsNamed() {
        server.answer(201, UPDATING)
                .error(404, "ResourceNotFound")
                .answer(200, UPDATING)
                .answer(200, ScriptedArm.shown("\"etag\":\"9\",\"properties\":{\"provisioningState\":\"Succeeded\"}"));

        ArmGateway.PutResult result = arm.gateway.put(LB, body(), "");

        assertThat(result.isFinal()).isTrue();
        assertThat(result.body().orElseThrow().path("etag").asText()).isEqualTo("9");
        assertThat(server.calls()).hasSize(4).allMatch(call -> call.endsWith(LB_PATH));
    }

    @ParameterizedTest
    @CsvSource({"Failed, SecurityRuleConflict, REJECTED", "Failed, AnotherOperationInProgress, BUSY",
            "Canceled, CanceledAndSupersededDueToAnotherOperation, CONFLICT", "Canceled, OperationPreempted, BUSY",
            "Failed, PreconditionFailed, CONFLICT", "Failed, TooManyRequests, THROTTLED",
            "Failed, InternalServerError, UNKNOWN", "Failed, AuthorizationFailed, FORBIDDEN",
            "Canceled, Whatever, CONFLICT"})
    void failedOperationIsClassifiedByItsCode(String state, String code, Kind kind) {
        started(200, "Azure-AsyncOperation").answer(200, Map.of("x-ms-request-id", "req-7"),
                "{\"status\":\"" + state + "\",\"error\":{\"code\":\"" + code + "\",\"message\":\"why\"}}");

        ArmException error = fails(() -> arm.gateway.put(LB, body(), ""));

        assertThat(error.kind()).isEqualTo(kind);
        assertThat(error.code()).isEqualTo(code);
        assertThat(error).hasMessageContainingAll("PUT loadBalancers/kubernetes", state, code, "why", "req-7");
        assertThat(error.isEtagOutdated()).as("accepted, so the resource has changed").isTrue();
    }

    @Test
    void failureOfMegabytesIsCut() {
        started(200, "Azure-AsyncOperation").answer(200, "{\"status\":\"Failed\",\"error\":{\"code\":\""
                + "x".repeat(1_000_000) + "\",\"message\":\"" + "y".repeat(1_000_000) + "\"}}");

        assertThat(fails(() -> arm.gateway.put(LB, body(), ""))).message().hasSizeLessThan(2_000);
    }

    @Test
    void failureWithoutAnErrorObjectStillFails() {
        started(200, "Operation-Location").answer(200, "{\"status\":\"Failed\"}");

        assertThat(fails(() -> arm.gateway.put(LB, body(), "")).code()).isEqualTo("OperationFailed");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 504})
    void troubleWithAPollSaysNothingAboutTheWrite(int status) {
        started(200, "Azure-AsyncOperation").answer(status, Map.of("Retry-After", "7"), "")
                .answer(200, "no json")
                .answer(ScriptedServer.CUT, "{")
                .answer(200, SUCCEEDED);

        arm.gateway.put(LB, body(), "");

        assertThat(server.calls()).hasSize(5);
        assertThat(arm.sleeps().get(1)).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void tooManyUselessPollsInARowEndAsUnknown() {
        started(200, "Azure-AsyncOperation");
        for (int i = 0; i < OperationSettings.DEFAULT.failedPolls(); i++) {
            server.error(503, "ServiceUnavailable");
        }

        ArmException error = fails(() -> arm.gateway.put(LB, body(), ""));

        assertThat(error.kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(error.code()).isEqualTo("OperationOutcomeUnknown");
        assertThat(server.unanswered()).isZero();
        assertThat(server.requests()).hasSize(1 + OperationSettings.DEFAULT.failedPolls());
    }

    @Test
    void pollThatIsForbiddenLeavesTheOutcomeUnknownAtOnce() {
        started(200, "Azure-AsyncOperation").error(403, "AuthorizationFailed");

        assertThat(fails(() -> arm.gateway.put(LB, body(), "")).kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void operationThatNeverEndsIsGivenUpAtTheBound() {
        OperationSettings usual = OperationSettings.DEFAULT;
        OperationSettings bounded = new OperationSettings(usual.firstDelay(), usual.longestDelay(),
                usual.shortestDelay(), usual.longestAsked(), Duration.ofSeconds(30), usual.failedPolls());
        try (ScriptedArm short_ = new ScriptedArm(bounded)) {
            short_.server.answer(201, Map.of("Azure-AsyncOperation", "{base}/ops/1", "Retry-After", "20"), UPDATING)
                    .answer(200, Map.of("Retry-After", "20"), RUNNING)
                    .answer(200, Map.of("Retry-After", "20"), RUNNING);

            ArmException error = fails(() -> short_.gateway.put(LB, body(), ""));

            assertThat(error.kind()).isEqualTo(Kind.UNKNOWN);
            assertThat(error.code()).isEqualTo("OperationTimedOut");
            assertThat(short_.sleeps()).containsExactly(Duration.ofSeconds(20), Duration.ofSeconds(10));
        }
    }

    @Test
    void tokenIsNotSentToAnOperationOnAnotherHost() {
        try (ScriptedServer other = new ScriptedServer()) {
            server.answer(202, Map.of("Location", other.base() + "/result"), "");

            ArmException error = fails(() -> arm.gateway.delete(LB, ""));

            assertThat(error.kind()).isEqualTo(Kind.UNKNOWN);
            assertThat(error.code()).isEqualTo("ForeignAddress");
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void interruptionWhileWaitingIsUnknownAndKept() {
        started(200, "Azure-AsyncOperation").answer(200, RUNNING);
        Thread.currentThread().interrupt();

        ArmException error = fails(() -> arm.gateway.put(LB, body(), ""));

        assertThat(error.code()).isEqualTo("Interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void acceptedWriteWithNothingToFollowIsLookedAt() {
        server.answer(202, "")
                .answer(200, UPDATING)
                .answer(200, "{\"properties\":{\"provisioningState\":\"Succeeded\"}}");
        assertThat(arm.gateway.put(LB, body(), "").isFinal()).isTrue();

        server.answer(202, "").answer(200, "{}").error(404, "ResourceNotFound");
        assertThat(arm.gateway.delete(LB, "")).isTrue();
        assertThat(List.copyOf(server.requests())).hasSize(6);
    }

    private ScriptedServer started(int status, String header) {
        return server.answer(status, Map.of(header, "{base}/ops/1?api-version=x&t=signed"), UPDATING);
    }
}
