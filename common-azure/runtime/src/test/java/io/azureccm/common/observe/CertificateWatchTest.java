package io.azureccm.common.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.condition.ConditionOptions;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.common.serve.tls.SelfSigned;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The expiry of a certificate is told in advance, once a day, by the leader. */
class CertificateWatchTest {
    private static final Instant MADE = Instant.parse("2026-01-01T00:00:00Z");

    private final X509Certificate certificate = SelfSigned.create(List.of(InetAddress.ofLiteral("127.0.0.1")), MADE)
            .certificate();
    private final Instant end = certificate.getNotAfter().toInstant();
    private final List<String> heard = new ArrayList<>();
    private Instant now = MADE;
    private boolean leads = true;
    private final CertificateWatch watch = new CertificateWatch(
            List.of(new CertificateWatch.Source("port", "the certificate of the port", () -> List.of(certificate)),
                    new CertificateWatch.Source("azure", "another", List::of),
                    new CertificateWatch.Source("kubeconfig", "a broken one", () -> {
                        throw new IllegalArgumentException("broken");
                    })),
            () -> now,
            new LeaseEvents(note -> heard.add(note.reason() + ": " + note.message()), "service-controller",
                    new ObjectRef("coordination.k8s.io/v1", "Lease", "kube-system", "lease", "", "")),
            () -> leads,
            ConditionOptions.ON);

    @Test
    void eventSaysFromThirtyDaysBeforeWhenItExpires() {
        now = end.minus(Duration.ofDays(30)).minusSeconds(1);
        assertThat(told()).isEmpty();
        now = end.minus(Duration.ofDays(12));
        assertThat(told())
                .containsExactly("CertificateExpires: the certificate of the port expires in 12 days, at " + end
                        + ": replace it as the guide on rotating certificates describes");
    }

    @Test
    void eventSaysThatItHasExpired() {
        now = end.plusSeconds(1);
        assertThat(told()).singleElement().asString().contains("the certificate of the port has expired, at " + end);
    }

    @Test
    void onlyTheLeaderTellsAndOnceADay() {
        now = end.minus(Duration.ofDays(12));
        leads = false;
        assertThat(told()).isEmpty();
        leads = true;
        assertThat(told()).hasSize(1);
        now = now.plus(Duration.ofHours(23));
        assertThat(told()).hasSize(1);
        now = now.plus(Duration.ofHours(1));
        assertThat(told()).hasSize(2);
    }

    @Test
    void gaugeHasTheDaysThatAreLeft() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        watch.bindTo(registry);
        now = end.minus(Duration.ofHours(36));
        assertThat(days(registry, "port")).isEqualTo(1.5);
        assertThat(days(registry, "azure")).isNaN();
        assertThat(days(registry, "kubeconfig")).isNaN();
    }

    private static double days(SimpleMeterRegistry registry, String certificate) {
        return registry.get("controller.certificate.days.left").tag("certificate", certificate).gauge().value();
    }

    private List<String> told() {
        watch.check();
        return heard;
    }
}
