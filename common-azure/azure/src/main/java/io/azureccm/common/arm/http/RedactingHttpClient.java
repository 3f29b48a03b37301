package io.azureccm.common.arm.http;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import io.azureccm.common.config.value.Redaction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Removes secrets from error responses: servers and proxies may repeat a request in their error messages, which are shown to
 * users. Redacts the configured secrets and tokens.
 */
public final class RedactingHttpClient implements HttpClient {
    /**
     * A token in the format of Entra, regardless of its owner; without the group what only begins like one, which is passed over as a whole:
     * to try each of its parts would take seconds for an answer that repeats such a beginning.
     */
    private static final Pattern TOKEN = Pattern
            .compile("eyJ[A-Za-z0-9_-]{8,}+(\\.[A-Za-z0-9_-]++\\.[A-Za-z0-9_-]*+)?+");
    private static final Logger LOG = LoggerFactory.getLogger(RedactingHttpClient.class);
    private static final int MAX_BODY = 64 * 1024;
    private static final int PART = 8 * 1024;
    private static final String PLAIN = "identity";
    private static final List<HttpHeaderName> TOKENS = List.of(HttpHeaderName.AUTHORIZATION,
            HttpHeaderName.fromString("x-ms-authorization-auxiliary"));

    private final HttpClient client;
    private final List<String> secrets;

    public RedactingHttpClient(HttpClient client, Collection<String> secrets) {
        this.client = client;
        this.secrets = List.copyOf(secrets);
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return client.send(request).map(response -> clean(request, response));
    }

    @Override
    public HttpResponse sendSync(HttpRequest request, Context context) {
        return clean(request, client.sendSync(request, context));
    }

    private HttpResponse clean(HttpRequest request, HttpResponse response) {
        if (response.getStatusCode() < 400)
            return response;
        List<String> hidden = new ArrayList<>(secrets);
        for (HttpHeaderName name : TOKENS) {
            String value = request.getHeaders().getValue(name);
            if (value != null)
                hidden.addAll(List.of(value.replace("Bearer ", "").split(", ")));
        }
        // Raw bytes, one character each; secrets are ASCII or UTF-8.
        String text = new String(body(response), StandardCharsets.ISO_8859_1);
        List<String> bytes = hidden.stream()
                .map(secret -> new String(secret.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                .toList();
        return new Cleaned(response,
                withoutTokens(Redaction.of(bytes).apply(text)).getBytes(StandardCharsets.ISO_8859_1));
    }

    static String withoutTokens(CharSequence text) {
        return TOKEN.matcher(text).replaceAll(found -> found.group(1) == null ? found.group() : Redaction.MARK);
    }

    /** The beginning of the body, decompressed; nothing if it has an unrequested encoding. */
    private static byte[] body(HttpResponse response) {
        String packed = packing(response);
        try (InputStream raw = response.getBodyAsInputStream().block()) {
            if (raw == null)
                return new byte[0];
            return switch (packed) {
                case PLAIN -> raw.readNBytes(MAX_BODY);
                case "gzip", "x-gzip" -> unpacked(raw);
                default -> new byte[0];
            };
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** As far as it can be decompressed: otherwise the status is sufficient. */
    private static byte[] unpacked(InputStream raw) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream body = new GZIPInputStream(raw)) {
            byte[] part = new byte[PART];
            int read;
            while (bytes.size() < MAX_BODY && (read = body.read(part)) >= 0)
                bytes.write(part, 0, read);
        } catch (IOException broken) {
            LOG.debug("An error response cannot be unpacked: {}", broken.toString());
        }
        return bytes.toByteArray();
    }

    private static String packing(HttpResponse response) {
        String packed = response.getHeaders().getValue(HttpHeaderName.CONTENT_ENCODING);
        return packed == null ? PLAIN : packed.trim().toLowerCase(Locale.ROOT);
    }

    /** The response with another body. */
    private static final class Cleaned extends HttpResponse {
        private final HttpResponse response;
        private final HttpHeaders headers;
        private final byte[] body;

        Cleaned(HttpResponse response, byte[] body) {
            super(response.getRequest());
            this.response = response;
            this.headers = new HttpHeaders(response.getHeaders());
            headers.remove(HttpHeaderName.CONTENT_ENCODING);
            headers.set(HttpHeaderName.CONTENT_LENGTH, Integer.toString(body.length));
            this.body = body;
        }

        @Override
        public int getStatusCode() {
            return response.getStatusCode();
        }

        @Deprecated
        @Override
        public String getHeaderValue(String name) {
            return headers.getValue(HttpHeaderName.fromString(name));
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public Flux<ByteBuffer> getBody() {
            return Flux.just(ByteBuffer.wrap(body));
        }

        @Override
        public Mono<byte[]> getBodyAsByteArray() {
            return Mono.just(body);
        }

        @Override
        public Mono<String> getBodyAsString() {
            return getBodyAsString(StandardCharsets.UTF_8);
        }

        @Override
        public Mono<String> getBodyAsString(Charset charset) {
            return Mono.just(new String(body, charset));
        }

        @Override
        public void close() {
            response.close();
        }
    }
}
