package io.azureccm.common.boot.standby;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.serve.tls.SelfSigned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A light standby understands what pods have, and kubeconfigs with tokens; an instance with another one stays as it is. */
class KubeServerTest {
    @TempDir
    Path folder;
    private String ca;

    @BeforeEach
    void files() throws IOException {
        ca = "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder()
                .encodeToString(encoded(SelfSigned.create(List.of(), Instant.now()))) + "\n-----END CERTIFICATE-----\n";
        Files.writeString(folder.resolve("ca.crt"), ca);
        Files.writeString(folder.resolve("token"), "first\n");
    }

    @Test
    void aPodHasFilesOfATokenThatIsReplaced() throws IOException {
        KubeApi.Server server = KubeServer.of(new StandbyTask.KubeAddress("", "https://10.0.0.1:443",
                folder.resolve("ca.crt").toString(), folder.resolve("token").toString())).orElseThrow();
        assertThat(server.url()).isEqualTo("https://10.0.0.1:443");
        assertThat(server.tls()).isPresent();
        assertThat(server.token().get()).isEqualTo("first");
        Files.writeString(folder.resolve("token"), "second");
        assertThat(server.token().get()).isEqualTo("second");
        Files.delete(folder.resolve("token"));
        assertThat(server.token().get()).isEqualTo("second");
    }

    @ParameterizedTest
    @ValueSource(strings = {"token: abc", "tokenFile: token", "{}"})
    void aKubeconfigWithATokenIsUnderstood(String user) throws IOException {
        KubeApi.Server server = read("certificate-authority: ca.crt", user).orElseThrow();
        assertThat(server.tls()).isPresent();
        assertThat(server.token().get())
                .isEqualTo(user.equals("{}") ? "" : user.startsWith("tokenFile") ? "first" : "abc");
        assertThat(read("certificate-authority-data: " + Base64.getEncoder().encodeToString(ca.getBytes()), user))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"client-certificate-data: abc", "exec: {command: login}", "username: me",
            "tokenFile: missing", "auth-provider: {name: oidc}"})
    void aKubeconfigWithOtherCredentialsIsNot(String user) throws IOException {
        assertThat(read("certificate-authority: ca.crt", user)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy-url: http://proxy:3128", "insecure-skip-tls-verify: true",
            "tls-server-name: other", "certificate-authority: missing.crt"})
    void aKubeconfigWithAnotherWayToTheServerIsNot(String cluster) throws IOException {
        assertThat(read(cluster, "token: abc")).isEmpty();
    }

    @Test
    void aFileThatIsNoKubeconfigIsNot() throws IOException {
        Path file = Files.writeString(folder.resolve("config"), "[1, 2");
        assertThat(KubeServer.of(new StandbyTask.KubeAddress(file.toString(), "", "", ""))).isEmpty();
        Files.writeString(file, "just text");
        assertThat(KubeServer.of(new StandbyTask.KubeAddress(file.toString(), "", "", ""))).isEmpty();
    }

    private Optional<KubeApi.Server> read(String cluster, String user) throws IOException {
        Path file = Files.writeString(folder.resolve("config"),
                """
                        apiVersion: v1
                        kind: Config
                        current-context: here
                        contexts: [{name: here, context: {cluster: one, user: me}}]
                        clusters: [{name: other, cluster: {server: "https://other"}}, {name: one, cluster: {server: "https://one:6443", %s}}]
                        users: [{name: me, user: %s}]
                        """
                        .formatted(cluster, user.startsWith("{") ? user : "{" + user + "}"));
        return KubeServer.of(new StandbyTask.KubeAddress(file.toString(), "", "", ""));
    }

    private static byte[] encoded(SelfSigned own) throws IOException {
        try {
            return own.certificate().getEncoded();
        } catch (java.security.cert.CertificateEncodingException impossible) {
            throw new IOException(impossible);
        }
    }
}
