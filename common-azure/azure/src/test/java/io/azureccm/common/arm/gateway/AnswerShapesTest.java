package io.azureccm.common.arm.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.arm.http.ArmErrors;
import io.azureccm.common.arm.http.ArmRequest;
import io.azureccm.common.arm.http.ArmResponse;
import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.arm.operation.PollRoute;
import io.azureccm.common.arm.operation.PollState;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Whatever bytes an answer consists of, it ends as a value or as an {@link ArmException} that fits into an event. */
class AnswerShapesTest {
    private static final ArmEndpoint ENDPOINT = ArmEndpoint.of("https://management.test");
    private static final ArmRequest REQUEST = ArmRequest.get(ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "lb"),
            URI.create("https://management.test/first"));
    private static final int MAX_MESSAGE = 3_000;

    @Provide
    Arbitrary<String> bodies() {
        Arbitrary<String> value = Arbitraries.of("null", "1e999", "-0", "\"\"", "\"text\"", "{}", "[]", "true", "[[]]",
                "{\"id\":null}", "{\"id\":7,\"properties\":{}}", "{\"properties\":null}", "{\"properties\":[1]}",
                "{\"id\":\"/subscriptions/s/providers/Microsoft.Network/x/y\"}", "\"https://management.test/next\"",
                "\"https://management.test.evil.example/next\"", "\"http://management.test/next\"", "\"::::\"");
        Arbitrary<String> name = Arbitraries.of("value", "nextLink", "error", "code", "message", "details", "id",
                "properties", "status");
        Arbitrary<String> member = Arbitraries.lazy(() -> shapes(value, name))
                .flatMap(inner -> name.map(key -> "\"" + key + "\":" + inner));
        Arbitrary<String> object = member.list().ofMaxSize(4).map(all -> "{" + String.join(",", all) + "}");
        Arbitrary<String> cut = object.flatMap(text -> Arbitraries.integers()
                .between(0, text.length())
                .map(end -> text.substring(0, end)));
        return Arbitraries.oneOf(object, cut, Arbitraries.strings().ofMaxLength(200));
    }

    private static Arbitrary<String> shapes(Arbitrary<String> value, Arbitrary<String> name) {
        Arbitrary<String> list = value.list().ofMaxSize(3).map(all -> "[" + String.join(",", all) + "]");
        Arbitrary<String> object = value.flatMap(inner -> name.map(key -> "{\"" + key + "\":" + inner + "}"));
        return Arbitraries.oneOf(value, list, object);
    }

    @Property(tries = 500)
    void listIsWholeOrAnErrorAndNeverLeadsElsewhere(@ForAll("bodies") String body) {
        ListPages pages = new ListPages(ENDPOINT, ResponseLimits.DEFAULT);
        try {
            pages.add(REQUEST, answer(200, body)).ifPresent(next -> assertThat(ENDPOINT.trusts(next)).isTrue());
        } catch (ArmException unusable) {
            assertThat(unusable.code()).isEqualTo(ArmErrors.MALFORMED_ANSWER);
            assertFits(unusable);
        }
    }

    @Property(tries = 500)
    void failureIsClassifiedWhateverItsBodyIs(@ForAll("bodies") String body,
            @ForAll @IntRange(min = 300, max = 599) int status) {
        ArmException error = ArmErrors.of(REQUEST, answer(status, body));

        assertThat(error.status()).isEqualTo(status);
        assertThat(error.code()).isNotEmpty();
        assertFits(error);
    }

    @Property(tries = 300)
    void pollTellsAStateWhateverItsBodyIs(@ForAll("bodies") String body,
            @ForAll @IntRange(min = 200, max = 599) int status) {
        for (PollRoute.Style style : PollRoute.Style.values()) {
            PollRoute route = new PollRoute(style, REQUEST.url());
            assertThat(PollState.of(REQUEST, route, answer(status, body))).isNotNull();
        }
    }

    private static void assertFits(ArmException error) {
        assertThat(error.getMessage()).hasSizeLessThan(MAX_MESSAGE);
        assertThat(error.getMessage().chars()).noneMatch(Character::isISOControl);
    }

    private static ArmResponse answer(int status, String body) {
        HttpHeaders headers = new HttpHeaders().set(HttpHeaderName.LOCATION, List.of("https://elsewhere.test/"));
        return new ArmResponse(status, headers, body.getBytes(StandardCharsets.UTF_8), Instant.EPOCH,
                Instant.EPOCH);
    }
}
