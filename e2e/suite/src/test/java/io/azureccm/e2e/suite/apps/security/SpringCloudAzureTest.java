package io.azureccm.e2e.suite.apps.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.tokens.AppCertificate;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An app whose cloud config has no credential signs in with the one of {@code spring.cloud.azure}. */
@Execution(ExecutionMode.SAME_THREAD)
class SpringCloudAzureTest extends SimulatedCloudFixture {
    private static final String PREFIX = "--spring.cloud.azure.";
    private static final String CLIENT = PREFIX + "credential.client-id=spring-app";
    private static final String SECRET = PREFIX + "credential.client-secret=right";
    private static final String TENANT = "\"tenantId\": \"t\",";
    private static final String OWN = "\"aadClientId\": \"c\", \"aadClientSecret\": \"s3cret\",";

    @BeforeEach
    void prepare() {
        cloud.addNodes();
        cloud.addService("web");
        cloud.azure().apps().secrets("spring-app", "right");
    }

    @Test
    void clientSecretWithTheTenantOfTheCloudConfig() throws Exception {
        assertThat(serves(config(), CLIENT, SECRET)).isTrue();
    }

    @Test
    void clientCertificateWithATenantOfItsOwn() throws Exception {
        AppCertificate certificate = AppCertificate.create("spring-app");
        cloud.azure().apps().certificates("spring-app", certificate.certificate());
        Path pem = Files.writeString(folder.resolve("app.pem"), certificate.pem());

        assertThat(serves(config().replace(TENANT, ""), CLIENT, PREFIX + "credential.client-certificate-path=" + pem,
                PREFIX + "profile.tenant-id=t2")).isTrue();
    }

    @Test
    void resourceManagerOfTheProfileIfTheCloudConfigNamesNone() throws Exception {
        String config = config().replace("\"cloud\": \"AzurePublicCloud\",", "")
                .replaceAll("\"resourceManagerEndpoint\": \"[^\"]*\",", "");
        assertThat(config).doesNotContain(cloud.azure().url());

        assertThat(serves(config, CLIENT, SECRET, PREFIX + "profile.cloud-type=azure",
                PREFIX + "profile.environment.resource-manager-endpoint=" + cloud.azure().url())).isTrue();
    }

    @Test
    void credentialOfTheCloudConfigTakesPrecedence() throws Exception {
        String config = Files.readString(cloud.config(cloud.azure().url()));

        assertThat(serves(config, CLIENT, PREFIX + "credential.client-secret=wrong")).isTrue();
    }

    @Test
    void refusedSecretIsTheCauseInHealthAndNotShown() throws Exception {
        try (RunningApp running = start(config(), CLIENT, PREFIX + "credential.client-secret=wr0ng-s3cret")) {
            RunningApp.await("refused", () -> running.cause("azure").contains("refused to issue a token"),
                    () -> running.get("/health").body());
            assertThat(running.get("/health").body()).doesNotContain("wr0ng-s3cret");
        }
    }

    private String config() throws Exception {
        String config = Files.readString(cloud.config(cloud.azure().url()));
        assertThat(config).contains(OWN, TENANT);
        return config.replace(OWN, "");
    }

    private boolean serves(String config, String... settings) throws Exception {
        try (RunningApp running = start(config, settings)) {
            RunningApp.await("served", () -> !cloud.addresses("web").isEmpty(), () -> running.get("/health").body());
            return true;
        }
    }

    private RunningApp start(String config, String... settings) throws Exception {
        List<String> flags = new ArrayList<>(cloud.flags("--leader-elect=false"));
        flags.set(0, "--cloud-config=" + Files.writeString(folder.resolve("spring.json"), config));
        flags.addAll(Arrays.asList(settings));
        return RunningApp.start(App.SERVICE, flags, cloud.environment());
    }
}
