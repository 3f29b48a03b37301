package io.azureccm.service.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.kube.event.HeardEvents;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.Notice.Source;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The events of a Service, in virtual time: each line is a reason with its count. */
class ServiceEventsTest {
    private static final Notice FLAG = Notice.normal(Source.SERVICE_CONTROLLER, "UnclearAnnotation", "flag");
    private static final Notice KEY = Notice.warning(Source.SERVICE_CONTROLLER, "UnknownAnnotation", "key");
    private static final Notice MOVED = Notice.warning(Source.AZURE, "PublicIPReplaced", "given up");

    private final HeardEvents heard = new HeardEvents();
    private final ServiceEvents events = new ServiceEvents(heard.recorder(), Redaction.of(List.of("s3cret")));

    @BeforeEach
    void lead() {
        events.begin();
    }

    @AfterEach
    void close() {
        events.close();
        heard.close();
    }

    @Test
    void mistakeThatIsMendedAndMadeAgainIsToldAgain() {
        events.ensureFailed(service("1", "bad"), "no such value");
        advance(Duration.ofSeconds(3));
        events.nothingFailed("u");
        events.ensured(service("2", "good"), List.of("20.1.2.3"));
        advance(Duration.ofSeconds(60));
        assertThat(heard.all()).containsExactly("SyncLoadBalancerFailed 1", "EnsuredLoadBalancer 1");
        events.ensureFailed(service("3", "bad"), "no such value");
        advance(Duration.ZERO);
        assertThat(heard.all()).endsWith("SyncLoadBalancerFailed 2").hasSize(3);
    }

    @Test
    void mistakeThatStaysIsToldWithinTenSecondsAndOnlyThen() {
        events.ensureFailed(service("1", "bad"), "no such value");
        events.ensureFailed(service("2", "bad"), "no such value");
        advance(Duration.ofSeconds(7));
        assertThat(heard.all()).containsExactly("SyncLoadBalancerFailed 1");
        advance(Duration.ofSeconds(2));
        assertThat(heard.all()).containsExactly("SyncLoadBalancerFailed 1", "SyncLoadBalancerFailed 2");
    }

    @Test
    void changeThatIsNotPlannedYetSilencesWhatWasWrong() {
        events.ensureFailed(service("1", "bad"), "no such value");
        events.changed(Set.of("u"));
        events.ensureFailed(service("2", "good"), "no such value");
        advance(Duration.ofMinutes(1));
        assertThat(heard.all()).containsExactly("SyncLoadBalancerFailed 1");

        events.turnBegins(Set.of("u"));
        events.ensureFailed(service("2", "worse"), "no such value");
        advance(Duration.ZERO);
        assertThat(heard.all()).as("of the Service as it is now").hasSize(2);
    }

    @Test
    void warningsOfPlansAreRepeatedWhileTheyStandAndWhatIsOverIsToldOnce() {
        events.notices(service("1", "x"), List.of(FLAG, KEY), List.of(MOVED));
        advance(Duration.ofSeconds(9));
        assertThat(heard.all()).containsExactlyInAnyOrder("UnclearAnnotation 1", "UnknownAnnotation 1",
                "PublicIPReplaced 1",
                "UnknownAnnotation 2");
        events.notices(service("2", "x"), List.of(FLAG), List.of());
        advance(Duration.ofHours(2));
        assertThat(heard.all()).hasSize(4);
        events.notices(service("3", "y"), List.of(FLAG), List.of());
        advance(Duration.ZERO);
        assertThat(heard.all()).as("the Service changed").endsWith("UnclearAnnotation 2");
    }

    @Test
    void whatIsWrongInOneWayStaysWhenAnotherEnds() {
        Service web = service("1", "x");
        events.noNodes(web);
        events.unreadable(web, Notice.warning(Source.AZURE, "ListLoadBalancers", "403"));
        events.ensureFailed(web, "403");
        events.readable();
        events.nothingFailed("u");
        advance(Duration.ofSeconds(8));
        assertThat(heard.all()).containsExactly("UnAvailableLoadBalancer 1", "ListLoadBalancers 1",
                "SyncLoadBalancerFailed 1", "UnAvailableLoadBalancer 2");
        events.needsNoNodes("u");
        advance(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(4);
    }

    @Test
    void leaderThatIsReplacedFallsSilentAndTheNextOneTellsWhatStands() {
        events.ensureFailed(service("1", "bad"), "no such value");
        events.end();
        events.ensureFailed(service("1", "bad"), "found by the plan that was under way");
        advance(Duration.ofHours(1));
        assertThat(heard.all()).containsExactly("SyncLoadBalancerFailed 1");
        events.begin();
        events.ensureFailed(service("1", "bad"), "no such value");
        advance(Duration.ZERO);
        assertThat(heard.all()).hasSize(2);
    }

    @Test
    void deletedServiceIsHeardOfNoMore() {
        events.notices(service("1", "x"), List.of(KEY), List.of());
        events.deleteFailed(service("1", "x"), "in use");
        events.deleted(service("1", "x"));
        advance(Duration.ofHours(1));
        assertThat(heard.all()).containsExactly("UnknownAnnotation 1", "SyncLoadBalancerFailed 1",
                "DeletedLoadBalancer 1");
    }

    @Test
    void goodEndNamesTheAddressesAndNoMessageASecret() {
        events.ensured(service("1", "x"), List.of("20.1.2.3", "fd00::1"));
        events.ensureFailed(service("1", "x"), "the secret s3cret is wrong");
        advance(Duration.ZERO);
        assertThat(heard.message("EnsuredLoadBalancer")).isEqualTo("Ensured load balancer with IP 20.1.2.3, fd00::1");
        assertThat(heard.message("SyncLoadBalancerFailed")).contains("is wrong").doesNotContain("s3cret");
        events.ensured(service("1", "x"), List.of());
        advance(Duration.ZERO);
        assertThat(heard.message("EnsuredLoadBalancer")).isEqualTo("Ensured load balancer");
    }

    private void advance(Duration time) {
        heard.advance(time);
    }

    private static Service service(String version, String value) {
        return new ServiceBuilder().withApiVersion("v1")
                .withKind("Service")
                .withNewMetadata()
                .withName("web")
                .withNamespace("shop")
                .withUid("u")
                .withResourceVersion(version)
                .addToAnnotations("service.beta.kubernetes.io/azure-load-balancer-internal", value)
                .endMetadata()
                .withNewSpec()
                .withType("LoadBalancer")
                .endSpec()
                .build();
    }
}
