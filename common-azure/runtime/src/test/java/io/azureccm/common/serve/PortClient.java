package io.azureccm.common.serve;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.springframework.context.ConfigurableApplicationContext;

/** Asks the port of an app in this process over HTTPS, with a client certificate or without, and takes any certificate of the app. */
public final class PortClient {
    private static final Authority AUTHORITY = Authority.create("operators");

    private final HttpClient http;
    private final SSLContext context;
    private final AtomicReference<X509Certificate> shown = new AtomicReference<>();

    private PortClient(Authority certificate) {
        try {
            context = SSLContext.getInstance("TLS");
            context.init(certificate == null ? null : keys(certificate), new TrustManager[]{new AnyServer()}, null);
            http = HttpClient.newBuilder().sslContext(context).build();
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The flag with which an app lets {@link #operator()} do everything, without any call to a Kubernetes API. */
    public static String flag(Path folder) throws IOException {
        return "--client-ca-file="
                + Files.writeString(folder.resolve("operators.pem"), AUTHORITY.certificatePem());
    }

    public static PortClient operator() {
        return new PortClient(AUTHORITY.issue("CN=operator,O=system:masters"));
    }

    public static PortClient with(Authority certificate) {
        return new PortClient(certificate);
    }

    public static PortClient nobody() {
        return new PortClient(null);
    }

    /** {@code path} is one of the server; {@code headers} are names and values by turns. */
    public HttpResponse<String> get(ConfigurableApplicationContext context, String path, String... headers)
            throws IOException, InterruptedException {
        return get("https", context, path, headers);
    }

    public HttpResponse<String> get(String scheme, ConfigurableApplicationContext context, String path,
            String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(
                scheme + "://localhost:" + context.getEnvironment().getProperty("local.server.port") + path));
        if (headers.length > 0)
            request.headers(headers);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The body as it was sent. */
    public HttpResponse<byte[]> bytes(ConfigurableApplicationContext context, String path)
            throws IOException, InterruptedException {
        URI uri = URI
                .create("https://localhost:" + context.getEnvironment().getProperty("local.server.port") + path);
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** A connection before its handshake. */
    public static SSLSocket socket(ConfigurableApplicationContext context) throws IOException {
        return (SSLSocket) nobody().context.getSocketFactory()
                .createSocket("localhost",
                        Integer.parseInt(context.getEnvironment().getProperty("local.server.port")));
    }

    /** TLS of a client that takes any certificate. */
    public static SSLContext trusting() {
        return nobody().context;
    }

    /** The status of a request on a connection of its own, given up after the five seconds that a kubelet waits. */
    public static int probe(String url) throws IOException, InterruptedException {
        try (HttpClient fresh = HttpClient.newBuilder()
                .sslContext(trusting())
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .timeout(Duration.ofSeconds(5))
                    .build();
            return fresh.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
        }
    }

    /** The certificate that the server showed last. */
    public X509Certificate shown() {
        return shown.get();
    }

    private static KeyManager[] keys(Authority certificate) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("client", certificate.keys().getPrivate(), new char[0],
                new Certificate[]{certificate.certificate()});
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    private final class AnyServer extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            shown.set(chain[0]);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            shown.set(chain[0]);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            shown.set(chain[0]);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            throw new UnsupportedOperationException();
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
