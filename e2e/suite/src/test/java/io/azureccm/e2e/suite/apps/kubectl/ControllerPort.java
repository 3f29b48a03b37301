package io.azureccm.e2e.suite.apps.kubectl;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.azureccm.e2e.cluster.http.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The HTTPS port of a controller with the answers that a test gives it; any other path is 404 in JSON, as that of the actuator. */
final class ControllerPort implements AutoCloseable {
    private final HttpsServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();

    private record Answer(int code, String text) {}

    ControllerPort() throws IOException, GeneralSecurityException {
        SelfSigned own = SelfSigned.create("controller", List.of("127.0.0.1"));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("own", own.keys().getPrivate(), new char[0], new Certificate[]{own.certificate()});
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", this::answer);
        server.start();
    }

    /** The options with which the plug-in asks it. */
    List<String> options() {
        return List.of("--address=https://127.0.0.1:" + server.getAddress().getPort(), "--insecure-skip-tls-verify");
    }

    void answers(String pathAndQuery, int code, String text) {
        answers.put(pathAndQuery, new Answer(code, text));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = answers.getOrDefault(exchange.getRequestURI().toString(),
                    new Answer(404, "{\"status\":404}"));
            byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.code(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
