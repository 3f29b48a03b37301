package io.azureccm.e2e.suite.apps.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.cluster.ClusterOptions;
import io.azureccm.e2e.cluster.ClusterOptions.Feature;
import io.azureccm.e2e.cluster.http.SelfSigned;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloud;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Credentials and CAs are replaced under a running app while the old ones are refused: the health names the refusal, and once
 * the files have the new ones, Services are served without a restart, and nothing secret has been logged.
 */
class CredentialRotationTest {
    @TempDir
    Path folder;
    private SimulatedCloud cloud;
    private Credentials credentials;

    /**
     * One rotation.
     *
     * @param issue makes the new one, from when on the old one is refused, and gives what writes the files
     * @param component part of the health that names the refusal
     * @param refusal what it says
     */
    record Rotation(String name, Function<CredentialRotationTest, Runnable> issue, String component, String refusal) {}

    private static final Rotation ARM_CA = new Rotation("ca-of-azure", test -> {
        test.cloud.azure().replaceCertificate();
        return () -> test.credentials.write("ca.pem", test.cloud.azure().caPem());
    }, "azure", "is not trusted");

    private static final Rotation KUBERNETES_CA = new Rotation("ca-of-kubernetes", test -> {
        test.cloud.cluster().replaceCertificate();
        return () -> test.credentials.write("kube-ca.pem", test.cloud.cluster().certificateAuthority());
    }, "kubernetes", "TLS failed");

    private static final Rotation CLIENT_SECRET = new Rotation("client-secret", test -> {
        String secret = test.credentials.issueSecret();
        return () -> test.credentials.writeCloudConfig(Map.of("aadClientSecret", secret));
    }, "azure", "AADSTS7000215");

    private static final Rotation AZURE_CERTIFICATE = new Rotation("certificate-for-azure", test -> {
        String pem = test.credentials.issueAzureCertificate();
        return () -> test.credentials.write("azure-cert.pem", pem);
    }, "azure", "AADSTS700027");

    private static final Rotation FEDERATED_TOKEN = new Rotation("federated-token", test -> {
        String token = test.credentials.issueFederatedToken();
        return () -> test.credentials.write("federated", token);
    }, "azure", "AADSTS700024");

    private static final Rotation TOKEN_FILE = new Rotation("token-file", test -> {
        String token = test.credentials.issueKubernetesToken();
        return () -> test.credentials.write("token", token);
    }, "kubernetes", "401");

    private static final Rotation TOKEN_INSIDE = new Rotation("token-in-kubeconfig", test -> {
        String token = test.credentials.issueKubernetesToken();
        return () -> test.credentials.writeKubeconfig("token: " + token);
    }, "kubernetes", "401");

    private static final Rotation KUBERNETES_CERTIFICATE = new Rotation("certificate-for-kubernetes", test -> {
        SelfSigned user = test.credentials.issueKubernetesCertificate();
        return () -> test.credentials.writeKubernetesCertificate(user);
    }, "leadership", "401");

    /** An app with its files, and what is replaced under it one after the other. */
    enum Running {
        SECRET_AND_TOKEN_FILE(test -> {
            CLIENT_SECRET.issue().apply(test).run();
            TOKEN_FILE.issue().apply(test).run();
            test.credentials.writeKubeconfig("tokenFile: token");
        }, CLIENT_SECRET, TOKEN_FILE, ARM_CA, KUBERNETES_CA),

        CERTIFICATES(test -> {
            AZURE_CERTIFICATE.issue().apply(test).run();
            test.credentials.writeCloudConfig(
                    Map.of("aadClientCertPath", test.credentials.file("azure-cert.pem").toString()));
            KUBERNETES_CERTIFICATE.issue().apply(test).run();
            test.credentials.writeKubeconfig("client-certificate: kube-cert.pem, client-key: kube-key.pem");
        }, AZURE_CERTIFICATE, KUBERNETES_CERTIFICATE),

        WORKLOAD_IDENTITY_AND_TOKEN(test -> {
            FEDERATED_TOKEN.issue().apply(test).run();
            test.credentials.writeCloudConfig(Map.of("useFederatedWorkloadIdentityExtension", true,
                    "aadFederatedTokenFile", test.credentials.file("federated").toString()));
            TOKEN_INSIDE.issue().apply(test).run();
        }, FEDERATED_TOKEN, TOKEN_INSIDE);

        private final Consumer<CredentialRotationTest> files;
        private final List<Rotation> rotations;

        Running(Consumer<CredentialRotationTest> files, Rotation... rotations) {
            this.files = files;
            this.rotations = List.of(rotations);
        }
    }

    @BeforeEach
    void start() throws Exception {
        cloud = SimulatedCloud.start(folder, ClusterOptions.defaults().with(Feature.TLS));
        cloud.addNodes();
        credentials = new Credentials(cloud);
    }

    @AfterEach
    void stop() {
        cloud.close();
    }

    @ParameterizedTest
    @EnumSource
    void replacedCredentialsAreTakenUpWithoutARestartAndOldOnesAreMissedInHealth(Running running) throws Exception {
        running.files.accept(this);
        List<String> flags = List.of("--cloud-config=" + credentials.file("azure.json"),
                "--kubeconfig=" + credentials.file("kubeconfig"), "--enable-dynamic-reloading", "--server.port=0",
                "--server.address=127.0.0.1");
        try (RunningApp app = RunningApp.start(App.SERVICE, flags, cloud.environment());
                LogLines log = new LogLines()) {
            served(app, "first");
            for (Rotation rotation : running.rotations) {
                Runnable write = rotation.issue().apply(this);
                cloud.azure().endTokens();
                cloud.addService("during-" + rotation.name());
                RunningApp.await("refused because of " + rotation.refusal(),
                        () -> app.component(rotation.component()).toString().contains(rotation.refusal()),
                        () -> app.get("/health").body());
                write.run();
                served(app, "after-" + rotation.name());
                awaitServed(app, "during-" + rotation.name());
            }
            Stream.concat(credentials.secrets().stream(), Stream.of(cloud.cluster().token()))
                    .forEach(secret -> assertThat(log.text()).doesNotContain(secret));
        }
    }

    private void served(RunningApp app, String service) {
        cloud.addService(service);
        awaitServed(app, service);
    }

    private void awaitServed(RunningApp app, String service) {
        RunningApp.await(service + " served", () -> cloud.addresses(service).size() == 1,
                () -> app.get("/health").body() + app.get("/plans?format=text").body());
    }
}
