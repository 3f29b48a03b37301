package io.azureccm.node.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.HeardEvents;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.reconcile.LoopDriver;
import io.azureccm.node.ipam.turn.PodCidrEvent;
import io.azureccm.node.ipam.turn.PodCidrKnown;
import io.azureccm.node.ipam.turn.PodCidrTurn;
import io.azureccm.node.ipam.turn.SeenPodNode;
import io.azureccm.node.plan.ipam.PodRange;
import io.azureccm.node.reconcile.known.Changes;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PodCidrScopeTest {
    private static final Duration WINDOW = Duration.ofMillis(110);

    private final LoopDriver<PodCidrEvent, PodCidrKnown, PodCidrTurn> loop = new LoopDriver<>();
    private final HeardEvents heard = new HeardEvents();
    private final PodCidrEvents events = new PodCidrEvents(heard.recorder());
    private final PlanJournal journal = new PlanJournal(PlanText.of("nodes"), 1000, loop.clock(), () -> "");
    private final PodCidrIndex index = new PodCidrIndex(Optional.empty(), (node, left) -> loop.inbox()
            .post(left ? new PodCidrEvent.Left(node) : new PodCidrEvent.Changed(node.name())));
    private final Map<String, Node> nodes = new TreeMap<>();
    private final List<String> writes = new ArrayList<>();
    private PodCidrWriter api = this::written;
    private int uids;

    @AfterEach
    void close() {
        events.close();
        heard.close();
    }

    @Test
    void nodesThatAreThereAreServedAtOnceAndOnesThatJoinWhenTheWindowCloses() {
        join("a");
        give("old", "10.244.0.0/24");
        begin("10.244.0.0/16").settle();
        assertThat(shown()).containsEntry("a", "10.244.1.0/24");
        join("b");
        loop.advance(Duration.ofMillis(90));
        assertThat(shown()).containsEntry("b", "");
        loop.advance(Duration.ofMillis(20));
        assertThat(shown()).containsEntry("b", "10.244.2.0/24");
    }

    @Test
    void thousandNodesAtOnceAreOnePlanWithOneWriteEach() {
        begin("10.240.0.0/12").settle();
        for (int i = 0; i < 1000; i++)
            join("n%04d".formatted(i));
        loop.advance(Duration.ofSeconds(1));
        assertThat(shown().values()).hasSize(1000).doesNotHaveDuplicates().doesNotContain("");
        assertThat(writes).hasSize(1000);
        assertThat(journal.entries()).hasSize(1);
    }

    @Test
    void loopThatStartsOverAssignsNothingBeforeItKnowsWhatIsBeingWritten() {
        join("a");
        begin("10.244.0.0/16").turn();
        join("b");
        begin("10.244.0.0/16").turn();
        loop.settle();

        assertThat(shown()).containsEntry("a", "10.244.0.0/24").containsEntry("b", "10.244.1.0/24");
    }

    @Test
    void slowWriteHoldsUpNoOtherNode() {
        join("a");
        begin("10.244.0.0/16").turn();
        join("b");
        loop.turn();
        loop.clock().advance(WINDOW);
        loop.turn();
        loop.runOperation(1);
        assertThat(shown()).containsEntry("a", "").containsEntry("b", "10.244.1.0/24");
        assertThat(journal.entries().getFirst().text()).startsWith("Plan #2  pod-cidrs  nodes=1 changed / 2 known\n")
                .contains("  > node b  podCIDRs [10.244.1.0/24]   10.244.0.0/16 2/256 taken   PodCidrs",
                        "  > node a  waits for its write");
    }

    @Test
    void rangeOfAWriteWithoutAnswerIsKeptAndTheWriteIsMadeAgainWithGrowingWaits() {
        api = (node, cidrs) -> {
            writes.add(node.getMetadata().getName() + " " + cidrs);
            throw new IllegalStateException("connection reset");
        };
        join("a");
        begin("10.244.0.0/16").advance(Duration.ofSeconds(6));
        assertThat(writes).as("at 0, 1 and 3 seconds").hasSize(3).containsOnly("a [10.244.0.0/24]");
        api = this::written;
        join("b");
        loop.advance(WINDOW);
        assertThat(shown()).containsEntry("b", "10.244.1.0/24").containsEntry("a", "");
        loop.advance(Duration.ofSeconds(2));
        assertThat(shown()).containsEntry("a", "10.244.0.0/24");
        heard.advance(Duration.ZERO);
        assertThat(heard.all()).isNotEmpty().allMatch(event -> event.startsWith("CIDRAssignmentFailed"));
    }

    @Test
    void rangeThatSomebodyElseGaveMeanwhileStaysAndIsNotGivenAgain() {
        api = (node, cidrs) -> new PodCidrWriter.Written(PatchOutcome.UNCHANGED, List.of("10.244.1.0/24"));
        join("a");
        begin("10.244.0.0/23").settle();
        api = this::written;
        join("b");
        loop.advance(WINDOW);
        assertThat(shown()).as("the one that was meant for a is free").containsEntry("b", "10.244.0.0/24");
        join("c");
        loop.advance(WINDOW);
        assertThat(shown()).containsEntry("c", "");
    }

    @Test
    void leaderThatMayNotWriteAnyMoreWritesNothingAndKeepsTheRange() {
        api = (node, cidrs) -> new PodCidrWriter.Written(PatchOutcome.REFUSED, List.of());
        join("a");
        begin("10.244.0.0/16").settle();
        assertThat(shown()).containsEntry("a", "");
        assertThat(journal.entries().getFirst().text()).contains("NOT_ALLOWED");
        api = this::written;
        loop.advance(Duration.ofSeconds(2));
        assertThat(shown()).containsEntry("a", "10.244.0.0/24");
    }

    @Test
    void writeThatEndsWithoutAnOutcomeIsMadeAgain() {
        api = (node, cidrs) -> {
            throw new StackOverflowError();
        };
        join("a");
        begin("10.244.0.0/16").settle();
        api = this::written;
        loop.advance(Duration.ofMinutes(2));
        assertThat(shown()).containsEntry("a", "10.244.0.0/24");
    }

    @Test
    void nodeThatFindsNothingFreeIsToldUntilAnotherLeaves() {
        join("a");
        join("b");
        begin("10.244.0.0/23").settle();
        join("c");
        loop.advance(Duration.ofSeconds(2));
        assertThat(shown()).containsEntry("c", "");
        change("c");
        loop.advance(Duration.ofSeconds(2));
        heard.advance(Duration.ofSeconds(8));
        assertThat(heard.all()).containsExactly("CIDRNotAvailable 1", "CIDRNotAvailable 2");
        assertThat(journal.entries()).as("in a plan once").hasSize(2);

        leave("b");
        loop.settle();
        assertThat(shown()).containsEntry("c", "10.244.1.0/24");
        heard.advance(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(2);
    }

    @Test
    void twoNodesWithTheSameRangeAreNamedOnceInAPlanAndToldUntilOneOfThemLeaves() {
        give("a", "10.244.3.0/24");
        give("b", "10.244.3.0/24");
        give("far", "192.168.7.0/24");
        begin("10.244.0.0/16").settle();
        join("c");
        loop.advance(WINDOW);
        heard.advance(Duration.ofSeconds(8));
        assertThat(heard.all()).containsExactly("DuplicatePodCIDR 1", "DuplicatePodCIDR 2");
        assertThat(journal.entries().getLast().text())
                .contains("! refused  b    DuplicatePodCIDR", "! refused  far  PodCIDROutsideClusterCIDR");
        assertThat(journal.entries().getFirst().text()).doesNotContain("refused");

        leave("a");
        loop.advance(WINDOW);
        heard.advance(Duration.ofHours(1));
        assertThat(heard.all()).hasSize(2);
    }

    @Test
    void rangeOfANodeThatLeftIsFreeAndCountedAsReleased() {
        join("a");
        begin("10.244.0.0/24").settle();
        leave("a");
        join("a");
        loop.advance(WINDOW);
        assertThat(shown()).containsEntry("a", "10.244.0.0/24");
        assertThat(registry.get("node.ipam.controller.cidrset.cidrs.releases").counter().count()).isOne();
    }

    @Test
    void dryRunPlansOnceAndWritesNothing() {
        api = (node, cidrs) -> new PodCidrWriter.Written(PatchOutcome.REFUSED, List.of());
        join("a");
        begin("10.244.0.0/16", true).advance(Duration.ofMinutes(10));
        change("a");
        loop.advance(Duration.ofMinutes(10));
        assertThat(shown()).containsEntry("a", "");
        assertThat(journal.entries()).hasSize(1);
    }

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private LoopDriver<PodCidrEvent, PodCidrKnown, PodCidrTurn> begin(String range) {
        return begin(range, false);
    }

    private LoopDriver<PodCidrEvent, PodCidrKnown, PodCidrTurn> begin(String range, boolean dryRun) {
        List<PodRange> ranges = List.of(new PodRange(Cidr.parse(range).orElseThrow(), 24, List.of()));
        PodCidrMetrics metrics = new PodCidrMetrics(registry, new HeadroomRegister(registry, none -> {}), ranges);
        events.begin();
        return loop.begin(new PodCidrScope(
                new PodCidrScope.Parts(index,
                        new PodCidrOperations((node, cidrs) -> api.write(node, cidrs),
                                name -> index.entry(name).map(SeenPodNode::node), Optional.empty(),
                                new PodCidrOperations.Audience(journal, events, metrics), dryRun, loop.clock()),
                        new PodCidrReports(events, metrics, index)),
                new PodCidrSettings(ranges, Optional.empty(), dryRun, false)));
    }

    private PodCidrWriter.Written written(Node seen, List<String> cidrs) {
        String name = seen.getMetadata().getName();
        writes.add(name + " " + cidrs);
        update(new NodeBuilder(nodes.get(name)).withNewSpec().withPodCIDRs(cidrs).endSpec().build());
        return new PodCidrWriter.Written(PatchOutcome.WRITTEN, cidrs);
    }

    private void join(String name) {
        add(name, List.of());
    }

    private void give(String name, String cidr) {
        add(name, List.of(cidr));
    }

    private void add(String name, List<String> cidrs) {
        Node node = new NodeBuilder().withNewMetadata()
                .withName(name)
                .withUid("uid-" + ++uids)
                .withCreationTimestamp("2026-01-01T00:00:%02dZ".formatted(uids % 60))
                .endMetadata()
                .withNewSpec()
                .withPodCIDRs(cidrs)
                .endSpec()
                .build();
        nodes.put(name, node);
        index.added(node);
    }

    /** Changes a field of the node that decides who gets pod CIDRs. */
    private void change(String name) {
        update(new NodeBuilder(nodes.get(name)).editMetadata()
                .withCreationTimestamp("2026-01-02T00:00:00Z")
                .endMetadata()
                .build());
    }

    private void update(Node node) {
        index.updated(nodes.put(node.getMetadata().getName(), node), node);
    }

    private void leave(String name) {
        index.deleted(nodes.remove(name), false);
    }

    private Map<String, String> shown() {
        Map<String, String> shown = new TreeMap<>();
        nodes.forEach((name, node) -> shown.put(name, String.join(",", node.getSpec().getPodCIDRs())));
        return shown;
    }
}
