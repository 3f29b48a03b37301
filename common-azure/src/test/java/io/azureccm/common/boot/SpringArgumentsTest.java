package io.azureccm.common.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.flags.App;
import io.azureccm.common.config.flags.ControllerFlags;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpringArgumentsTest {
    @Test
    void portAndAddressOfTheFlagsAreDefaultsThatSpringMayOverride() {
        assertThat(of().defaults()).containsEntry("server.port", 10258).containsEntry("server.address", "0.0.0.0");
        assertThat(of("--secure-port=1234", "--bind-address=::1").defaults()).containsEntry("server.port", 1234)
                .containsEntry("server.address", "::1");
    }

    @Test
    void portZeroMeansNoServer() {
        assertThat(of("--secure-port=0").defaults()).containsEntry("server.port", -1);
    }

    @Test
    void certificateFilesMakeThePortSecure() {
        assertThat(of("--tls-cert-file=/c.pem", "--tls-private-key-file=/k.pem", "--tls-min-version=VersionTLS13")
                .defaults()).containsEntry("server.ssl.certificate", "file:/c.pem")
                .containsEntry("server.ssl.certificate-private-key", "file:/k.pem")
                .containsEntry("server.ssl.enabled-protocols", "TLSv1.3");
    }

    @Test
    void directoryCountsWhenItHoldsBothFiles(@TempDir Path folder) throws Exception {
        assertThat(of("--cert-dir=" + folder).defaults()).doesNotContainKey("server.ssl.certificate");
        Files.createFile(folder.resolve("tls.crt"));
        Files.createFile(folder.resolve("tls.key"));
        assertThat(of("--cert-dir=" + folder).defaults()).containsEntry("server.ssl.certificate",
                "file:" + folder.resolve("tls.crt"));
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
        assertThat(of("-v=3").decided()).isEmpty();
        assertThat(of("-v=4").decided()).containsEntry("logging.level.io.azureccm", "DEBUG");
        assertThat(of("-v=6").decided()).containsEntry("logging.level.io.azureccm", "TRACE");
    }

    private static SpringArguments of(String... flags) {
        List<String> all = Stream.concat(Stream.of("--cloud-config=x"), Stream.of(flags)).toList();
        return SpringArguments.of(ControllerFlags.parse(App.NODE, all).orThrow().options());
    }
}
