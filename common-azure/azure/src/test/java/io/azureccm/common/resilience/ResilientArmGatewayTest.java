package io.azureccm.common.resilience;

import static io.azureccm.common.arm.gateway.ScriptedArm.LB;
import static io.azureccm.common.arm.gateway.ScriptedArm.SUBSCRIPTION;
import static io.azureccm.common.resilience.PolicyFixture.fails;
import static io.azureccm.common.resilience.PolicyFixture.limited;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.arm.gateway.ScriptedArm;
import io.azureccm.common.arm.gateway.ScriptedServer;
import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.WritePermit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The policy around a real gateway: what counts as one call, and which requests a failure costs. */
class ResilientArmGatewayTest {
    private static final String ONE = ScriptedArm.shown("");
    private static final String OTHER = ScriptedArm.shown(ArmId.parse(LB + "-internal"), "");
    private static final ObjectNode BODY = JsonNodeFactory.instance.objectNode().put("location", "eastus");

    private static final CallReason URGENT = new CallReason(CallPriority.NEW_OR_DELETED, "ServiceAdded");

    private final PolicyFixture fixture = new PolicyFixture(PolicyFixture.with(limited(1, 50, 1, 50)));
    private final ScriptedArm arm = new ScriptedArm(OperationSettings.DEFAULT, fixture.budget.gate());
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
                .answer(200, "{\"value\":[" + ONE + "],\"nextLink\":\"{base}/2\"}")
                .answer(200, "{\"value\":[" + OTHER + "]}");

        gateway.put(LB, BODY, "");
        assertThat(gateway.list(LB)).hasSize(2);

        assertThat(arm.server.requests()).hasSize(6);
        assertThat(fixture.policy.budget(SUBSCRIPTION, ArmTypes.LOAD_BALANCER))
                .hasToString("writes 49/50, reads 49/50");
        assertThat(fixture.ended).hasSize(2);
        assertThat(fixture.budget.left(SUBSCRIPTION)).hasToString("writes 31/32, reads 35/40");
    }

    @Test
    void failedListIsReadAgainFromItsFirstPage() {
        arm.server.answer(200, "{\"value\":[" + ONE + "],\"nextLink\":\"{base}/2\"}")
                .error(503, "ServiceUnavailable")
                .answer(200, "{\"value\":[" + ONE + "," + OTHER + "]}");

        assertThat(gateway.list(LB)).hasSize(2);
        assertThat(arm.server.requests()).hasSize(3);
    }

    @Test
    void acceptedWriteWhoseEndIsNotKnownIsNotSentAgain() {
        arm.server.answer(201, Map.of("Azure-AsyncOperation", "{base}/ops/1"), "{}").error(403, "AuthorizationFailed");

        assertThat(fails(() -> gateway.put(LB, BODY, "")).code()).isEqualTo("OperationOutcomeUnknown");
        assertThat(arm.server.requests()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PUT with etag", "DELETE", "POST"})
    void writeThatMayHaveBeenCarriedOutIsNotSentAgain(String write) {
        for (int status : new int[]{500, 503, 504, ScriptedServer.CUT}) {
            arm.server.answer(status, "{}");
            int before = arm.server.requests().size();

            assertThat(fails(() -> write(write)).kind()).isEqualTo(Kind.UNKNOWN);
            assertThat(arm.server.requests()).hasSize(before + 1);
        }
    }

    @Test
    void permitIsAskedBeforeEachRequestOfAWriteAndNeverForReads() {
        ResilientArmGateway patient = new ResilientArmGateway(arm.gateway,
                new PolicyFixture(PolicyFixture.with(PolicyFixture.NO_BUDGET)).policy);
        AtomicReference<String> lost = new AtomicReference<>();
        arm.server.answer(401, "").otherwise(request -> new ScriptedServer.Answer(200, Map.of(), ONE));
        Supplier<Optional<String>> asked = () -> {
            // Leadership is lost while the first request is under way.
            Optional<String> refusal = Optional.ofNullable(lost.get());
            lost.set("no longer the leader");
            return refusal;
        };

        ArmException failed = fails(
                () -> WritePermit.during(asked, () -> patient.put(LB, BODY, "")));

        assertThat(failed.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(failed.code()).isEqualTo(WritePermit.REFUSED);
        assertThat(failed).hasMessageContaining("no longer the leader");
        assertThat(arm.server.requests()).hasSize(1);
        assertThat(WritePermit.during(asked, () -> patient.get(LB))).isPresent();
        assertThat(fails(() -> WritePermit.during(asked, () -> patient.delete(LB, ""))).code())
                .isEqualTo(WritePermit.REFUSED);
        assertThat(arm.server.requests()).hasSize(2);
    }

    private void write(String write) {
        switch (write) {
            case "PUT" -> gateway.put(LB, BODY, "");
            case "PUT with etag" -> gateway.put(LB, BODY, "W/\"1\"");
            case "DELETE" -> gateway.delete(LB, "");
            default -> gateway.post(LB, "act", BODY);
        }
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
        arm.server.answer(429, Map.of("Retry-After", "17"), "").answer(200, ONE).answer(200, "{}");

        assertThat(fails(() -> gateway.put(LB, BODY, "")).status()).isEqualTo(429);
        assertThat(gateway.get(LB)).isPresent();
        assertThat(fixture.sleeps()).isEmpty();
        URGENT.run(() -> gateway.put(LB, BODY, ""));

        assertThat(arm.server.requests()).hasSize(3);
        assertThat(fixture.clock.now()).isEqualTo(VirtualClock.START.plusSeconds(17));
    }

    @Test
    void everyVerbGoesThroughThePolicy() {
        arm.server.answer(200, ONE).answer(204, "").answer(200, "{\"done\":true}");

        assertThat(gateway.get(LB)).isPresent();
        assertThat(gateway.delete(LB, "")).isFalse();
        assertThat(gateway.post(LB, "act", null)).isPresent();

        assertThat(fixture.ended).extracting(ended -> ended.call().method()).containsExactly("get", "delete", "act");
    }
}
