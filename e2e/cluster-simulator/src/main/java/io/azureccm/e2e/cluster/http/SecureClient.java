package io.azureccm.e2e.cluster.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

import javax.net.ssl.SSLContext;

/**
 * A client for servers with self-signed certificates, like {@code curl -k}, with a bearer token, a client certificate,
 * or neither.
 */
public record SecureClient(HttpClient http, String token) {
    /** Sends a token with each request; none if it is empty. */
    public static SecureClient withToken(String token) {
        return new SecureClient(client(SelfSigned.context(null)), token);
    }

    /** Uses a client certificate. */
    public static SecureClient withCertificate(SelfSigned certificate) {
        return new SecureClient(client(certificate.context()), "");
    }

    /** The response to a GET; {@code headers} are alternating names and values. */
    public HttpResponse<String> get(String url, String... headers) throws IOException {
        return send("GET", url, headers);
    }

    /** The response to a request without body. */
    public HttpResponse<String> send(String method, String url, String... headers) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(30))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (!token.isEmpty())
            request.header("Authorization", "Bearer " + token);
        if (headers.length > 0)
            request.headers(headers);
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    /** The body of the response; empty if there is no response. */
    public Optional<String> text(String url) {
        try {
            return Optional.of(get(url).body());
        } catch (IOException notUpYet) {
            return Optional.empty();
        }
    }

    /**
     * The same for callers for whom a failure fails the test. It is asked twice, because the first request may have been sent over a
     * connection to a server that ended, and whose port another one has now.
     */
    public HttpResponse<String> require(String url, String... headers) {
        try {
            return get(url, headers);
        } catch (IOException ended) {
            try {
                return get(url, headers);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    private static HttpClient client(SSLContext tls) {
        return HttpClient.newBuilder().sslContext(tls).connectTimeout(Duration.ofSeconds(60)).build();
    }
}
