package io.azureccm.common.boot.standby;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.AuthorizationOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What probes, scrapes and people get from a light standby, and that its task reaches it unchanged. */
class StandbyPagesTest {
    private static final StandbyTask TASK = new StandbyTask("node-controller",
            new StandbyTask.KubeAddress("", "https://[::1]:6443", "/ca.crt", "/token"),
            new StandbyTask.Lease("kube-system", "azure-node-controller", Duration.ofSeconds(15),
                    Duration.ofSeconds(2), Duration.ofSeconds(5)),
            new StandbyTask.Port(10263, "0.0.0.0", "/tls.crt", "/tls.key", List.of("TLSv1.3"),
                    List.of("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"), new StandbyTask.Probes(10262, "127.0.0.1")),
            new StandbyTask.Access(Duration.ofSeconds(10), new AuthorizationOptions("", List.of("/healthz", "/livez*"),
                    Duration.ofSeconds(10), Duration.ofSeconds(9))));
    private final AtomicLong now = new AtomicLong();
    private final StandbyState state = new StandbyState(now::get);
    private final StandbyPages pages = new StandbyPages(TASK, state);

    @Test
    void aTaskIsReadAsItWasWritten() {
        assertThat(StandbyTask.parse(TASK.text())).isEqualTo(TASK);
    }

    @Test
    void aStandbyThatReadsTheLeaseIsAliveAndReady() {
        state.turned("pod-1", Optional.empty());
        assertThat(List.of(code("/livez"), code("/readyz"), code("/healthz"), code("/actuator/health")))
                .containsOnly(200);
        assertThat(body("/readyz", false))
                .isEqualTo("{\"status\":\"UP\",\"components\":{\"kubernetes\":{\"status\":\"UP\"}}}");
    }

    @Test
    void aStandbyThatCannotReadTheLeaseIsAliveAndNotReadyAndSaysWhyToThoseWhoMayKnow() {
        state.turned("pod-1", Optional.of("no route to host"));
        assertThat(code("/livez")).isEqualTo(200);
        assertThat(code("/readyz")).isEqualTo(503);
        assertThat(body("/readyz", false)).doesNotContain("no route");
        assertThat(body("/readyz", true)).contains("\"cause\":\"no route to host\"");
    }

    @Test
    void aStandbyWhoseLoopStandsStillIsNotAlive() {
        state.turned("pod-1", Optional.empty());
        now.addAndGet(Duration.ofMinutes(2).toNanos() - 1);
        assertThat(code("/livez")).isEqualTo(200);
        now.incrementAndGet();
        assertThat(List.of(code("/livez"), code("/readyz"), code("/healthz"))).containsOnly(503);
    }

    @Test
    void theLeaderIsNamedToThoseWhoMayKnow() {
        state.turned("pod-1", Optional.empty());
        assertThat(body("/actuator/health", true)).contains("\"leading\":false", "\"holder\":\"pod-1\"",
                "\"decidedBy\":\"lease kube-system/azure-node-controller\"");
        assertThat(body("/actuator/health", false)).doesNotContain("pod-1");
        assertThat(code("/actuator/plans")).isEqualTo(503);
        assertThat(body("/actuator/plans", true)).contains("held by pod-1");
    }

    @Test
    void metricsTellThatItDoesNotLead() {
        now.addAndGet(Duration.ofMillis(1500).toNanos());
        assertThat(body("/metrics", true)).isEqualTo(body("/actuator/prometheus", true))
                .isEqualTo(body("/metrics/v2", true))
                .contains("leader_election_master_status{name=\"azure-node-controller\"} 0.0\n",
                        "controller_phase{phase=\"STANDBY\"} 1.0\n", "controller_phase{phase=\"LEADING\"} 0.0\n",
                        "controller_loop_turn_age_seconds 1.500\n");
    }

    @Test
    void metricsAreTheSameInEveryLocale() {
        String usual = body("/metrics", true);
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(body("/metrics", true)).isEqualTo(usual);
        } finally {
            Locale.setDefault(before);
        }
    }

    private int code(String path) {
        return pages.page(path, false).code();
    }

    private String body(String path, boolean known) {
        return new String(pages.page(path, known).body(), StandardCharsets.UTF_8);
    }
}
