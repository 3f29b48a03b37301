package io.azureccm.common.arm.gateway;

import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.body;
import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.fails;
import static io.azureccm.common.arm.gateway.ScriptedArm.LB;
import static io.azureccm.common.arm.gateway.ScriptedArm.SUBSCRIPTION;
import static io.azureccm.common.arm.gateway.ScriptedArm.shown;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.arm.gateway.ScriptedServer.Answer;
import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that no healthy ARM gives: each ends as one clear error, and no more of it is taken in than the limits allow. */
class HostileAnswersTest {
    private static final ResponseLimits LIMITS = new ResponseLimits(100_000, 150_000, 10_000, 4);
    private static final ArmId LBS = ArmId.collection(SUBSCRIPTION, "rg", ArmTypes.LOAD_BALANCER);
    /** What may be under way between the server and the reader when the reader has enough. */
    private static final long IN_FLIGHT = 32 << 20;

    private final ScriptedArm arm = new ScriptedArm(OperationSettings.DEFAULT, LIMITS);
    private final ScriptedServer server = arm.server;

    @AfterEach
    void stop() {
        arm.close();
    }

    @Test
    void successThatIsTooLongIsRefusedByItsAnnouncedLength() {
        server.answer(200, "{\"a\":\"" + "x".repeat(100_000) + "\"}");

        ArmException error = fails(() -> arm.gateway.get(LB));

        assertThat(error.kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(error.code()).isEqualTo("AnswerTooLarge");
        assertThat(error).hasMessageContaining("100008 bytes").hasMessageContaining("azureccm.resilience.answers");
    }

    @ParameterizedTest(name = "HTTP {0} on {1} is {2} {3}")
    @CsvSource({"200, GET, UNKNOWN, AnswerTooLarge", "200, LIST, UNKNOWN, AnswerTooLarge",
            "201, PUT, UNKNOWN, AnswerTooLarge", "500, GET, UNKNOWN, Http500", "409, PUT, BUSY, Http409",
            "400, PUT, REJECTED, Http400", "404, GET, UNKNOWN, UnrecognizedAnswer", "302, GET, UNKNOWN, Http302"})
    void endlessBodyIsLeftWhereTheLimitIs(int status, String verb, Kind kind, String code) {
        server.answer(status, Map.of(ScriptedServer.RAW, ScriptedServer.ENDLESS), "x".repeat(1 << 16));

        ArmException error = fails(() -> send(verb));

        assertThat(error.kind()).isEqualTo(kind);
        assertThat(error.code()).isEqualTo(code);
        assertThat(server.sentEndlessly()).isLessThan(IN_FLIGHT);
    }

    @Test
    void packedAnswerCountsUnpackedAndSmallOnesAreRead() {
        server.answer(200, Map.of(ScriptedServer.RAW, "", "Content-Encoding", "gzip"),
                packed("{\"a\":\"" + "x".repeat(50_000_000) + "\"}"))
                .answer(200, Map.of(ScriptedServer.RAW, "", "Content-Encoding", "gzip"), packed(shown("\"a\":1")))
                .answer(200, Map.of("Content-Encoding", "br"), "{}");

        assertThat(fails(() -> arm.gateway.get(LB)).code()).isEqualTo("AnswerTooLarge");
        assertThat(arm.gateway.get(LB).orElseThrow().path("a").asInt()).isOne();
        assertThat(fails(() -> arm.gateway.get(LB))).hasMessageContaining("packed as br");
    }

    @Test
    void listIsBoundedOverAllItsPages() {
        String large = "{\"value\":[{\"name\":\"" + "x".repeat(60_000) + "\"}],\"nextLink\":\"{base}/%d\"}";
        server.answer(200, large.formatted(2)).answer(200, large.formatted(3)).answer(200, large.formatted(4));

        ArmException error = fails(() -> arm.gateway.list(LBS));

        assertThat(error.code()).isEqualTo("AnswerTooLarge");
        assertThat(error).hasMessageContaining("a list of 3 pages");
    }

    @Test
    void listWhoseEmptyPagesNeverEndEnds() {
        server.otherwise(request -> new Answer(200, Map.of(),
                "{\"value\":[],\"nextLink\":\"{base}/" + server.requests().size() + "\"}"));

        assertThat(fails(() -> arm.gateway.list(LBS))).hasMessageContaining("a next page after 4 pages");
        assertThat(server.requests()).hasSize(4);
    }

    @Test
    void resourceThatAListShowsTwiceIsThereOnceAsItWasShownLast() {
        server.answer(200, "{\"value\":[" + shown(lb("a"), "\"v\":1") + "," + shown(lb("b"), "")
                + ",{\"name\":\"c\"}],\"nextLink\":\"{base}/2\"}")
                .answer(200, "{\"value\":[" + shown(lb("A"), "\"v\":2") + "," + shown(lb("c"), "") + "]}");

        ArmList all = arm.gateway.list(LBS);

        assertThat(all).extracting(node -> node.path("name").asText("")).containsExactly("A", "b", "c");
        assertThat(all.getFirst().path("v").asInt()).isEqualTo(2);
        assertThat(all.unreadable()).isEmpty();
    }

    @ParameterizedTest(name = "{0} says: {1}")
    @CsvSource(delimiter = '|', value = {"<html>Sign in</html> | that is not JSON", "{\"id\": | that is not JSON",
            "{} {} | that is not JSON"})
    void answerThatIsNoObjectIsNoResource(String answer, String said) {
        server.answer(200, answer);

        ArmException single = fails(() -> arm.gateway.get(LB));

        assertThat(single.code()).isEqualTo("MalformedAnswer");
        assertThat(single).hasMessageContaining("GET loadBalancers/kubernetes: HTTP 200").hasMessageContaining(said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{}", "{\"value\":null}", "{\"value\":{}}", "[]",
            "{\"value\":[],\"nextLink\":7}", "{\"value\":[],\"nextLink\":\"not a url\"}",
            "{\"value\":[],\"nextLink\":\"/relative\"}", "{\"value\":[],\"nextLink\":{}}"})
    void listOfTheWrongShapeIsNoShorterList(String answer) {
        server.answer(200, answer);

        assertThat(fails(() -> arm.gateway.list(LBS)).code()).isEqualTo("MalformedAnswer");
    }

    @Test
    void wrongContentTypeIsNamedAndDepthIsBounded() {
        server.answer(200, Map.of("Content-Type", "text/html"), "<html>Sign in to the hotel's network</html>")
                .answer(200, "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000))
                .answer(200, Map.of("Content-Type", "text/plain"), shown("\"fine\":true"));

        assertThat(fails(() -> arm.gateway.get(LB))).hasMessageContaining("a body of type text/html that is not JSON");
        assertThat(fails(() -> arm.gateway.get(LB))).hasMessageContaining("nesting depth");
        assertThat(arm.gateway.get(LB)).isPresent();
    }

    @Test
    void messageOfMegabytesIsCutAndItsCodeIsKept() {
        String said = "line\\n\\u001b[31m".repeat(200_000);
        server.answer(400, "{\"error\":{\"code\":\"InvalidRequestFormat\",\"message\":\"" + said + "\"}}")
                .answer(409, "{\"error\":{\"code\":\"AnotherOperationInProgress\",\"message\":\"" + "x".repeat(5_000)
                        + "\",\"details\":[" + "{\"code\":\"A\",\"message\":\"m\"},".repeat(200) + "{}]}}");

        ArmException invalid = fails(() -> arm.gateway.put(LB, body(), ""));
        ArmException busy = fails(() -> arm.gateway.put(LB, body(), ""));

        assertThat(invalid.code()).isEqualTo("InvalidRequestFormat");
        assertThat(invalid.getMessage()).hasSizeLessThan(2_000).doesNotContain("\n", "\u001b");
        assertThat(busy.kind()).isEqualTo(Kind.BUSY);
        assertThat(busy.getMessage()).hasSizeLessThan(2_000);
    }

    @Test
    void redirectIsNamedAndNeverFollowed() {
        try (ScriptedServer other = new ScriptedServer()) {
            server.answer(302, Map.of("Location", other.base() + "/login"), "")
                    .answer(307, Map.of("Location", other.base() + "/login"), "")
                    .answer(308, Map.of("Location", "{base}/again"), "");

            assertThat(fails(() -> arm.gateway.get(LB))).hasMessageContaining("a redirect to " + other.base());
            assertThat(fails(() -> arm.gateway.put(LB, body(), "")).kind()).isEqualTo(Kind.UNKNOWN);
            assertThat(fails(() -> arm.gateway.list(LBS)).kind()).isEqualTo(Kind.UNKNOWN);
            assertThat(other.requests()).isEmpty();
            assertThat(server.requests()).hasSize(3);
        }
    }

    @ParameterizedTest(name = "Retry-After {0} closes for {1} s")
    @CsvSource({"30, 30", "999999999, 3600", "'Tue, 01 Jan 2999 00:00:00 GMT', 3600", "0, 0"})
    void waitOfYearsIsCutToAnHour(String header, long seconds) {
        server.answer(429, Map.of("Retry-After", header), "");

        assertThat(fails(() -> arm.gateway.get(LB)).retryAfter()).contains(arm.clock.now().plusSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({"-1", "-999999999999", "1e9", "99999999999999999999", "soon", "'Fri, 99 Jan 2026 00:00:00 GMT'"})
    void waitThatIsNoneCountsAsNotSaid(String header) {
        server.answer(429, Map.of("Retry-After", header), "");

        assertThat(fails(() -> arm.gateway.get(LB)).retryAfter()).isEmpty();
    }

    @Test
    void pollsAreMadeWithinReasonWhateverTheServerAsks() {
        server.answer(201, Map.of("Azure-AsyncOperation", "{base}/ops/1", "Retry-After", "86400"), "{}")
                .answer(200, Map.of("Retry-After", "-5"), "{\"status\":\"InProgress\"}")
                .answer(200, "{\"status\":\"Succeeded\"}");

        arm.gateway.put(LB, body(), "");

        assertThat(arm.sleeps().getFirst()).isEqualTo(Duration.ofMinutes(1));
        assertThat(arm.sleeps()).hasSize(2);
    }

    @Test
    void operationThatEndedWellIsShownAsSucceededInTheBodyOfTheFirstAnswer() {
        server.answer(201, Map.of("Azure-AsyncOperation", "{base}/ops/1"),
                shown("\"properties\":{\"provisioningState\":\"Updating\"}"))
                .answer(200, "{\"status\":\"Succeeded\"}");

        ArmGateway.PutResult result = arm.gateway.put(LB, body(), "");

        assertThat(result.isFinal()).isFalse();
        assertThat(result.body().orElseThrow().at("/properties/provisioningState").asText()).isEqualTo("Succeeded");
    }

    private static ArmId lb(String name) {
        return ArmId.parse(LBS + "/" + name);
    }

    private Object send(String verb) {
        return switch (verb) {
            case "GET" -> arm.gateway.get(LB);
            case "LIST" -> arm.gateway.list(LBS);
            default -> arm.gateway.put(LB, body(), "");
        };
    }

    private static String packed(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Answer.bytes(bytes.toByteArray());
    }

    @Test
    void noMoreIsTakenInThanTheHeapHasRoomFor() {
        ResponseLimits small = ResponseLimits.DEFAULT.within(64L << 20);
        assertThat(small.list()).isEqualTo(16L << 20);
        assertThat(small.response()).isEqualTo(16 << 20);
        assertThat(ResponseLimits.DEFAULT.within(1L << 30)).isEqualTo(ResponseLimits.DEFAULT);
    }
}
