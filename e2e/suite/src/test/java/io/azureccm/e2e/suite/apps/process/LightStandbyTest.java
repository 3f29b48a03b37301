package io.azureccm.e2e.suite.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.cluster.http.SelfSigned;
import io.azureccm.e2e.suite.apps.AppProcess;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** An instance that waits for the lease holds little memory, and leads as soon as another one would. All apps wait in the same way. */
@Order(1)
class LightStandbyTest extends SimulatedCloudFixture {
    private static final int MAX_MEBIBYTES = 80;
    private static final Duration LONG = Duration.ofHours(1);
    private static final String LEADER = "leader_1";
    private static final String WAITS = "Waiting with little memory for lease";
    private static final String LEADS = "this instance leads: working";

    @BeforeEach
    void prepare() throws Exception {
        cloud.addNodes();
    }

    @Test
    void waitsWithLittleMemoryAndLeadsWhenTheLeaseIsReleased() throws Exception {
        App app = App.ROUTE;
        cloud.hold(app, LEADER, LONG);
        try (AppProcess standby = start(app, "standby")) {
            standby.awaitLog(WAITS);
            RunningApp.await("ready", () -> standby.get("health/readiness").contains("\"UP\""), standby::log);
            RunningApp.await("alive", () -> standby.get("health/liveness").contains("\"UP\""), standby::log);
            assertThat(standby.residentMebibytes()).isPositive().isLessThanOrEqualTo(MAX_MEBIBYTES);
            assertThat(standby.log()).doesNotContain("WARNING").doesNotContain(LEADS);

            cloud.hold(app, "", LONG);
            standby.awaitLog(LEADS);
            assertThat(cloud.holder(app)).isNotEmpty();
            assertThat(standby.log()).doesNotContain("unknown setting");
            assertThat(standby.terminate().code()).isZero();
            assertThat(cloud.holder(app)).isEmpty();
        }
    }

    @Test
    void leadsAfterTheLeaderWasKilledAndServesWhatItLeft() throws Exception {
        try (AppProcess leader = start(App.SERVICE, "leader")) {
            leader.awaitLog(LEADS);
            try (AppProcess standby = start(App.SERVICE, "standby")) {
                standby.awaitLog(WAITS);
                leader.kill();
                cloud.addService("web");
                standby.awaitLog("has not renewed it for");
                RunningApp.await("served", () -> cloud.addresses("web").size() == 1, standby::log);
            }
        }
    }

    @Test
    void servesWithTheCertificateAndTheCipherSuitesOfTheFlags() throws Exception {
        SelfSigned own = SelfSigned.create("port", List.of("localhost", "127.0.0.1"));
        Path certificate = Files.writeString(folder.resolve("tls.pem"), own.certificatePem());
        Path key = Files.writeString(folder.resolve("key.pem"), own.keyPem());
        cloud.hold(App.NODE, LEADER, LONG);
        try (AppProcess standby = start(App.NODE, "standby", "--tls-cert-file=" + certificate,
                "--tls-private-key-file=" + key,
                "--tls-cipher-suites=TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")) {
            standby.awaitLog(WAITS);
            RunningApp.await("ready", () -> standby.get("health/readiness").contains("\"UP\""), standby::log);
            assertThat(standby.log()).doesNotContain("NoClassDefFoundError").doesNotContain("starting the app");
        }
    }

    @Test
    void endsWellWithSigtermAndTheLeaderIsNotDisturbed() throws Exception {
        cloud.hold(App.ROUTE, LEADER, LONG);
        JsonNode lease = lease();
        try (AppProcess standby = start(App.ROUTE, "standby")) {
            standby.awaitLog(WAITS);
            assertThat(standby.terminate().code()).isZero();
        }
        assertThat(lease()).isEqualTo(lease);
    }

    private JsonNode lease() {
        return cloud.cluster().get("leases", "kube-system", App.ROUTE.leaseName()).orElseThrow();
    }

    private AppProcess start(App app, String name, String... more) throws Exception {
        String[] flags = Stream.concat(Stream.of("--azureccm.leader-election.light-standby-after=1s"), Stream.of(more))
                .toArray(String[]::new);
        return AppProcess.start(app, cloud.flags(app, flags), cloud.environment(), folder.resolve(name + ".log"));
    }
}
