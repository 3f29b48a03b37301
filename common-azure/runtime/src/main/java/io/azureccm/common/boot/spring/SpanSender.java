package io.azureccm.common.boot.spring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import zipkin2.reporter.BytesMessageSender;
import zipkin2.reporter.Encoding;

/**
 * Posts spans with the JDK's HTTP client. Called by the reporter's own thread; spans that cannot be sent are dropped, with
 * one warning.
 */
final class SpanSender extends BytesMessageSender.Base {
    private static final int MAX_BYTES = 500_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final URI endpoint;
    private final HttpClient client;

    SpanSender(URI endpoint, SSLContext trust) {
        super(Encoding.JSON);
        this.endpoint = endpoint;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(trust)
                .connectTimeout(TIMEOUT)
                .build();
    }

    @Override
    public int messageMaxBytes() {
        return MAX_BYTES;
    }

    @Override
    public void send(List<byte[]> spans) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(endpoint)
                .timeout(TIMEOUT)
                .header("Content-Type", encoding.mediaType())
                .POST(HttpRequest.BodyPublishers.ofByteArray(encoding.encode(spans)))
                .build();
        try {
            int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status >= 300)
                throw new IOException("spans were rejected with status " + status);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
