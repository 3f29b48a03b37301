package io.azureccm.common.resilience;

import static io.azureccm.common.arm.ScriptedArm.LB;
import static io.azureccm.common.arm.ScriptedArm.SUBSCRIPTION;
import static io.azureccm.common.resilience.PolicyFixture.fails;
import static io.azureccm.common.resilience.PolicyFixture.limited;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.arm.OperationSettings;
import io.azureccm.common.arm.ScriptedArm;
import io.azureccm.common.arm.ScriptedServer;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.core.ArmTypes;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The policy around a real gateway: what counts as one call, and which requests a failure costs. */
class ResilientArmGatewayTest {
    private static final ObjectNode BODY = JsonNodeFactory.instance.objectNode().put("location", "eastus");

    private static final CallReason URGENT = new CallReason(CallPriority.NEW_OR_DELETED, "ServiceAdded");

    private final PolicyFixture fixture = new PolicyFixture(PolicyFixture.with(limited(1, 5, 1, 5)));
    private final ScriptedArm arm = new ScriptedArm(OperationSettings.DEFAULT, fixture.budget.door());
    private final ResilientArmGateway gateway = new ResilientArmGateway(arm.gateway, fixture.policy);

    @AfterEach
    void stop() {
        arm.close();
    }

    @Test
    void pagesAndPollsCostNothingOfTheOperatorsLimitsButEachCountsInTheBudget() {
        arm.server.answer(201, Map.of("Azure-AsyncOperation", "{base}/ops/1"), "{}")
                .answer(200, "{\"status\":\"InProgress\"}")
                .answer(200, "{\"status\":\"InProgress\"}")
                .answer(200, "{\"status\":\"Succeeded\"}")
                .answer(200, "{\"value\":[{}],\"nextLink\":\"{base}/2\"}")
                .answer(200, "{\"value\":[{}]}");

        gateway.put(LB, BODY, "");
        assertThat(gateway.list(LB)).hasSize(2);

        assertThat(arm.server.requests()).hasSize(6);
        assertThat(fixture.policy.budget(SUBSCRIPTION, ArmTypes.LOAD_BALANCER)).hasToString("writes 4/5, reads 4/5");
        assertThat(fixture.ended).hasSize(2);
        assertThat(fixture.budget.left(SUBSCRIPTION)).hasToString("writes 159/160, reads 95/100");
    }

    @Test
    void failedListIsReadAgainFromItsFirstPage() {
        arm.server.answer(200, "{\"value\":[{}],\"nextLink\":\"{base}/2\"}")
                .error(503, "ServiceUnavailable")
                .answer(200, "{\"value\":[{},{}]}");

        assertThat(gateway.list(LB)).hasSize(2);
        assertThat(arm.server.requests()).hasSize(3);
    }

    @Test
    void acceptedWriteWhoseEndIsNotKnownIsNotSentAgain() {
        arm.server.answer(201, Map.of("Azure-AsyncOperation", "{base}/ops/1"), "{}").error(403, "AuthorizationFailed");

        assertThat(fails(() -> gateway.put(LB, BODY, "")).code()).isEqualTo("OperationOutcomeUnknown");
        assertThat(arm.server.requests()).hasSize(2);
    }

    @Test
    void repeatedPutCarriesTheSameEtagAndBody() {
        arm.server.error(500, "InternalServerError").answer(200, "{}");

        gateway.put(LB, BODY, "W/\"1\"");

        assertThat(arm.server.requests()).hasSize(2)
                .allSatisfy(request -> assertThat(request.header("If-Match")).isEqualTo("W/\"1\""))
                .extracting(ScriptedServer.Request::body)
                .containsExactly(BODY.toString(), BODY.toString());
    }

    @Test
    void throttledWriteCostsOneRequestHoweverOftenItIsTried() {
        arm.server.answer(429, Map.of("Retry-After", "170"), "");

        for (int i = 0; i < 5; i++) {
            assertThat(fails(() -> URGENT.run(() -> gateway.put(LB, BODY, ""))).retryAfter())
                    .contains(fixture.clock.now().plusSeconds(170));
        }
        assertThat(arm.server.requests()).hasSize(1);
        assertThat(fixture.sleeps()).isEmpty();
    }

    @Test
    void writeWaitsForAShortRetryAfterOfAnotherAndIsSentWhenItIsOver() {
        arm.server.answer(429, Map.of("Retry-After", "17"), "").answer(200, "{}").answer(200, "{}");

        assertThat(fails(() -> gateway.put(LB, BODY, "")).status()).isEqualTo(429);
        assertThat(gateway.get(LB)).isPresent();
        assertThat(fixture.sleeps()).isEmpty();
        URGENT.run(() -> gateway.put(LB, BODY, ""));

        assertThat(arm.server.requests()).hasSize(3);
        assertThat(fixture.clock.now()).isEqualTo(VirtualClock.START.plusSeconds(17));
    }

    @Test
    void everyVerbGoesThroughThePolicy() {
        arm.server.answer(200, "{}").answer(204, "").answer(200, "{\"done\":true}");

        assertThat(gateway.get(LB)).isPresent();
        assertThat(gateway.delete(LB, "")).isFalse();
        assertThat(gateway.post(LB, "act", null)).isPresent();

        assertThat(fixture.ended).extracting(ended -> ended.call().method()).containsExactly("get", "delete", "act");
    }
}
