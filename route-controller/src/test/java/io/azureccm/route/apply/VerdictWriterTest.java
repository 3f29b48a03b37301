package io.azureccm.route.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.event.HeardEvents;
import io.azureccm.route.apply.Verdict.Failure;
import io.azureccm.route.intent.NodeFacts;
import io.azureccm.route.intent.NodeFactsParser;
import io.azureccm.route.plan.Standing;
import io.azureccm.route.watch.NodeRoster;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is wrong with the routes of a node is told as long as it is, however often passes find it. */
class VerdictWriterTest {
    private static final Verdict TAKEN = new Verdict.Disconnected(
            List.of(new Failure("10.1.0.0/24", "node b has the same", true)));
    private static final Verdict FAILED = new Verdict.Disconnected(
            List.of(new Failure("10.1.0.0/24", "quota", false)));

    private final HeardEvents heard = new HeardEvents();
    private final NodeEvents events = new NodeEvents(heard.recorder());
    private final NodeRoster roster = new NodeRoster(new NodeFactsParser(Optional.empty()), dirty -> {});
    private final VerdictWriter writer = new VerdictWriter(roster, (node, connected) -> {}, events);
    private Duration elapsed = Duration.ofMillis(10);

    @BeforeEach
    void lead() {
        roster.added(node("10.1.0.0/24"));
        writer.begin();
    }

    @AfterEach
    void close() {
        events.close();
        heard.close();
    }

    @Test
    void refusalAndFailureOfAWriteAreToldOnAScheduleHoweverManyPassesFindThem() {
        for (Verdict verdict : List.of(TAKEN, FAILED)) {
            int before = heard.all().size();
            pass(verdict);
            pass(verdict);
            heard.pass(Duration.ofSeconds(7));
            assertThat(heard.all()).hasSize(before + 1);
            pass(verdict);
            heard.pass(Duration.ofSeconds(1));
            assertThat(heard.all()).hasSize(before + 2).endsWith("FailedToCreateRoute 2");
        }
        assertThat(heard.message("FailedToCreateRoute"))
                .isEqualTo("Could not create route uid-a 10.1.0.0/24 for node a after 40ms: quota");
    }

    @Test
    void nodeThatIsConnectedAndThenNotIsToldAgainAtOnce() {
        pass(TAKEN);
        pass(new Verdict.Connected());
        heard.pass(Duration.ofSeconds(30));
        assertThat(heard.all()).containsExactly("FailedToCreateRoute 1");
        elapsed = Duration.ofMillis(10);
        pass(TAKEN);
        heard.pass(Duration.ZERO);
        assertThat(heard.all()).containsExactly("FailedToCreateRoute 1", "FailedToCreateRoute 2");
    }

    @Test
    void newLeaderTellsWhatStandsAndNobodyOfANodeThatLeft() {
        pass(TAKEN);
        events.end();
        heard.pass(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(1);
        writer.begin();
        pass(TAKEN);
        heard.pass(Duration.ZERO);
        assertThat(heard.all()).hasSize(2);
        writer.write(Map.of(), elapsed);
        heard.pass(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(2);
    }

    @Test
    void routeOutsideTheRangesIsToldUntilItIsNot() {
        writer.tellOutside(List.of(standing(List.of("10.1.0.0/24"))));
        writer.tellOutside(List.of(standing(List.of("10.1.0.0/24"))));
        heard.pass(Duration.ofSeconds(8));
        assertThat(heard.all()).containsExactly("PodCIDROutsideClusterCIDR 1", "PodCIDROutsideClusterCIDR 2");
        writer.tellOutside(List.of(standing(List.of())));
        heard.pass(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(2);
    }

    private Standing standing(List<String> outside) {
        return new Standing(facts(), Standing.Kind.CONNECTED, List.of(), List.of(), outside);
    }

    private void pass(Verdict verdict) {
        writer.write(Map.of(facts(), verdict), elapsed);
        elapsed = elapsed.plusMillis(10);
    }

    private NodeFacts facts() {
        return roster.entry("a").orElseThrow().facts();
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
