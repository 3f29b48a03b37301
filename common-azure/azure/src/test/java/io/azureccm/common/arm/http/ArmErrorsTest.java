package io.azureccm.common.arm.http;

import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.body;
import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.fails;
import static io.azureccm.common.arm.gateway.ScriptedArm.LB;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.arm.gateway.ScriptedArm;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table from what ARM answers to what a caller can do about it, and the lines people read. */
class ArmErrorsTest {
    private final ScriptedArm arm = new ScriptedArm();

    @AfterEach
    void stop() {
        arm.close();
    }

    @ParameterizedTest
    @CsvSource({"400, InvalidResourceReference, REJECTED", "400, PublicIPAddressCannotBeDeleted, REJECTED",
            "400, AnotherOperationInProgress, BUSY", "400, ReferencedResourceNotProvisioned, BUSY",
            "403, AuthorizationFailed, FORBIDDEN", "403, LinkedAuthorizationFailed, FORBIDDEN",
            "403, RequestDisallowedByPolicy, REJECTED", "404, ResourceNotFound, NOT_FOUND",
            "404, SubscriptionNotFound, REJECTED", "405, MethodNotAllowed, REJECTED", "408, RequestTimeout, UNKNOWN",
            "409, AnotherOperationInProgress, BUSY", "409, RetryableErrorDueToAnotherOperation, BUSY",
            "409, ReferencedResourceNotProvisioned, BUSY", "409, Conflict, BUSY", "409, NeverHeardOf, REJECTED",
            "409, AmbiguousPolicyEvaluationPaths, REJECTED",
            "409, OperationNotAllowed, REJECTED", "409, ScopeLocked, REJECTED",
            "409, MissingSubscriptionRegistration, REJECTED", "409, ResourceGroupBeingDeleted, REJECTED",
            "409, CanceledAndSupersededDueToAnotherOperation, CONFLICT", "412, PreconditionFailed, CONFLICT",
            "429, TooManyRequests, THROTTLED", "429, OperationNotAllowed, THROTTLED",
            "429, SubscriptionRequestsThrottled, THROTTLED", "429, RetryableErrorDueToAnotherOperation, BUSY",
            "500, InternalServerError, UNKNOWN", "502, BadGateway, UNKNOWN", "503, TooManyRequests, UNKNOWN",
            "504, GatewayTimeout, UNKNOWN"})
    void statusAndCodeDecideTheKind(int status, String code, Kind kind) {
        arm.server.error(status, code);

        ArmException error = fails(() -> arm.gateway.put(LB, body(), ""));

        assertThat(error.kind()).isEqualTo(kind);
        assertThat(error.status()).isEqualTo(status);
        assertThat(error.code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"409, BUSY", "429, THROTTLED", "500, UNKNOWN", "301, UNKNOWN"})
    void errorsWithoutABodyAreClassifiedByStatus(int status, Kind kind) {
        arm.server.answer(status, "");

        ArmException error = fails(() -> arm.gateway.put(LB, body(), ""));

        assertThat(error.kind()).isEqualTo(kind);
        assertThat(error.code()).isEqualTo("Http" + status);
    }

    @Test
    void throttlingHiddenInTheDetailsIsSeen() {
        arm.server.answer(409,
                "{\"error\":{\"code\":\"OperationNotAllowed\",\"message\":\"m\",\"details\":[{\"code\":\"TooManyRequests\"}]}}");

        assertThat(fails(() -> arm.gateway.put(LB, body(), "")).kind()).isEqualTo(Kind.THROTTLED);
    }

    @Test
    void instanceWhoseNumberIsNoLongerActiveIsGone() {
        arm.server.answer(400,
                "{\"error\":{\"code\":\"InvalidParameter\",\"message\":\"The provided instanceId 3 is not an"
                        + " active Virtual Machine Scale Set VM instanceId.\"}}");

        assertThat(fails(() -> arm.gateway.put(LB, body(), "")).kind()).isEqualTo(Kind.NOT_FOUND);
    }

    @Test
    void unknownConflictOfAMachineMayBeAnOperationInProgress() {
        arm.server.error(409, "NeverHeardOf");
        ArmId machine = ArmId.of("s", "rg", ArmTypes.VIRTUAL_MACHINE, "vm");

        assertThat(fails(() -> arm.gateway.put(machine, body(), "")).kind()).isEqualTo(Kind.BUSY);
    }

    @Test
    void messageSaysWhichPartOfTheRequestIsMeantAndWhatAPolicyEvaluated() {
        arm.server.answer(403,
                """
                        {"error": {"code": "RequestDisallowedByPolicy", "message": "denied", "target": "kubernetes",
                          "details": [{"code": "Other", "message": "more", "target": "rule-1"}],
                          "additionalInfo": [{"type": "PolicyViolation", "info": {"evaluationDetails": {"evaluatedExpressions": [
                            {"path": "type"}, {"path": "location"}, {"path": "type"}]}}}]}}
                        """);

        assertThat(fails(() -> arm.gateway.put(LB, body(), ""))).hasMessageContaining(
                "denied (target: kubernetes) more (target: rule-1) (the policy evaluated: location, type)");
    }

    @Test
    void codesCompareWithoutRegardToCase() {
        arm.server.error(409, "anotheroperationinprogress");

        assertThat(fails(() -> arm.gateway.put(LB, body(), "")).kind()).isEqualTo(Kind.BUSY);
    }

    @ParameterizedTest
    @CsvSource({"retry-after, 30, 30", "Retry-After, 'Sun, 01 Mar 2026 12:02:00 GMT', 120",
            "Retry-After, 'Sun, 01 Mar 2026 11:00:00 GMT', 0", "x-ms-retry-after-ms, 1500, 1",
            "retry-after-ms, 2000, 2"})
    void askedWaitingTimeBecomesATime(String header, String value, long seconds) {
        arm.server.answer(429, Map.of(header, value), "");

        assertThat(fails(() -> arm.gateway.get(LB)).retryAfter().orElseThrow().getEpochSecond())
                .isEqualTo(VirtualClock.START.plusSeconds(seconds).getEpochSecond());
    }

    @ParameterizedTest
    @CsvSource({"later", "-5", "1.5", "99999999999"})
    void unreadableWaitingTimeIsNone(String value) {
        arm.server.answer(429, Map.of("Retry-After", value), "");

        assertThat(fails(() -> arm.gateway.get(LB)).retryAfter()).isEmpty();
    }

    @Test
    void messageNamesVerbResourceStatusCodeTextAndRequest() {
        arm.server.answer(400, Map.of("x-ms-request-id", "req-1"),
                "{\"error\":{\"code\":\"InvalidResourceName\",\"message\":\"two\\n  lines\"}}");

        ArmException error = fails(() -> arm.gateway.put(LB, body(), ""));

        assertThat(error).hasMessage(
                "PUT loadBalancers/kubernetes: HTTP 400 InvalidResourceName: two lines (request id req-1)");
        assertThat(error.requestId()).isEqualTo("req-1");
    }

    @Test
    void detailsThatSayMoreAreShown() {
        arm.server.answer(412,
                "{\"error\":{\"code\":\"PreconditionFailed\",\"message\":\"Precondition failed.\",\"details\":["
                        + "{\"code\":\"PreconditionFailedEtagMismatch\",\"message\":\"Etag A does not match etag B.\"},"
                        + "{\"code\":\"x\",\"message\":\"Precondition failed.\"}]}}");

        ArmException error = fails(() -> arm.gateway.put(LB, body(), ""));

        assertThat(error).hasMessageEndingWith(
                "PreconditionFailed: Precondition failed. Etag A does not match etag B.");
        assertThat(error.isEtagOutdated()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"412, PreconditionFailed", "409, AnotherOperationInProgress", "400, PreconditionFailedEtagMismatch"})
    void otherFailuresSayNothingAboutTheEtag(int status, String code) {
        arm.server.error(status, code);

        assertThat(fails(() -> arm.gateway.put(LB, body(), "")).isEtagOutdated()).isFalse();
    }

    @Test
    void missingPermissionIsNamed() {
        arm.server.error(403, "AuthorizationFailed").error(403, "AuthorizationFailed").error(403, "Authorization");

        assertThat(fails(() -> arm.gateway.put(LB, body(), "")))
                .hasMessageContaining("lacks Microsoft.Network/loadBalancers/write on " + LB);
        assertThat(fails(() -> arm.gateway.delete(LB, "")))
                .hasMessageContaining("lacks Microsoft.Network/loadBalancers/delete on ");
        assertThat(fails(() -> arm.gateway.post(LB, "migrateToIpBased", null)))
                .hasMessageContaining("lacks Microsoft.Network/loadBalancers/migrateToIpBased/action on ");
    }
}
