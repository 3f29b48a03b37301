package io.azureccm.common.boot.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.ServingOptions;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class SpringArgumentsTest {
    @Test
    void portAndAddressOfTheFlagsAreDefaultsThatSpringMayOverride() {
        assertThat(of().defaults()).containsEntry("server.port", 10258);
        assertThat(of("--secure-port=1234", "--bind-address=::1").defaults()).containsEntry("server.port", 1234)
                .containsEntry("server.address", "::1");
    }

    @Test
    void portZeroMeansNoServer() {
        assertThat(of("--secure-port=0").defaults()).containsEntry("server.port", -1);
    }

    @ParameterizedTest(name = "{0} beside server.port={1}")
    @CsvSource({"'', 0, ''", "--secure-port=1234, , ''", "--secure-port=1234, 1234, ''", "--secure-port=0, -1, ''",
            "--secure-port=1234, 0, port 1234 is not used: server.port is 0 and takes precedence",
            "--secure-port=0, 8443, port 0 is not used: server.port is 8443 and takes precedence"})
    void aPortOfTheFlagThatSpringOverridesIsTold(String flag, String port, String told) {
        StandardEnvironment environment = new StandardEnvironment();
        if (port != null)
            environment.getPropertySources().addFirst(new MapPropertySource("given", Map.of("server.port", port)));
        environment.getPropertySources().addLast(new MapPropertySource("defaults", of(flag).defaults()));
        assertThat(SpringArguments.port(serving(flag), environment)).map(ConfigProblem::text)
                .map(text -> text.replaceAll("^command line: --secure-port:? |; expected .*", ""))
                .isEqualTo(told.isEmpty() ? List.of() : List.of(told));
    }

    @ParameterizedTest(name = "{0} {1} -> {2}")
    @CsvSource({"'', true, 0.0.0.0", "'', false, 127.0.0.1", "--bind-address=10.0.0.1, false, 10.0.0.1",
            "--bind-address=0.0.0.0, false, 0.0.0.0"})
    void withoutTlsThePortIsForThisMachineUnlessAnAddressIsGiven(String flag, boolean tls, String address) {
        SpringArguments arguments = of(flag);
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("given", Map.of("server.ssl.enabled", tls)));
        environment.getPropertySources().addLast(new MapPropertySource("defaults", arguments.defaults()));
        Map<String, Object> late = SpringArguments.address(serving(flag), environment);
        assertThat(late.getOrDefault("server.address", arguments.defaults().get("server.address"))).isEqualTo(address);
    }

    @Test
    void electionOnAConfigMapGoesByTheFlagsOfTheLease() {
        assertThat(of("--leader-elect-resource-namespace=apps", "--leader-elect-retry-period=3s").defaults())
                .containsEntry("spring.cloud.kubernetes.leader.config-map-name", "azure-node-controller")
                .containsEntry("spring.cloud.kubernetes.leader.namespace", "apps")
                .containsEntry("spring.cloud.kubernetes.leader.update-period", "3000ms");
    }

    @Test
    void verbosityBecomesALogLevel() {
        assertThat(of("-v=3").decided()).doesNotContainKey("logging.level.io.azureccm");
        assertThat(of("-v=4").decided()).containsEntry("logging.level.io.azureccm", "DEBUG");
        assertThat(of("-v=6").decided()).containsEntry("logging.level.io.azureccm", "TRACE");
    }

    private static SpringArguments of(String... flags) {
        return SpringArguments.of(options(flags));
    }

    private static ServingOptions serving(String... flags) {
        return options(flags).serving();
    }

    private static ControllerOptions options(String... flags) {
        List<String> all = Stream
                .concat(Stream.of("--cloud-config=x"), Stream.of(flags).filter(each -> !each.isEmpty()))
                .toList();
        return ControllerFlags.parse(App.NODE, all).orThrow().options();
    }
}
