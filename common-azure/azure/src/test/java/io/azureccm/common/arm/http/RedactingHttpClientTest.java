package io.azureccm.common.arm.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import com.sun.net.httpserver.HttpServer;
import io.azureccm.common.core.CountedText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever way a refusal is packed, our secrets are not in it. */
class RedactingHttpClientTest {
    private static final String SECRET = "cl1ent~secret";
    private static final String SAID = "Invalid client secret '" + SECRET + "' provided.";
    private static final String BEARER = "bearer-token-0815";

    private HttpServer server;
    private volatile int status = 401;
    private volatile String packing = "";
    private volatile byte[] body = {};

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                if (!packing.isEmpty())
                    exchange.getResponseHeaders().set("Content-Encoding", packing);
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void plainRefusalLosesTheSecret() {
        body = SAID.getBytes(StandardCharsets.UTF_8);

        assertThat(ask()).isEqualTo("Invalid client secret '(redacted)' provided.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "x-gzip", "GZIP"})
    void packedRefusalIsUnpackedAndLosesTheSecret(String name) {
        packing = name;
        body = packed(SAID + " " + BEARER);

        HttpResponse answer = send();

        assertThat(answer.getBodyAsString().block())
                .isEqualTo("Invalid client secret '(redacted)' provided. (redacted)");
        assertThat(answer.getHeaders().getValue(HttpHeaderName.CONTENT_ENCODING)).isNull();
    }

    @Test
    void packedRefusalThatIsHugeIsCut() {
        packing = "gzip";
        body = packed(SAID + "x".repeat(50_000_000));

        assertThat(ask()).hasSizeLessThan(100_000).startsWith("Invalid client secret '(redacted)'");
    }

    @Test
    void refusalWhosePackingIsBrokenLosesItsRest() {
        packing = "gzip";
        body = Arrays.copyOf(packed(SAID), 25);

        HttpResponse answer = send();

        assertThat(answer.getStatusCode()).isEqualTo(401);
        assertThat(answer.getBodyAsString().block()).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJ4In0.c2ln,     (redacted)
            eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJ4In0.,         (redacted)
            eyJeyJhbGciOiJSUzI1NiJ9.a.b,                   (redacted)
            eyJhbGciOi.eyJhbGciOiJSUzI1NiJ9.a.b,           eyJhbGciOi.(redacted)
            eyJhbGciOiJSUzI1NiJ9..c2ln,                    eyJhbGciOiJSUzI1NiJ9..c2ln
            eyJhbGciOiJSUzI1NiJ9,                          eyJhbGciOiJSUzI1NiJ9
            """)
    void whatLooksLikeATokenIsRedacted(String text, String shown) {
        assertThat(RedactingHttpClient.withoutTokens("'" + text + "'")).isEqualTo("'" + shown + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"eyJ", "eyJhbGciOiJSUzI1NiJ9.", "eyJhbGciOiJSUzI1NiJ9.."})
    void tokensAreLookedForInTimeThatGrowsWithTheLengthOfAnAnswer(String part) {
        CountedText text = new CountedText(part.repeat(20_000 / part.length()));
        RedactingHttpClient.withoutTokens(text);
        assertThat(text.reads()).isLessThan(20L * text.length());
    }

    @Test
    void refusalPackedInAWayNobodyAskedForIsNotHandedOn() {
        packing = "br";
        body = SAID.getBytes(StandardCharsets.UTF_8);

        assertThat(ask()).isEmpty();
    }

    @Test
    void successIsHandedOnByteForByte() {
        status = 200;
        packing = "gzip";
        body = packed(SAID);

        HttpResponse answer = send();

        assertThat(answer.getBodyAsByteArray().block()).isEqualTo(body);
        assertThat(answer.getHeaders().getValue(HttpHeaderName.CONTENT_ENCODING)).isEqualTo("gzip");
    }

    private String ask() {
        return send().getBodyAsString().block();
    }

    private HttpResponse send() {
        HttpRequest request = new HttpRequest(HttpMethod.GET, "http://127.0.0.1:" + server.getAddress().getPort());
        request.setHeader(HttpHeaderName.AUTHORIZATION, "Bearer " + BEARER);
        return new RedactingHttpClient(HttpClient.createDefault(), List.of(SECRET)).sendSync(request, Context.NONE);
    }

    private static byte[] packed(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }
}
