package io.azureccm.e2e.suite.apps.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.cluster.api.call.Caller;
import io.azureccm.e2e.cluster.http.SelfSigned;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.suite.apps.AdminClient;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.kubectl.PluginRun.Ended;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Who may use {@code kubectl azureccm}: credentials of the kubeconfig, rights, and what is told to those without. */
@Order(1)
class KubectlPluginAccessTest extends KubectlPluginFixture {
    @Test
    void aClientCertificateOfTheKubeconfigIsShownToTheController() throws Exception {
        SelfSigned jane = AdminClient.user("jane", "system:masters");
        cloud.cluster().access().addCertificate(jane.certificate(), Caller.ADMIN);
        plugin.kubeconfig("client-certificate-data: " + base64(jane.certificatePem()) + ", client-key-data: "
                + base64(jane.keyPem()));
        Ended plans = plugin.run("plans");
        assertThat(plans.output()).as(plans.errors()).isEqualTo(page("/plans?format=text"));
        Path certificate = Files.writeString(folder.resolve("jane.crt"), jane.certificatePem());
        Path key = Files.writeString(folder.resolve("jane.key"), jane.keyPem());
        plugin.kubeconfig("client-certificate: " + certificate + ", client-key: " + key);
        assertThat(plugin.run("plan", "1").output()).isEqualTo(page("/plans/1?format=text"));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anExecPluginOfTheKubeconfigIsRunWithItsArgumentsAndEnvironment() throws Exception {
        Path login = folder.resolve("login");
        Files.writeString(login,
                """
                        #!/bin/sh
                        [ "$1|$2|$GREETING" = 'get-token|two words|a=b' ] || { echo "wrong: $1|$2|$GREETING" >&2; exit 1; }
                        printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",\\n"spec":{},"status":{"token":"%s"}}' "$TOKEN"
                        """);
        assertThat(login.toFile().setExecutable(true)).isTrue();
        String exec = "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: " + login
                + ", args: [get-token, two words], env: [{name: GREETING, value: 'a=b'}, {name: TOKEN, value: "
                + readerToken() + "}]}";
        plugin.kubeconfig(exec);
        assertThat(plugin.run("plans").output()).isEqualTo(page("/plans?format=text"));
        plugin.kubeconfig(exec.replace("two words", "three"));
        assertThat(plugin.run("plans", "--address=" + root(), "--insecure-skip-tls-verify").errors())
                .contains("wrong: get-token|three|a=b")
                .contains("executable " + login + " failed with exit code 1");
    }

    @Test
    void aTokenMayComeFromAFileFromStandardInputOrFromAServiceAccount() throws Exception {
        cloud.cluster().apply("{apiVersion: v1, kind: Namespace, metadata: {name: shop}}");
        cloud.cluster().apply("{apiVersion: v1, kind: ServiceAccount, metadata: {name: reader, namespace: shop}}");
        plugin.kubeconfig("token: " + cloud.cluster().token());
        String plans = page("/plans?format=text");
        Path file = Files.writeString(folder.resolve("token"), readerToken() + "\n");
        assertThat(plugin.run("plans", "--token-file=" + file).output()).isEqualTo(plans);
        assertThat(plugin.typing(readerToken() + "\n").run("plans", "--token-file", "-").output()).isEqualTo(plans);
        assertThat(plugin.run("plans", "--service-account=shop/reader").output()).isEqualTo(plans);
        assertThat(asReader("plans", "--service-account=shop/reader").errors())
                .contains("cannot create a token of service account shop/reader");
        assertThat(plugin.run("plans", "--token-file=" + Files.writeString(folder.resolve("x"), "\"\n")).errors())
                .contains("this is not a token");
    }

    @Test
    void whoMayNotIsToldWhatToGrantAndThatIsEnough() throws Exception {
        plugin.kubeconfig("token: " + cloud.cluster().tokenOf("shop", "late"));
        assertThat(plugin.run("plans").errors()).contains("cannot get resource \"leases\"")
                .contains("lease kube-system/azure-service-controller cannot be read: see reader.yaml");
        plugin.kubeconfig("token: " + cloud.cluster().token());
        String late = cloud.cluster().tokenOf("shop", "late");
        Ended refused = plugin.run("plans", "--token=" + late);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.errors())
                .contains("User 'system:serviceaccount:shop:late' cannot get path '/actuator/plans'");
        List<String> grants = refused.errors().lines().filter(each -> each.contains("binding ")).toList();
        assertThat(grants).hasSize(2)
                .allSatisfy(grant -> assertThat(plugin.shell(grant.replace(" azureccm-reader ", " late ")).code())
                        .isZero());
        plugin.kubeconfig("token: " + late);
        RunningApp.await("granted", () -> plugin.succeeds("plans"), () -> "refused");
    }

    @Test
    void aReaderReachesPodsOnlyInTheNamespaceOfTheControllers() {
        plugin.kubeconfig("token: " + readerToken());
        assertThat(plugin.shell("kubectl get pods -n kube-system").code()).isZero();
        cloud.cluster().apply("{apiVersion: v1, kind: Namespace, metadata: {name: shop}}");
        assertThat(plugin.shell("kubectl get pods -n shop").errors()).contains("cannot list resource \"pods\"");
        cloud.cluster().apply(Json.parse("""
                {apiVersion: v1, kind: Pod, metadata: {name: web-1, namespace: shop},
                 spec: {containers: [{name: c, image: i}]}, status: {phase: Running, podIP: 127.0.0.1}}"""));
        assertThat(plugin.shell("kubectl port-forward -n shop pod/web-1 :80").errors())
                .contains("cannot get resource \"pods\"");
    }

    @Test
    void aTokenThatTheClusterDoesNotKnowIsToldAsSuch() throws Exception {
        plugin.kubeconfig("token: " + cloud.cluster().token());
        assertThat(plugin.run("plans", "--token=unknown").errors())
                .contains("the cluster does not know this token (401)")
                .contains("--service-account=NAMESPACE/NAME");
    }

    private String root() {
        return app.actuator().replace("/actuator", "");
    }

    @Test
    void anAddressIsAskedStraightAndHasToBeTrusted() throws Exception {
        assertThat(asReader("plan", "1", "--address=" + root(), "--insecure-skip-tls-verify").output())
                .isEqualTo(page("/plans/1?format=text"));
        assertThat(asReader("plan", "1", "--address=" + root()).errors()).contains("does not answer")
                .contains("certificate");
        assertThat(asReader("plan", "1", "--address=http://127.0.0.1:1").errors()).contains("it has to be https://");
    }

    @Test
    void secretsAreInNoArgumentOfAProgramAndInNoFileThatStays() throws Exception {
        String token = readerToken();
        plugin.kubeconfig("token: " + token);
        PluginRun watched = plugin.recording();
        assertThat(watched.run("plans").code()).isZero();
        assertThat(watched.run("plan", "4711").code()).isEqualTo(1);
        assertThat(watched.recorded()).contains("curl ", "port-forward").doesNotContain(token);
        assertThat(watched.temporaryFiles()).isEmpty();
    }
}
