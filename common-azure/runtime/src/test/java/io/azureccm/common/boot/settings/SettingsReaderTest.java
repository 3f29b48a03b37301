package io.azureccm.common.boot.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.boot.settings.LeaderElectionSettings.Mode;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class SettingsReaderTest {
    @Test
    void nothingSetIsNothingToSay() {
        SettingsReader.Outcome read = read(Map.of());
        assertThat(read.problems()).isEmpty();
        assertThat(read.settings().of(LeaderElectionSettings.class).mode()).isEqualTo(Mode.LEASE);
        assertThat(read.settings().of(AgentSettings.class))
                .isEqualTo(new AgentSettings("", "http://169.254.169.254"));
    }

    @Test
    void everyWrongValueIsAnErrorWithKeyValueAndWhatIsRight() {
        SettingsReader.Outcome read = read(Map.of("azureccm.leader-election.mode", "lottery"));
        assertThat(read.failed()).isTrue();
        assertThat(texts(read)).containsExactly(
                "settings: azureccm.leader-election.mode: \"lottery\" is not valid, expected lease or configmap");
    }

    @Test
    void wrongValueIsToldAsItWasWritten() {
        String expected = "settings: azureccm.orphans.interval: \"-1h\" is not valid, expected 0s or a duration such as 30m or 1h";
        assertThat(texts(read(Map.of("azureccm.orphans.interval", "-1h")))).containsExactly(expected);
        assertThat(texts(readVariables(Map.of("AZURECCM_ORPHANS_INTERVAL", "-1h")))).containsExactly(expected);
    }

    @Test
    void unknownKeyIsAWarningThatNamesTheNearestKnownOne() {
        SettingsReader.Outcome read = read(Map.of("azureccm.leader-elections.mode", "lease"));
        assertThat(read.failed()).isFalse();
        assertThat(texts(read)).containsExactly(
                "settings: azureccm.leader-elections.mode: unknown setting, it has no effect"
                        + " (did you mean \"azureccm.leader-election.mode\"?)");
    }

    @Test
    void unknownVariableOfTheEnvironmentIsNamedAsItIsWritten() {
        SettingsReader.Outcome read = readVariables(Map.of("AZURECCM_AGENT_NODENAMES", "x"));
        assertThat(texts(read)).singleElement()
                .asString()
                .startsWith("settings: AZURECCM_AGENT_NODENAMES: unknown setting")
                .contains("azureccm.agent.node-name");
    }

    /** As in {@code SPRING_APPLICATION_JSON}. */
    @Test
    void keyWithoutAValueIsAsGoodAsNotSet() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("azureccm.agent.node-name", null);
        properties.put("azureccm.agent.node-names", null);
        properties.put("spring.cloud.azure.credential.client-id", null);
        SettingsReader.Outcome read = read(properties);
        assertThat(read.failed()).isFalse();
        assertThat(read.settings().of(AgentSettings.class).nodeName()).isEmpty();
        assertThat(texts(read)).singleElement().asString().contains("azureccm.agent.node-names: unknown setting");
    }

    @Test
    void variablesOfTheEnvironmentCount() {
        SettingsReader.Outcome read = readVariables(
                Map.of("AZURECCM_LEADERELECTION_MODE", "configmap", "AZURECCM_AGENT_NODE_NAME", "n1"));
        assertThat(read.problems()).isEmpty();
        assertThat(read.settings().of(LeaderElectionSettings.class).mode()).isEqualTo(Mode.CONFIGMAP);
        assertThat(read.settings().of(AgentSettings.class).nodeName()).isEqualTo("n1");
    }

    @Test
    void theProbeProxyCannotStandInFrontOfItself() {
        assertThat(read(Map.of()).settings().of(ProbeProxySettings.class))
                .isEqualTo(new ProbeProxySettings(false, 10356, 10256));
        assertThat(List.of(new ProbeProxySettings(false, 10356, 10256), new ProbeProxySettings(true, 1, 2)))
                .noneMatch(ProbeProxySettings::isInert);
        assertThat(List.of(new ProbeProxySettings(false, 1, 10256), new ProbeProxySettings(false, 10356, 1)))
                .allMatch(ProbeProxySettings::isInert);
        assertThat(texts(read(Map.of("azureccm.probe-proxy.port", "10256")))).containsExactly(
                "settings: azureccm.probe-proxy.target-port: \"10256\" is not valid, expected a port other than azureccm.probe-proxy.port");
        assertThat(texts(read(Map.of("azureccm.probe-proxy.port", "0")))).containsExactly(
                "settings: azureccm.probe-proxy.port: \"0\" is not valid, expected a port from 1 to 65535");
    }

    @Test
    void oldNameStillWorksAndTheNewOneIsTold() {
        SettingsReader.Outcome read = read(Map.of("leader-election.mode", "configmap"));
        assertThat(read.settings().of(LeaderElectionSettings.class).mode()).isEqualTo(Mode.CONFIGMAP);
        assertThat(texts(read))
                .containsExactly("settings: leader-election.mode: has been renamed to azureccm.leader-election.mode");
    }

    @Test
    void newNameGoesBeforeTheOldOne() {
        SettingsReader.Outcome read = read(
                Map.of("leader-election.mode", "configmap", "azureccm.leader-election.mode", "lease"));
        assertThat(read.settings().of(LeaderElectionSettings.class).mode()).isEqualTo(Mode.LEASE);
        assertThat(texts(read)).singleElement().asString().endsWith("which is also set and takes precedence");
    }

    private static SettingsReader.Outcome read(Map<String, Object> properties) {
        StandardEnvironment environment = bare();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        return SettingsReader.read(environment);
    }

    private static SettingsReader.Outcome readVariables(Map<String, Object> variables) {
        StandardEnvironment environment = bare();
        environment.getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", new HashMap<>(variables)));
        return SettingsReader.read(environment);
    }

    private static StandardEnvironment bare() {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        environment.getPropertySources().remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        return environment;
    }

    private static List<String> texts(SettingsReader.Outcome read) {
        return read.problems().stream().map(ConfigProblem::text).toList();
    }
}
