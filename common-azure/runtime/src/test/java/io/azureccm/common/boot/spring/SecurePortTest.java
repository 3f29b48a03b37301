package io.azureccm.common.boot.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.launch.Launch;
import io.azureccm.common.config.options.App;
import io.azureccm.common.kube.Await;
import io.azureccm.common.serve.Authority;
import io.azureccm.common.serve.PortClient;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** The TLS of the port of a controller as it is started. */
class SecurePortTest {
    private static final Authority CA = Authority.create("ca");

    @TempDir
    Path folder;
    private ConfigurableApplicationContext context;

    @AfterEach
    void stop() {
        if (context != null)
            context.close();
    }

    private Launch launch(String... flags) throws Exception {
        StartFiles files = new StartFiles(folder);
        return ControllerLauncher.launch(App.NODE, TestController.class,
                Stream.concat(Stream.of(files.kubeconfig(), files.config(StartFiles.GOOD), "--server.port=0",
                        "--dry-run", PortClient.flag(folder)), Stream.of(flags)).toList(),
                Map.of());
    }

    private void start(String... flags) throws Exception {
        context = ((Launch.Running) launch(flags)).context();
    }

    private String shown() throws Exception {
        PortClient client = PortClient.nobody();
        assertThat(client.get(context, "/livez").statusCode()).isEqualTo(200);
        return client.shown().getSubjectX500Principal().getName();
    }

    private String[] files(Authority certificate) throws Exception {
        Files.writeString(folder.resolve("tls.crt"), certificate.certificatePem());
        Files.writeString(folder.resolve("tls.key"), certificate.keyPem());
        return new String[]{folder.resolve("tls.crt").toString(), folder.resolve("tls.key").toString()};
    }

    @Test
    void withoutFilesTheCertificateIsMadeAndHttp2IsSpoken() throws Exception {
        start();
        assertThat(shown()).startsWith("CN=localhost@");
        assertThat(PortClient.operator().get(context, "/metrics").version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(PortClient.operator().get(context, "/metrics/v2").body()).contains("leader_election_master_status");
        assertThat(PortClient.nobody().get("http", context, "/livez").statusCode()).as("plain HTTP").isEqualTo(400);
    }

    @Test
    void replacedFilesAreShownWithoutARestart() throws Exception {
        String[] files = files(CA.issue("CN=first"));
        start("--tls-cert-file=" + files[0], "--tls-private-key-file=" + files[1], "--disable-http2-serving");
        assertThat(shown()).isEqualTo("CN=first");
        assertThat(PortClient.nobody().get(context, "/livez").version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        files(CA.issue("CN=second"));
        Await.until("the second certificate", () -> {
            try {
                return shown().equals("CN=second");
            } catch (Exception late) {
                return false;
            }
        });
    }

    @Test
    void aDirectoryCountsWhenItHoldsBothFiles() throws Exception {
        start("--cert-dir=" + folder);
        assertThat(shown()).startsWith("CN=localhost@");
        context.close();
        files(CA.issue("CN=of-the-directory"));
        start("--cert-dir=" + folder);
        assertThat(shown()).isEqualTo("CN=of-the-directory");
    }

    @Test
    void theLowestVersionAndTheCipherSuitesAreThoseOfTheFlags() throws Exception {
        start("--tls-min-version=VersionTLS13");
        assertThatThrownBy(() -> handshake("TLSv1.2")).isInstanceOf(SSLException.class);
        assertThat(handshake("TLSv1.3")).startsWith("TLS_AES");
        context.close();
        start("--tls-cipher-suites=TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
        assertThat(handshake("TLSv1.2")).isEqualTo("TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
        assertThat(handshake("TLSv1.3")).as("has suites of its own").startsWith("TLS_");
    }

    @Test
    void pathsOfTheReferenceThatAreOpenAnswerEverybody() throws Exception {
        start("--authorization-always-allow-paths=/healthz,metrics,/metrics/*,/configz");
        assertThat(PortClient.nobody().get(context, "/metrics").body()).contains("leader_election_master_status");
        assertThat(PortClient.nobody().get(context, "/metrics/v2").body()).contains("leader_election_master_status");
        assertThat(PortClient.nobody().get(context, "/configz").body()).contains("cloudConfig");
    }

    @Test
    void oldNamesOfKubernetesAreThoseOfTheSuites() throws Exception {
        start("--tls-cipher-suites=TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305,TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305");
        assertThat(handshake("TLSv1.2")).isEqualTo("TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");
    }

    /** The list that hardening guides for Kubernetes give. */
    @Test
    void suitesThatThePlatformHasNoLongerAreLeftOutOfAList() throws Exception {
        String retired = "TLS_RSA_WITH_AES_256_GCM_SHA384,TLS_RSA_WITH_AES_128_GCM_SHA256";
        start("--tls-cipher-suites=TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305,"
                + retired);
        assertThat(handshake("TLSv1.2")).isEqualTo("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256");
        context.close();
        assertThat(((Launch.Ended) launch("--tls-cipher-suites=" + retired)).lines()).singleElement()
                .asString()
                .contains("no cipher suite \"TLS_RSA_WITH_AES_256_GCM_SHA384\"");
    }

    @Test
    void suitesWithCbcAreForThoseWhoNameThem() throws Exception {
        String suite = "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256";
        start();
        assertThatThrownBy(() -> handshake("TLSv1.2", suite)).isInstanceOf(SSLException.class);
        assertThat(handshake("TLSv1.2")).contains("_GCM_");
        assertThat(handshake("TLSv1.3")).startsWith("TLS_AES");
        context.close();
        start("--tls-cipher-suites=" + suite);
        assertThat(handshake("TLSv1.2", suite)).isEqualTo(suite);
    }

    @Test
    void whatIsWrongEndsTheStartWithOneLine() throws Exception {
        assertThat(((Launch.Ended) launch("--tls-cipher-suites=TLS_NONE")).lines()).singleElement()
                .asString()
                .contains("no cipher suite \"TLS_NONE\"");
        assertThat(((Launch.Ended) launch(
                "--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA265,TLS_AES_128_GCM_SHA256,TLS_NONE")).lines())
                .singleElement()
                .asString()
                .contains("\"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA265\" (did you mean"
                        + " \"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256\"?), \"TLS_NONE\"");
        assertThat(((Launch.Ended) launch("--tls-cert-file=/no/c", "--tls-private-key-file=/no/k")).lines())
                .singleElement()
                .asString()
                .contains("/no/c");
        assertThat(((Launch.Ended) launch("--requestheader-client-ca-file=/no/ca")).lines()).singleElement()
                .asString()
                .contains("requestheader-client-ca-file: /no/ca does not exist");
        assertThat(((Launch.Ended) launch("--authentication-kubeconfig=/no/kubeconfig")).lines()).singleElement()
                .asString()
                .contains("cannot read the kubeconfig /no/kubeconfig");
    }

    @Test
    void theCertificateOfSpringBootGoesBeforeThoseOfTheFlags() throws Exception {
        String[] files = files(CA.issue("CN=of-spring"));
        start("--server.ssl.certificate=file:" + files[0], "--server.ssl.certificate-private-key=file:" + files[1]);
        assertThat(shown()).isEqualTo("CN=of-spring");
        assertThat(PortClient.nobody().get(context, "/livez").statusCode()).isEqualTo(200);
    }

    @Test
    void plainHttpIsForThisMachineAndGuardedAllTheSame() throws Exception {
        start("--server.ssl.enabled=false");
        assertThat(context.getEnvironment().getProperty("server.address")).isEqualTo("127.0.0.1");
        assertThat(PortClient.nobody().get("http", context, "/livez").statusCode()).isEqualTo(200);
        assertThat(PortClient.nobody().get("http", context, "/metrics").statusCode()).isEqualTo(500);
    }

    private String handshake(String version, String... suites) throws Exception {
        try (SSLSocket socket = PortClient.socket(context)) {
            socket.setEnabledProtocols(new String[]{version});
            if (suites.length > 0)
                socket.setEnabledCipherSuites(suites);
            socket.startHandshake();
            return socket.getSession().getCipherSuite();
        }
    }
}
