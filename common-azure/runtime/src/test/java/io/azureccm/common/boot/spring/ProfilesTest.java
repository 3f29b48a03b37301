package io.azureccm.common.boot.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.boot.azure.ConfigFollower;
import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.launch.Launch;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.cloud.CloudNames;
import io.azureccm.common.config.options.App;
import io.azureccm.common.kube.Await;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.serve.PortClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;

/** A controller starts with each profile, and each does what the page of profiles says. */
class ProfilesTest {
    private static final String NO_CLOUD = StartFiles.GOOD.replace("\"cloud\": \"AzurePublicCloud\",", "");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"public, AzurePublicCloud", "china, AzureChinaCloud", "usgov, AzureUSGovernmentCloud"})
    void profileNamesTheCloudOfAConfigThatNamesNone(String profile, String cloud) throws Exception {
        try (ConfigurableApplicationContext context = start(profile, NO_CLOUD)) {
            assertThat(CloudNames.find(inUse(context).arm().endpoint().cloud())).isEqualTo(CloudNames.find(cloud));
        }
    }

    @Test
    void azureStackBehavesAsOne() throws Exception {
        try (ConfigurableApplicationContext context = start("azure-stack", NO_CLOUD)) {
            assertThat(inUse(context).arm().endpoint().azureStackBehaviour()).isTrue();
        }
    }

    @Test
    void configGoesBeforeTheProfile() throws Exception {
        try (ConfigurableApplicationContext context = start("china", StartFiles.GOOD)) {
            assertThat(inUse(context).arm().endpoint().cloud()).isEqualTo("AzurePublicCloud");
        }
    }

    @Test
    void chinaCountsCallsByTheHour() throws Exception {
        try (ConfigurableApplicationContext context = start("china", NO_CLOUD)) {
            assertThat(context.getEnvironment().getProperty("azureccm.budget.burst.arm-writes")).isEqualTo("1200");
            assertThat(context.getBean(ArmBudget.class)).isNotNull();
            assertThat(get(context, "/actuator/cloudconfig").body())
                    .contains("\"arm-writes\":1200", "\"arm-reads\":12000", "application-china.yml");
        }
    }

    @Test
    void debugSaysMoreAndShowsMore() throws Exception {
        try (ConfigurableApplicationContext context = start("debug", StartFiles.GOOD)) {
            for (String more : List.of("threaddump", "loggers", "env", "conditions")) {
                assertThat(get(context, "/actuator/" + more).statusCode()).as(more).isEqualTo(200);
            }
            assertThat(get(context, "/actuator/env").body()).doesNotContain("s3cret");
            assertThat(context.getEnvironment().getProperty("logging.level.io.azureccm")).isEqualTo("DEBUG");
        }
        try (ConfigurableApplicationContext context = start("public", StartFiles.GOOD)) {
            assertThat(get(context, "/actuator/threaddump").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void effectiveConfigurationIsShownWithoutSecrets() throws Exception {
        try (ConfigurableApplicationContext context = start("public", StartFiles.GOOD)) {
            inUse(context);
            assertThat(get(context, "/actuator/cloudconfig").body())
                    .contains("azure.json", "\"subscriptionId\":\"s-1\"")
                    .contains("{\"name\":\"azureccm.leader-election.mode\",\"value\":\"LEASE\",\"from\":\"default\"}")
                    .contains("application-public.yml")
                    .doesNotContain("s3cret");
        }
    }

    @Test
    void probesOfTheReferenceFindTheirPaths() throws Exception {
        try (ConfigurableApplicationContext context = start("public", StartFiles.GOOD)) {
            assertThat(get(context, "/livez").statusCode()).isEqualTo(200);
            assertThat(get(context, "/healthz").statusCode()).isEqualTo(200);
            assertThat(get(context, "/readyz").statusCode()).isEqualTo(503);
        }
    }

    private ConfigurableApplicationContext start(String profile, String config) throws IOException {
        StartFiles files = new StartFiles(folder);
        Launch launch = ControllerLauncher.launch(App.SERVICE, TestController.class,
                List.of(files.kubeconfig(), files.config(config), "--server.port=0", "--dry-run",
                        PortClient.flag(folder),
                        "--spring.profiles.active=" + profile),
                Map.of());
        return ((Launch.Running) launch).context();
    }

    private static CloudConfig inUse(ConfigurableApplicationContext context) {
        ConfigFollower follower = context.getBean(ConfigFollower.class);
        Await.until("the config is in use", () -> follower.usable().isPresent());
        return follower.usable().orElseThrow();
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext context, String path) throws Exception {
        return PortClient.operator().get(context, path);
    }
}
