package io.azureccm.credential.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.credential.AcrCredentialProvider;
import io.azureccm.credential.standin.Authority;
import io.azureccm.credential.standin.Rule;
import io.azureccm.credential.standin.StandIn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The program under a kubelet with the files of the guide: which provider is called, how often, and which credentials
 * the kubelet tries.
 */
class KubeletTest {
    private static final Path MANIFESTS = Path.of("../docs/example-manifests/out-of-tree");
    private static final String IMAGE = "foo.azurecr.io/team/app:1";
    private static final String NODE = "00000000-0000-0000-0000-000000000000:acr:foo.azurecr.io:aad:system";

    @TempDir
    Path folder;

    private final Authority authority = new Authority();
    private final StandIn azure = new StandIn(authority);
    private final Map<String, String> environment = new LinkedHashMap<>();

    @BeforeEach
    void aNodeWithAManagedIdentity() throws IOException {
        azure.rules(List.of());
        environment.put("PATH", System.getenv("PATH"));
        environment.put("HTTP_PROXY", azure.url());
        environment.put("HTTPS_PROXY", azure.url());
        environment.put("SSL_CERT_FILE", authority.write(folder.resolve("ca.pem")).toString());
        Files.writeString(folder.resolve("azure.json"),
                "{\"cloud\":\"AzurePublicCloud\",\"tenantId\":\"tenant-1\",\"useManagedIdentityExtension\":true}");
        Path program = Files.writeString(folder.resolve("acr-credential-provider"), "#!/bin/sh\nexec '"
                + System.getProperty("java.home") + "/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '"
                + Path.of("target/classes").toAbsolutePath() + ":"
                + LoadSettings.class.getProtectionDomain().getCodeSource().getLocation().getPath() + "' "
                + AcrCredentialProvider.class.getName() + " \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void close() {
        azure.close();
    }

    @Test
    void pullsOfOneImageAtTheSameTimeAreOneCallAndOneLogin() throws IOException {
        Kubelet kubelet = kubelet("credential-provider-config.manifest");
        List<CompletableFuture<Map<String, String>>> pulls = new ArrayList<>();
        try (var pods = Executors.newFixedThreadPool(8)) {
            for (int pod = 0; pod < 8; pod++)
                pulls.add(CompletableFuture.supplyAsync(() -> kubelet.logins(IMAGE, Kubelet.Account.NONE), pods));
        }

        assertThat(pulls).allSatisfy(pull -> assertThat(pull.join()).containsEntry("foo.azurecr.io", NODE));
        assertThat(kubelet.calls()).isEqualTo(1);
        assertThat(azure.seen()).hasSize(3);
    }

    @Test
    void loginIsKeptForTheRegistryAndTriedBeforeTheAnonymousPull() throws IOException {
        Kubelet kubelet = kubelet("credential-provider-config.manifest");

        Map<String, String> logins = kubelet.logins(IMAGE, Kubelet.Account.NONE);
        kubelet.logins("foo.azurecr.io/other:2", Kubelet.Account.NONE);
        assertThat(kubelet.calls()).isEqualTo(1);
        kubelet.logins("bar.azurecr.io/other:2", Kubelet.Account.NONE);

        assertThat(kubelet.calls()).isEqualTo(2);
        assertThat(logins.keySet()).containsExactly("foo.azurecr.io", "*.azurecr.*");
        assertThat(logins).containsEntry("*.azurecr.*", ":");
    }

    @Test
    void programIsNotCalledForImagesOfOthers() throws IOException {
        Kubelet kubelet = kubelet("credential-provider-config.manifest");

        assertThat(kubelet.logins("docker.io/library/app:1", Kubelet.Account.NONE)).isEmpty();
        assertThat(kubelet.logins("evilazurecr.io/app:1", Kubelet.Account.NONE)).isEmpty();
        assertThat(kubelet.calls()).isZero();
    }

    @Test
    void failureIsASentenceInTheLogAndTheNextPullAsksAgain() throws IOException {
        Kubelet kubelet = kubelet("credential-provider-config.manifest");
        azure.rules(List.of(Rule.answer("https://foo.azurecr.io/oauth2/exchange", 401, "{}")));

        assertThat(kubelet.logins(IMAGE, Kubelet.Account.NONE)).isEmpty();
        assertThat(kubelet.log()).startsWith("exit status 1: ")
                .contains("acr-credential-provider: error: ")
                .hasLineCount(1);
        azure.rules(List.of());

        assertThat(kubelet.logins(IMAGE, Kubelet.Account.NONE)).containsEntry("foo.azurecr.io", NODE);
        assertThat(kubelet.calls()).isEqualTo(2);
    }

    @Test
    void serviceAccountsHaveLoginsOfTheirOwnAndPodsWithoutOneNone() throws IOException {
        Kubelet kubelet = kubelet("credential-provider-config-service-accounts.manifest");
        azure.rules(List.of(Rule.answer("https://login.*/tenant-a/oauth2/v2.0/token", 200,
                "{\"access_token\":\"of-a\",\"expires_in\":3600}"),
                Rule.answer("https://login.*/tenant-b/oauth2/v2.0/token", 200,
                        "{\"access_token\":\"of-b\",\"expires_in\":3600}")));

        Map<String, String> a = kubelet.logins(IMAGE, account("a"));
        Map<String, String> b = kubelet.logins(IMAGE, account("b"));
        kubelet.logins(IMAGE, account("a"));

        assertThat(a.get("foo.azurecr.io")).endsWith(":acr:foo.azurecr.io:of-a");
        assertThat(b.get("foo.azurecr.io")).endsWith(":acr:foo.azurecr.io:of-b");
        assertThat(kubelet.calls()).isEqualTo(2);
        assertThat(kubelet.logins(IMAGE, Kubelet.Account.NONE)).isEmpty();
        assertThat(kubelet.calls()).isEqualTo(2);
        assertThat(kubelet.log()).isEmpty();
    }

    private static Kubelet.Account account(String name) {
        return new Kubelet.Account(name, "token-of-" + name,
                Map.of("kubernetes.azure.com/acr-client-id", "client-" + name,
                        "kubernetes.azure.com/acr-tenant-id", "tenant-" + name));
    }

    private Kubelet kubelet(String manifest) throws IOException {
        String file = Files.readString(MANIFESTS.resolve(manifest));
        assertThat(file).contains("/etc/kubernetes/azure.json");
        return new Kubelet(file.replace("/etc/kubernetes/azure.json", folder.resolve("azure.json").toString()), folder,
                environment);
    }
}
