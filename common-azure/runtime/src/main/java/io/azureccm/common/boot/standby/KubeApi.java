package io.azureccm.common.boot.standby;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.azureccm.common.serve.Reviews;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/** Single requests to the Kubernetes API with the HTTP client of the JDK that needs least memory. */
final class KubeApi implements Reviews.Api {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SUCCESSES = 200;
    private static final int OTHERS = 300;

    /** Where the API is, and what a request shows: TLS is empty for plain HTTP, the token may be "". */
    record Server(String url, Optional<Supplier<SSLSocketFactory>> tls, Supplier<String> token) {}

    /** A request without a usable answer; {@code code} is that of the answer, or 0. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int code;

        Failure(int code, String message, Throwable cause) {
            super(message, cause);
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    private final Server server;
    private final String agent;
    private final int timeoutMillis;

    KubeApi(Server server, String agent, Duration timeout) {
        this.server = server;
        this.agent = agent;
        this.timeoutMillis = (int) timeout.toMillis();
    }

    JsonNode get(String path) {
        return send("GET", path, new byte[0]);
    }

    @Override
    public JsonNode post(String path, JsonNode body) {
        return send("POST", path, body.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String describe(RuntimeException failure) {
        return "Kubernetes API " + server.url() + ": " + failure.getMessage();
    }

    private JsonNode send(String method, String path, byte[] body) {
        try {
            HttpURLConnection call = (HttpURLConnection) URI.create(server.url() + "/" + path).toURL().openConnection();
            if (call instanceof HttpsURLConnection secure)
                server.tls().ifPresent(tls -> secure.setSSLSocketFactory(tls.get()));
            call.setConnectTimeout(timeoutMillis);
            call.setReadTimeout(timeoutMillis);
            call.setInstanceFollowRedirects(false);
            call.setRequestMethod(method);
            call.setRequestProperty("Accept", "application/json");
            call.setRequestProperty("User-Agent", agent);
            String token = server.token().get();
            if (!token.isEmpty())
                call.setRequestProperty("Authorization", "Bearer " + token);
            if (body.length > 0)
                write(call, body);
            return answer(call);
        } catch (IOException noAnswer) {
            throw new Failure(0, noAnswer.toString(), noAnswer);
        }
    }

    private static void write(HttpURLConnection call, byte[] body) throws IOException {
        call.setRequestProperty("Content-Type", "application/json");
        call.setDoOutput(true);
        call.setFixedLengthStreamingMode(body.length);
        try (OutputStream out = call.getOutputStream()) {
            out.write(body);
        }
    }

    private static JsonNode answer(HttpURLConnection call) throws IOException {
        int code = call.getResponseCode();
        boolean good = code >= SUCCESSES && code < OTHERS;
        JsonNode body = MissingNode.getInstance();
        // The whole body is read, so that the connection can be used again.
        try (InputStream in = good ? call.getInputStream() : call.getErrorStream()) {
            if (in != null)
                body = parse(in.readAllBytes());
        }
        if (!good)
            throw new Failure(code, "answer " + code + ": " + body.path("message").asText("no message"), null);
        return body;
    }

    private static JsonNode parse(byte[] body) {
        try {
            return Optional.ofNullable(JSON.readTree(body)).orElseGet(MissingNode::getInstance);
        } catch (IOException notJson) {
            return MissingNode.getInstance();
        }
    }
}
