package io.azureccm.common.boot.standby;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.azureccm.common.serve.tls.SelfSigned;
import io.azureccm.common.serve.tls.ServerKeys;
import io.azureccm.common.serve.tls.ServerTls;
import io.azureccm.common.tls.Reloaded;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** A light standby shows the client certificate of its kubeconfig, and follows its files. */
class ClientCertificateTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path folder;
    private final SelfSigned own = SelfSigned.create(List.of(), Instant.now());
    private final SelfSigned first = SelfSigned.create(List.of(), Instant.now());
    private final SelfSigned second = SelfSigned.create(List.of(), Instant.now());
    private final List<Certificate> shown = new ArrayList<>();
    private HttpsServer api;

    @BeforeEach
    void serve() throws IOException, CertificateException {
        api = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        api.setHttpsConfigurator(new HttpsConfigurator(ServerTls.context(ServerKeys.of(own))) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters tls = getSSLContext().getDefaultSSLParameters();
                tls.setNeedClientAuth(true);
                parameters.setSSLParameters(tls);
            }
        });
        api.createContext("/", this::answer);
        api.start();
        Files.writeString(folder.resolve("ca.crt"), pem(own));
        write(first, first);
    }

    @AfterEach
    void stop() {
        api.stop(0);
    }

    @Test
    void certificateAndKeyAreInFilesThatAreRenewed() throws IOException, CertificateException {
        KubeApi kube = api("{client-certificate: client.crt, client-key: client.key}").orElseThrow();
        kube.get("version");
        write(second, first);
        kube.get("version");
        write(second, second);
        kube.get("version");

        assertThat(shown).containsExactly(first.certificate(), first.certificate(), second.certificate());
    }

    @Test
    void certificateThatCannotBeUsedIsLoggedOnceWithItsFilesAndReasonAndWhenItIsUsedAgain()
            throws IOException, CertificateException {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(Reloaded.class);
        logger.addAppender(lines);
        KubeApi kube = api("{client-certificate: client.crt, client-key: client.key}").orElseThrow();
        kube.get("version");
        write(second, first);
        kube.get("version");
        kube.get("version");
        Files.delete(folder.resolve("client.key"));
        kube.get("version");
        write(first, first);
        kube.get("version");
        write(second, second);
        kube.get("version");
        logger.detachAppender(lines);

        String certificate = "The client certificate " + folder + "/client.crt with the key " + folder + "/client.key ";
        String unusable = "WARN " + certificate + "cannot be used: ";
        String kept = "; the previous one stays in use";
        assertThat(lines.list.stream().map(each -> each.getLevel() + " " + each.getFormattedMessage())).containsExactly(
                unusable + "the key does not belong to the certificate" + kept,
                unusable + folder + "/client.key does not exist" + kept,
                "INFO " + certificate + "can be used again",
                "INFO " + certificate + "has changed and is in use");
    }

    @Test
    void certificateAndKeyAreInTheKubeconfig() throws IOException, CertificateException {
        api("{client-certificate-data: %s, client-key-data: %s}".formatted(encoded(pem(first)), encoded(key(first))))
                .orElseThrow()
                .get("version");

        assertThat(shown).containsExactly(first.certificate());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{client-certificate: client.crt}", "{client-certificate: no.crt, client-key: client.key}",
            "{client-certificate: client.crt, client-key: ca.crt}"})
    void instanceWhoseCertificateCannotBeUsedStaysAsItIs(String user) throws IOException {
        assertThat(api(user)).isEmpty();
    }

    /** Each answer ends its connection, so that the next request has a handshake. */
    private void answer(HttpExchange exchange) throws IOException {
        shown.addAll(List.of(((HttpsExchange) exchange).getSSLSession().getPeerCertificates()));
        exchange.getResponseHeaders().set("Connection", "close");
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void write(SelfSigned certificate, SelfSigned key) throws IOException, CertificateException {
        Files.writeString(folder.resolve("client.crt"), pem(certificate));
        Files.writeString(folder.resolve("client.key"), key(key));
    }

    private Optional<KubeApi> api(String user) throws IOException {
        Path config = Files.writeString(folder.resolve("config"),
                """
                        current-context: here
                        contexts: [{name: here, context: {cluster: one, user: me}}]
                        clusters: [{name: one, cluster: {server: "https://localhost:%d", certificate-authority: ca.crt}}]
                        users: [{name: me, user: %s}]
                        """
                        .formatted(api.getAddress().getPort(), user));
        return KubeServer.of(new StandbyTask.KubeAddress(config.toString(), "", "", ""))
                .map(server -> new KubeApi(server, "test", TIMEOUT));
    }

    private static String pem(SelfSigned of) throws CertificateException {
        return block("CERTIFICATE", of.certificate().getEncoded());
    }

    private static String key(SelfSigned of) {
        return block("PRIVATE KEY", of.key().getEncoded());
    }

    private static String block(String what, byte[] content) {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + what
                + "-----\n";
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
