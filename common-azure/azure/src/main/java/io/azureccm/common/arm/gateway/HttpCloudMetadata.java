package io.azureccm.common.arm.gateway;

import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.arm.http.ConnectionFailures;
import io.azureccm.common.config.cloud.CloudMetadataReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/** Fetches the metadata of a Resource Manager with the same trusted CAs and proxies as all later calls. */
public record HttpCloudMetadata(SSLContext tls, String userAgent, HttpProxies proxies) implements CloudMetadataReader {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /** Without proxies. */
    public HttpCloudMetadata(SSLContext tls, String userAgent) {
        this(tls, userAgent, HttpProxies.NONE);
    }

    @Override
    public byte[] get(URI url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(ANSWER)
                .header("User-Agent", userAgent)
                .header("Accept", "application/json")
                .build();
        HttpResponse<byte[]> response;
        try (HttpClient client = proxies.around(HttpClient.newBuilder().sslContext(tls).connectTimeout(CONNECT))
                .build()) {
            response = new ProxyFailures(proxies).send(client, request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException failed) {
            throw new IOException(ConnectionFailures.of(failed, ArmEndpoint.server(url))
                    .map(ConnectionFailures.Failure::text)
                    .orElse(failed.getMessage()), failed);
        }
        if (response.statusCode() != 200)
            throw new IOException("HTTP " + response.statusCode());
        return response.body();
    }
}
