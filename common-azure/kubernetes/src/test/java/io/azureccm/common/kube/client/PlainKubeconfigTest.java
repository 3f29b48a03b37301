package io.azureccm.common.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read without the client's reader is what that one reads; everything else is left to it. */
class PlainKubeconfigTest {
    private static final String PLAIN = """
            apiVersion: v1
            kind: Config
            preferences: {}
            clusters:
            - name: one
              cluster: {server: "https://one:6443", certificate-authority-data: QUJD, tls-server-name: kubernetes}
            - {name: two, cluster: {server: 'https://two', certificate-authority: ca.crt, proxy-url: 'http://proxy'}}
            contexts:
            - name: a
              context:
                cluster: one
                user: token
                namespace: default
            - {name: b, context: {cluster: two, user: certificate}}
            users:
            - {name: token, user: {token: secret}}
            - {name: file, user: {tokenFile: token}}
            - {name: certificate, user: {client-certificate: c.crt, client-key: c.key}}
            - {name: data, user: {client-certificate-data: QUJD, client-key-data: REVG}}
            - {name: basic, user: {username: me, password: "123"}}
            - {name: nobody, user: {}}
            current-context: b
            """;

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), text);
    }

    @Test
    void readsWhatTheClientReads() throws IOException {
        Path file = file(PLAIN);
        Config read = PlainKubeconfig.read(file).orElseThrow();
        assertThat(read).isEqualTo(KubeConfigUtils.parseConfig(file.toFile()));
        assertThat(read.getUsers()).hasSize(6);
        assertThat(read.getCurrentContext()).isEqualTo("b");
    }

    @Test
    void aFileWithLittleInItIsTheSame() throws IOException {
        Path file = file("kind: Config\nclusters: []\n");
        assertThat(PlainKubeconfig.read(file)).contains(KubeConfigUtils.parseConfig(file.toFile()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "{kind: Config}", "kind: Config\n---\nkind: Config\n", "kind: [Config]",
            "kind: Config\nkind: Config\n", "1: 2", "current-context: 1", "extensions: []", "users:",
            "preferences: {colors: true}", "users: [{name: a}]", "users: [{user: {}, other: a}]",
            "users: [{name: a, user: {exec: {command: kubelogin}}}]", "users: [{name: a, user: {token: 12}}]",
            "users: [{name: a, user: {auth-provider: {name: oidc}}}]", "users: [{name: a, user: {as: b}}]",
            "clusters: [{name: a, cluster: {insecure-skip-tls-verify: true}}]",
            "clusters: [{name: a, cluster: {server: a, extensions: []}}]", "clusters: {name: a}", "kind: 'Config"})
    void everythingElseIsLeftToTheClient(String text) throws IOException {
        assertThat(PlainKubeconfig.read(file(text))).isEmpty();
    }

    @Test
    void aFileThatCannotBeReadIsLeftToTheClient() {
        assertThat(PlainKubeconfig.read(folder.resolve("none"))).isEmpty();
    }
}
