package io.azureccm.common.boot.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.SteadyClock;
import io.azureccm.common.arm.credential.FallbackCredential;
import io.azureccm.common.arm.http.TrustedCertificates;
import io.azureccm.common.boot.settings.SettingsReader;
import io.azureccm.common.boot.settings.azure.SpringCloudAzureSettings;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.observe.ArmReachability;
import io.azureccm.common.observe.metrics.ArmMetrics;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetListener;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.StandardEnvironment;

/** Which credential a session uses: the one of the cloud config, or else the one of {@code spring.cloud.azure}. */
class AzureConnectorTest {
    private static final String CONFIG = """
            {"cloud": "AzurePublicCloud", "subscriptionId": "s-1", "resourceGroup": "rg", "location": "moon"%s}""";
    private final List<String> tenants = new ArrayList<>();
    private final AzureConnector connector = connector(
            new SpringCloudAzureSettings("client-secret", "", "", "", ""));

    @Test
    void credentialOfTheCloudConfigTakesPrecedenceWhichIsSaidOnce() throws Exception {
        Logger log = (Logger) LoggerFactory.getLogger(AzureConnector.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        try {
            for (int reload = 0; reload < 3; reload++) {
                connector.open(config(", \"tenantId\": \"t\", \"aadClientId\": \"c\", \"aadClientSecret\": \"s\""),
                        "azure.json");
            }
        } finally {
            log.detachAppender(lines);
        }
        assertThat(tenants).isEmpty();
        assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("azure.json: its credential takes precedence over spring.cloud.azure.credential"
                        + " (client-secret), which is not used");
    }

    @Test
    void withoutOneTheOtherGetsTheTenantOfTheCloudConfig() {
        assertThatThrownBy(() -> connector.open(config(", \"tenantId\": \"t\""), "azure.json"))
                .hasMessageContaining("neither has spring.cloud.azure");
        assertThat(tenants).containsExactly("t");
    }

    @Test
    void aTenantThatNobodyNamesIsAnErrorWithTheKey() {
        assertThatThrownBy(() -> connector.open(config(""), "azure.json")).isInstanceOf(CloudConfigException.class)
                .hasMessageContaining("spring.cloud.azure.profile.tenant-id: is missing, client-secret requires it");
    }

    @Test
    void theProxyOfTheEnvironmentIsReadAndToldIfItIsNone() {
        AzureConnector behind = connector(new SpringCloudAzureSettings("client-secret", "", "", "", ""),
                Map.of("HTTPS_PROXY", "socks5://proxy"));
        assertThatThrownBy(() -> behind.open(config(", \"tenantId\": \"t\""), "azure.json"))
                .hasMessageStartingWith("HTTPS_PROXY: expected the URL of a proxy");
    }

    private AzureConnector connector(SpringCloudAzureSettings spring) {
        return connector(spring, Map.of());
    }

    private AzureConnector connector(SpringCloudAzureSettings spring, Map<String, String> environment) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        return new AzureConnector(new AzureConnector.Dependencies(
                ControllerFlags.parse(App.NODE, List.of("--cloud-config=azure.json")).orThrow().options(),
                TrustedCertificates.from(Map.of()),
                environment, Optional.of(new AzureConnector.Fallback(spring, tenant -> {
                    tenants.add(tenant);
                    return FallbackCredential.NONE;
                })), WriteFence.OPEN,
                new ArmBudget(BudgetSettings.of(App.NODE), ArmClock.system(), BudgetListener.NONE),
                AzureConnector.Calls.of(SettingsReader.read(new StandardEnvironment()).settings())),
                new AzureConnector.Listeners(new ArmReachability(SteadyClock.SYSTEM), new ArmMetrics(registry),
                        ExecutionListener.NONE, call -> {}),
                SteadyClock.SYSTEM);
    }

    private static CloudConfig config(String more) {
        return CloudConfigParser.parse(new ConfigLayer("azure.json", CONFIG.formatted(more)), Map.of()).orThrow();
    }
}
