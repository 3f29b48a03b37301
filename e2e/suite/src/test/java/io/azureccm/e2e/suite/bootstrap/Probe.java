package io.azureccm.e2e.suite.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** The readiness probe of a container, asked as a kubelet asks: over HTTPS it trusts any certificate. Thresholds are not counted. */
final class Probe {
    private static final HttpClient HTTP = client();
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final int ERRORS = 400;

    private final URI address;

    Probe(JsonNode container, String host) {
        JsonNode get = container.at("/readinessProbe/httpGet");
        this.address = URI.create(get.path("scheme").asText("HTTP").toLowerCase(java.util.Locale.ROOT) + "://" + host
                + ":" + port(container, get.path("port")) + get.path("path").asText());
    }

    private static int port(JsonNode container, JsonNode given) {
        for (JsonNode port : container.path("ports")) {
            if (port.path("name").asText().equals(given.asText())) {
                return port.path("containerPort").asInt();
            }
        }
        return given.asInt();
    }

    boolean succeeds() {
        try {
            int status = HTTP
                    .send(HttpRequest.newBuilder(address).timeout(REQUEST_TIMEOUT).build(), BodyHandlers.discarding())
                    .statusCode();
            return status >= OK && status < ERRORS;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    private static HttpClient client() {
        try {
            SSLContext any = SSLContext.getInstance("TLS");
            any.init(null, new TrustManager[]{new TrustAll()}, null);
            return HttpClient.newBuilder().sslContext(any).build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The extended kind, which keeps the client from comparing names. */
    private static final class TrustAll extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
