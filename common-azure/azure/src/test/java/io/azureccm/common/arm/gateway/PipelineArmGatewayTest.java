package io.azureccm.common.arm.gateway;

import static io.azureccm.common.arm.gateway.ScriptedArm.LB;
import static io.azureccm.common.arm.gateway.ScriptedArm.LB_PATH;
import static io.azureccm.common.arm.gateway.ScriptedArm.SUBSCRIPTION;
import static io.azureccm.common.arm.gateway.ScriptedArm.shown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Single requests: what goes over the wire, and how answers without a long-running operation are read. */
public class PipelineArmGatewayTest {
    private final ScriptedArm arm = new ScriptedArm();
    private final ScriptedServer server = arm.server;

    @AfterEach
    void stop() {
        arm.close();
    }

    @Test
    void unknownPropertiesAndExactNumbersSurviveReadModifyWrite() {
        String known = "\"etag\":\"W/\\\"1\\\"\",\"zeta\":{\"madeUp\":[1.50,null,1e400]},\"alpha\":12345678901234567890.10";
        server.answer(200, shown(known)).answer(200, "{}");

        ObjectNode body = arm.gateway.get(LB).orElseThrow();
        body.put("added", true);
        arm.gateway.put(LB, body, "");

        assertThat(server.requests().get(1).body()).isEqualTo(
                shown(known.replace("1e400", "1E+400")).replaceFirst("}$", ",\"added\":true}"));
    }

    @Test
    void requestsCarryVersionTokenAgentAndIds() {
        server.answer(200, shown(""));

        arm.gateway.get(LB, Map.of("$expand", "instance View", "$filter", "'a/id' eq '/x'"));

        ScriptedServer.Request request = server.requests().getFirst();
        assertThat(request.path()).isEqualTo(
                LB_PATH + "?$expand=instance%20View&$filter=%27a%2Fid%27%20eq%20%27%2Fx%27&api-version=2025-05-01");
        assertThat(request.header("Authorization")).isEqualTo("Bearer token");
        assertThat(request.header("User-Agent")).isEqualTo("agent/1");
        assertThat(request.header("x-ms-client-request-id")).hasSize(36);
        assertThat(request.header("Accept")).isEqualTo("application/json");
        assertThat(request.header("If-Match")).isEmpty();
    }

    @Test
    void idsWithUnusualCharactersAreEncoded() {
        server.error(404, "ResourceNotFound");

        arm.gateway.get(ArmId.of(SUBSCRIPTION, "rg (übung)", ArmTypes.LOAD_BALANCER, "a b"));

        assertThat(server.requests().getFirst().path()).contains("/resourceGroups/rg%20(%C3%BCbung)/")
                .contains("/loadBalancers/a%20b?");
    }

    @ParameterizedTest
    @CsvSource({"ResourceNotFound", "ResourceGroupNotFound", "NotFound", "ParentResourceNotFound"})
    void absentResourceIsEmptyForGetAndList(String code) {
        server.error(404, code).error(404, code);

        assertThat(arm.gateway.get(LB)).isEmpty();
        assertThat(arm.gateway.list(ArmId.collection(SUBSCRIPTION, "rg", ArmTypes.LOAD_BALANCER))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>no such page</html>", "{\"message\":\"gone\"}"})
    void notFoundThatDoesNotComeFromArmDoesNotCountAsAbsent(String body) {
        server.answer(404, body);

        ArmException error = fails(() -> arm.gateway.get(LB));

        assertThat(error.kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(error.code()).isEqualTo("UnrecognizedAnswer");
    }

    @Test
    void missingSubscriptionIsAnErrorNotAnEmptyResult() {
        server.error(404, "SubscriptionNotFound");

        assertThat(fails(() -> arm.gateway.list(LB)).kind()).isEqualTo(Kind.REJECTED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"`` | UNKNOWN", "{\"id\": | UNKNOWN", "[] | UNREADABLE",
            "{} {} | UNKNOWN", "\"text\" | UNREADABLE"})
    void successWithoutAReadableObjectIsUnknown(String body, Kind ofTheResource) {
        server.answer(200, body).answer(200, body).answer(200, body);

        assertThat(fails(() -> arm.gateway.get(LB)).kind()).isEqualTo(ofTheResource);
        assertThat(fails(() -> arm.gateway.list(LB)).kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(fails(() -> arm.gateway.put(LB, body(), "")).code()).isEqualTo("MalformedAnswer");
    }

    @Test
    void listReadsAllPagesAndFollowsLinksAsTheyAre() {
        server.answer(200,
                "{\"value\":[" + shown(ip("a"), "") + "],\"nextLink\":\"{base}/odd/path?x=1&$skipToken=a|b c\"}")
                .answer(200, "{\"value\":[],\"nextLink\":\"{base}/last\"}")
                .answer(200, "{\"value\":[" + shown(ip("b"), "") + "," + shown(ip("c"), "") + "],\"nextLink\":null}");

        List<ObjectNode> all = arm.gateway.list(ArmId.collection(SUBSCRIPTION, "rg", ArmTypes.PUBLIC_IP));

        assertThat(all).extracting(node -> node.path("name").asText()).containsExactly("a", "b", "c");
        assertThat(server.requests()).extracting(ScriptedServer.Request::path)
                .element(1)
                .isEqualTo("/odd/path?x=1&$skipToken=a%7Cb%20c");
        assertThat(server.requests()).hasSize(3);
    }

    @Test
    void listRefusesALinkToAnotherHostWithoutSendingTheTokenThere() {
        try (ScriptedServer other = new ScriptedServer()) {
            server.answer(200, "{\"value\":[],\"nextLink\":\"" + other.base() + "/next\"}");

            ArmException error = fails(() -> arm.gateway.list(LB));

            assertThat(error.kind()).isEqualTo(Kind.UNKNOWN);
            assertThat(error).hasMessageContaining("another host");
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void listThatRunsInACircleEnds() {
        server.answer(200, "{\"value\":[],\"nextLink\":\"{base}/p2\"}")
                .answer(200, "{\"value\":[],\"nextLink\":\"{base}/p2\"}");

        assertThat(fails(() -> arm.gateway.list(LB)).kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void missingLaterPageIsAnErrorNotAShorterList() {
        server.answer(200, "{\"value\":[{}],\"nextLink\":\"{base}/p2\"}").error(404, "ResourceNotFound");

        assertThat(fails(() -> arm.gateway.list(LB)).kind()).isEqualTo(Kind.NOT_FOUND);
    }

    @Test
    void putSendsTheEtagItIsGivenAndReturnsAFinishedResourceAsFinal() {
        server.answer(200, shown("\"etag\":\"2\",\"properties\":{\"provisioningState\":\"Succeeded\"}"));

        ArmGateway.PutResult result = arm.gateway.put(LB, body(), "W/\"1\"");

        assertThat(result.isFinal()).isTrue();
        assertThat(result.body().orElseThrow().path("etag").asText()).isEqualTo("2");
        assertThat(server.requests()).hasSize(1);
        assertThat(server.requests().getFirst().header("If-Match")).isEqualTo("W/\"1\"");
        assertThat(server.requests().getFirst().header("Content-Type")).isEqualTo("application/json");
        assertThat(server.requests().getFirst().header("Content-Length")).isEqualTo("21");
    }

    @Test
    void putWhoseFirstAnswerSaysFailedFails() {
        server.answer(201, "{\"properties\":{\"provisioningState\":\"Failed\"}}");

        ArmException error = fails(() -> arm.gateway.put(LB, body(), ""));

        assertThat(error.kind()).isEqualTo(Kind.REJECTED);
        assertThat(error.code()).isEqualTo("OperationFailed");
    }

    @Test
    void deletionTellsWhetherSomethingWasThere() {
        server.answer(200, "").answer(204, "").error(404, "ResourceNotFound").answer(404, "");

        assertThat(arm.gateway.delete(LB, "")).isTrue();
        assertThat(arm.gateway.delete(LB, "")).isFalse();
        assertThat(arm.gateway.delete(LB, "")).isFalse();
        assertThat(fails(() -> arm.gateway.delete(LB, "")).kind()).isEqualTo(Kind.UNKNOWN);
    }

    @Test
    void actionReturnsItsAnswer() {
        server.answer(200, "{\"migratedPools\":[\"p\"]}").answer(204, "");

        Optional<JsonNode> result = arm.gateway.post(LB, "migrateToIpBased", body());

        assertThat(result.orElseThrow().path("migratedPools").get(0).asText()).isEqualTo("p");
        assertThat(arm.gateway.post(LB, "refresh", null)).isEmpty();
        assertThat(server.calls().getFirst()).isEqualTo("POST " + LB_PATH + "/migrateToIpBased");
    }

    @Test
    void plainHttpEndpointIsRefused() {
        assertThat(catchThrowable(() -> ArmEndpoint.of("http://management.test")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("https");
    }

    private static ArmId ip(String name) {
        return ArmId.of(SUBSCRIPTION, "rg", ArmTypes.PUBLIC_IP, name);
    }

    public static ArmException fails(Runnable call) {
        return catchThrowableOfType(ArmException.class, call::run);
    }

    public static ObjectNode body() {
        return JsonNodeFactory.instance.objectNode().put("location", "eastus");
    }
}
