package io.azureccm.route.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.event.HeardEvents;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.plan.PlannedNode;
import io.azureccm.route.plan.RouteReason;
import io.azureccm.route.spec.NodeFacts;
import io.azureccm.route.spec.NodeFactsParser;
import io.azureccm.route.status.NodeResult.Failure;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Problems with the routes of a node are reported while they persist, however often they are found. */
class StatusWriterTest {
    private static final NodeResult TAKEN = new NodeResult.Disconnected(
            List.of(new Failure("10.1.0.0/24", "node b has the same", RouteReason.DUPLICATE_POD_CIDR)));
    private static final NodeResult FAILED = new NodeResult.Disconnected(
            List.of(new Failure("10.1.0.0/24", "quota", RouteReason.LIMIT_REACHED)));

    private final HeardEvents heard = new HeardEvents();
    private final NodeEvents events = new NodeEvents(heard.recorder());
    private final NodeIndex index = new NodeIndex(new NodeFactsParser(Optional.empty()), name -> {});
    private final StatusWriter writer = new StatusWriter(index, (node, conditions) -> {}, events);
    private Duration elapsed = Duration.ofMillis(10);

    @BeforeEach
    void lead() {
        index.added(node("10.1.0.0/24"));
        writer.begin();
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
        writer.begin();
        write(TAKEN);
        heard.advance(Duration.ZERO);
        assertThat(heard.all()).hasSize(2);
        writer.report(Map.of(), elapsed);
        heard.advance(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(2);
    }

    @Test
    void routeOutsideTheRangesIsToldUntilItIsNot() {
        writer.reportOutsideClusterCidr(List.of(node(List.of("10.1.0.0/24"))));
        writer.reportOutsideClusterCidr(List.of(node(List.of("10.1.0.0/24"))));
        heard.advance(Duration.ofSeconds(8));
        assertThat(heard.all()).containsExactly("PodCIDROutsideClusterCIDR 1", "PodCIDROutsideClusterCIDR 2");
        writer.reportOutsideClusterCidr(List.of(node(List.of())));
        heard.advance(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(2);
    }

    private PlannedNode node(List<String> outside) {
        return new PlannedNode(facts(), PlannedNode.Kind.CONNECTED, List.of(), List.of(), outside);
    }

    private void write(NodeResult result) {
        writer.report(Map.of(facts(), result), elapsed);
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
