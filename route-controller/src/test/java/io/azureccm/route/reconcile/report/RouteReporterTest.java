package io.azureccm.route.reconcile.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.event.HeardEvents;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFactsParser;
import io.azureccm.route.status.NodeEvents;
import io.azureccm.route.status.NodeResult;
import io.azureccm.route.status.NodeResult.Failure;
import io.azureccm.route.status.ReportedProblems;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Problems with the routes of a node are reported while they persist, however often they are found. */
class RouteReporterTest {
    private static final NodeResult TAKEN = new NodeResult.Disconnected(
            List.of(new Failure("10.1.0.0/24", "node b has the same", RouteReason.DUPLICATE_POD_CIDR)));
    private static final NodeResult FAILED = new NodeResult.Disconnected(
            List.of(new Failure("10.1.0.0/24", "quota", RouteReason.LIMIT_REACHED)));

    private final HeardEvents heard = new HeardEvents();
    private final NodeEvents events = new NodeEvents(heard.recorder());
    private final NodeIndex index = new NodeIndex(new NodeFactsParser(Optional.empty()), name -> {});
    private final RouteReporter reporter = new RouteReporter(index, events, none -> {});
    private ReportedProblems reported = ReportedProblems.NONE;
    private Duration elapsed = Duration.ofMillis(10);

    @BeforeEach
    void lead() {
        index.added(node("10.1.0.0/24"));
        reporter.begin();
    }

    @AfterEach
    void close() {
        events.close();
        heard.close();
    }

    @Test
    void refusalAndFailureOfAWriteAreToldOnAScheduleHoweverOftenTheyAreFound() {
        for (NodeResult result : List.of(TAKEN, FAILED)) {
            int before = heard.all().size();
            write(result);
            write(result);
            heard.advance(Duration.ofSeconds(7));
            assertThat(heard.all()).hasSize(before + 1);
            write(result);
            heard.advance(Duration.ofSeconds(1));
            assertThat(heard.all()).hasSize(before + 2).endsWith("FailedToCreateRoute 2");
        }
        assertThat(heard.message("FailedToCreateRoute"))
                .isEqualTo("Could not create route uid-a 10.1.0.0/24 for node a after 40ms: quota");
    }

    @Test
    void nodeThatIsConnectedAndThenNotIsToldAgainAtOnce() {
        write(TAKEN);
        write(new NodeResult.Connected());
        heard.advance(Duration.ofSeconds(30));
        assertThat(heard.all()).containsExactly("FailedToCreateRoute 1");
        elapsed = Duration.ofMillis(10);
        write(TAKEN);
        heard.advance(Duration.ZERO);
        assertThat(heard.all()).containsExactly("FailedToCreateRoute 1", "FailedToCreateRoute 2");
    }

    @Test
    void newLeaderTellsWhatStandsAndNobodyOfANodeThatLeft() {
        write(TAKEN);
        events.end();
        heard.advance(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(1);
        reporter.begin();
        reported = ReportedProblems.NONE;
        write(TAKEN);
        heard.advance(Duration.ZERO);
        assertThat(heard.all()).hasSize(2);
        reporter.accept(new RouteReport.Nodes(Set.of()));
        heard.advance(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(2);
    }

    @Test
    void routeOutsideTheRangesIsToldUntilItIsNot() {
        reporter.accept(new RouteReport.OutsideClusterCidr(facts(), List.of("10.1.0.0/24")));
        reporter.accept(new RouteReport.OutsideClusterCidr(facts(), List.of("10.1.0.0/24")));
        heard.advance(Duration.ofSeconds(8));
        assertThat(heard.all()).containsExactly("PodCIDROutsideClusterCIDR 1", "PodCIDROutsideClusterCIDR 2");
        reporter.accept(new RouteReport.OutsideClusterCidr(facts(), List.of()));
        heard.advance(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(2);
    }

    @Test
    void nodeThatChangedSinceIsSkipped() {
        NodeFacts before = facts();
        index.added(node("10.1.1.0/24"));
        reporter.accept(new RouteReport.OutsideClusterCidr(before, List.of("10.1.0.0/24")));
        heard.advance(Duration.ofSeconds(8));
        assertThat(heard.all()).isEmpty();
    }

    private void write(NodeResult result) {
        reported = reported.failing(Map.of("uid-a", result.problems()), elapsed);
        reporter.accept(new RouteReport.Nodes(Set.of("uid-a")));
        reporter.accept(new RouteReport.RoutesFailed(facts(), reported.failed().get("uid-a")));
        elapsed = elapsed.plusMillis(10);
    }

    private NodeFacts facts() {
        return index.entry("a").orElseThrow().facts();
    }

    private static Node node(String podCidr) {
        return new NodeBuilder().withNewMetadata()
                .withName("a")
                .withUid("uid-a")
                .endMetadata()
                .withNewSpec()
                .withPodCIDRs(podCidr)
                .endSpec()
                .build();

    }
}
