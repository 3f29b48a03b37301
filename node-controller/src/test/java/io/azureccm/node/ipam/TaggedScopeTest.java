package io.azureccm.node.ipam;

import static io.azureccm.common.machine.read.ListedArm.COMPUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.event.HeardEvents;
import io.azureccm.common.kube.patch.PatchOutcome;
import io.azureccm.common.machine.read.ListedArm;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.observe.limit.HeadroomRegister;
import io.azureccm.common.reconcile.LoopDriver;
import io.azureccm.node.ipam.turn.PodCidrEvent;
import io.azureccm.node.ipam.turn.PodCidrKnown;
import io.azureccm.node.ipam.turn.PodCidrProjection;
import io.azureccm.node.ipam.turn.PodCidrTurn;
import io.azureccm.node.plan.ipam.MaskPlanner;
import io.azureccm.node.plan.ipam.PodCidrPlanner;
import io.azureccm.node.plan.ipam.PodRange;
import io.azureccm.node.reconcile.known.NodeTiming;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes whose scale sets define prefix lengths, in virtual time. */
class TaggedScopeTest {
    private static final String SETS = COMPUTE + "virtualMachineScaleSets";
    private static final Duration SOON = Duration.ofSeconds(3);
    private static final Duration MINUTES = Duration.ofMinutes(2);

    private final LoopDriver<PodCidrEvent, PodCidrKnown, PodCidrTurn> loop = new LoopDriver<>();
    private final HeardEvents heard = new HeardEvents();
    private final PodCidrEvents events = new PodCidrEvents(heard.recorder());
    private final PlanJournal journal = new PlanJournal(PlanText.of("nodes"), 1000, loop.clock(), () -> "");
    private final PodCidrIndex index = new PodCidrIndex(Optional.empty(), (node, left) -> loop.inbox()
            .post(left ? new PodCidrEvent.Left(node) : new PodCidrEvent.Changed(node.name())));
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ListedArm arm = new ListedArm();
    private final Map<String, Node> nodes = new TreeMap<>();
    private PodCidrWriter api = this::written;
    private int uids;

    @AfterEach
    void close() {
        events.close();
        heard.close();
    }

    @Test
    void oneListServesAllNodesThatJoinWithinAMinute() {
        tag("wide", "22");
        tag("narrow", "26");
        begin("10.0.0.0/8");
        for (int i = 0; i < 1000; i++)
            join((i % 2 == 0 ? "wide" : "narrow") + i, i % 2 == 0 ? "wide" : "narrow");
        loop.advance(SOON);
        for (int i = 1000; i < 1010; i++) {
            join("narrow" + i, "narrow");
            loop.advance(SOON);
        }
        assertThat(shown().values()).hasSize(1010).doesNotContain("").doesNotHaveDuplicates();
        assertThat(shown()).allSatisfy(
                (name, cidrs) -> assertThat(cidrs).endsWith(name.startsWith("wide") ? "/22" : "/26"));
        assertThat(arm.asked).containsExactly("LIST virtualMachineScaleSets");
        assertThat(journal.entries().getLast().text())
                .contains("podCIDRs [10.0.0.0/22]   kubernetesNodeCIDRMaskIPV4=22 (virtualMachineScaleSets/wide)");
    }

    @Test
    void anErrorOfAzureLetsNodesWaitAndGivesNobodyTheUsualLength() {
        tag("pool", "26");
        arm.fail(SETS, ArmException.Kind.UNAVAILABLE, null);
        begin("10.244.0.0/16");
        join("a", "pool");
        loop.advance(SOON);
        heard.advance(SOON);
        assertThat(heard.all()).as("no word about what lasts a moment").isEmpty();
        loop.advance(Duration.ofMinutes(10));
        heard.advance(Duration.ofSeconds(8));
        assertThat(shown()).containsEntry("a", "");
        assertThat(heard.message("PodCIDRMaskUnknown")).contains("virtualMachineScaleSets cannot be read");
        assertThat(waiting()).isOne();
        assertThat(arm.asked).as("with growing pauses").hasSizeLessThan(20);

        arm.heal();
        loop.advance(MINUTES);
        assertThat(shown()).containsEntry("a", "10.244.0.0/26");
        assertThat(waiting()).isZero();
    }

    @Test
    void aTagThatChangesHoldsForNodesThatJoinLater() {
        tag("pool", "26");
        begin("10.244.0.0/16");
        join("a", "pool");
        loop.advance(SOON);
        tag("pool", "24");
        loop.advance(MINUTES);
        join("b", "pool");
        loop.advance(SOON);
        assertThat(shown()).containsEntry("a", "10.244.0.0/26").containsEntry("b", "10.244.1.0/24");
    }

    @Test
    void aTagThatCannotBeIsToldUntilItIsMendedAndHoldsUpNobodyElse() {
        tag("pool", "12");
        tag("good", "26");
        begin("10.244.0.0/16");
        join("a", "pool");
        join("b", "good");
        loop.advance(SOON);
        heard.advance(Duration.ofSeconds(8));
        assertThat(shown()).containsEntry("a", "").containsEntry("b", "10.244.0.0/26");
        assertThat(heard.message("PodCIDRMaskOutOfRange")).isEqualTo("tag kubernetesNodeCIDRMaskIPV4 of "
                + "virtualMachineScaleSets/pool is 12, expected 16 to 32, which --cluster-cidr 10.244.0.0/16 allows");
        assertThat(waiting()).isOne();
        assertThat(journal.entries()).as("in a plan once")
                .filteredOn(each -> each.text().contains("PodCIDRMaskOutOfRange"))
                .hasSize(1);

        tag("pool", "24");
        loop.advance(MINUTES);
        assertThat(shown()).containsEntry("a", "10.244.1.0/24");
        assertThat(waiting()).isZero();
    }

    @Test
    void aTagThatIsNoNumberIsToldAndTheNodeServed() {
        tag("pool", "big");
        begin("10.244.0.0/16");
        join("a", "pool");
        loop.advance(SOON);
        heard.advance(Duration.ofSeconds(8));
        assertThat(shown()).containsEntry("a", "10.244.0.0/24");
        assertThat(heard.message("InvalidPodCIDRMask")).contains("is \"big\"");
    }

    @Test
    void aNodeThatDoesNotNameItsMachineWaitsUntilItDoes() {
        tag("pool", "26");
        begin("10.244.0.0/16");
        add("a", "");
        add("other", "openstack:///1");
        loop.advance(MINUTES);
        assertThat(shown()).containsEntry("a", "").containsEntry("other", "10.244.0.0/24");
        assertThat(arm.asked).isEmpty();
        update(new NodeBuilder(nodes.get("a")).editSpec().withProviderID(provider("a", "pool")).endSpec().build());
        loop.advance(SOON);
        assertThat(shown()).containsEntry("a", "10.244.1.0/26");
    }

    @Test
    void aScaleSetThatNoListShowsIsNotTakenForOneWithoutTag() {
        begin("10.244.0.0/16");
        join("a", "new");
        loop.advance(SOON);
        assertThat(shown()).containsEntry("a", "");
        tag("new", "25");
        loop.advance(MINUTES);
        assertThat(shown()).containsEntry("a", "10.244.0.0/25");
    }

    @Test
    void theRangeOfAWriteWithoutAnswerIsGivenAgainWhateverTagsSayByThen() {
        tag("pool", "26");
        api = (node, cidrs) -> {
            throw new IllegalStateException("connection reset");
        };
        begin("10.244.0.0/16");
        join("a", "pool");
        loop.advance(SOON);
        tag("pool", "12");
        loop.advance(MINUTES);
        api = this::written;
        loop.advance(MINUTES);
        assertThat(shown()).containsEntry("a", "10.244.0.0/26");
        heard.advance(Duration.ofSeconds(8));
        assertThat(heard.all()).isNotEmpty().allMatch(event -> event.startsWith("CIDRAssignmentFailed"));
    }

    @Test
    void aNodeThatFindsNothingFreeIsServedWhenOneLeavesOrItsTagAsksForLess() {
        tag("pool", "24");
        begin("10.244.0.0/23");
        join("a", "pool");
        join("b", "pool");
        loop.advance(SOON);
        leave("b");
        tag("half", "25");
        join("c", "half");
        loop.advance(MINUTES);
        join("d", "pool");
        loop.advance(MINUTES);
        assertThat(shown()).containsEntry("c", "10.244.1.0/25").containsEntry("d", "");
        tag("pool", "25");
        loop.advance(MINUTES);
        assertThat(shown()).containsEntry("d", "10.244.1.128/25");
        join("e", "pool");
        loop.advance(SOON);
        leave("a");
        loop.advance(SOON);
        assertThat(shown()).containsEntry("e", "10.244.0.0/25");
    }

    @Test
    void whatANodeGaveBackRestsForFiveMinutes() {
        tag("pool", "24");
        begin("10.244.0.0/16");
        join("a", "pool");
        loop.advance(SOON);
        leave("a");
        join("b", "pool");
        loop.advance(Duration.ofMinutes(6));
        join("c", "pool");
        loop.advance(SOON);
        assertThat(shown()).containsEntry("b", "10.244.1.0/24").containsEntry("c", "10.244.0.0/24");
    }

    private void begin(String range) {
        List<PodRange> ranges = List.of(PodCidrSettings.tagged(Cidr.parse(range).orElseThrow(), List.of()));
        PodCidrMetrics metrics = new PodCidrMetrics(registry, new HeadroomRegister(registry, none -> {}), ranges);
        events.begin();
        VmSetSource sets = VmSetSource.of(new MachineReader(cloud(), arm, loop.clock()));
        loop.begin(new PodCidrScope(
                new PodCidrScope.Parts(index,
                        new PodCidrOperations((node, cidrs) -> api.write(node, cidrs), index::node,
                                Optional.of(sets),
                                new PodCidrOperations.Audience(journal, events, metrics), false, loop.clock()),
                        new PodCidrReports(events, metrics, index)),
                new PodCidrPlanner(ranges), Optional.of(new MaskPlanner(ranges)), NodeTiming.DEFAULT, false));
        loop.settle();
    }

    private void tag(String set, String mask) {
        arm.put(SETS + "/" + set, "{'tags':{'kubernetesNodeCIDRMaskIPV4':'" + mask + "'},'properties':{}}");
    }

    private double waiting() {
        return registry.get("node.ipam.controller.nodes.without.mask").gauge().value();
    }

    private PodCidrWriter.Written written(Node seen, List<String> cidrs) {
        Node node = nodes.get(seen.getMetadata().getName());
        update(new NodeBuilder(node).withNewSpec().withPodCIDRs(cidrs).endSpec().build());
        return new PodCidrWriter.Written(PatchOutcome.WRITTEN, cidrs);
    }

    private void join(String name, String set) {
        add(name, provider(name, set));
    }

    private static String provider(String name, String set) {
        return "azure://" + SETS + "/" + set + "/virtualMachines/" + name.replaceAll("\\D", "") + "0";
    }

    private void add(String name, String providerId) {
        Node node = new NodeBuilder().withNewMetadata()
                .withName(name)
                .withUid("uid-" + ++uids)
                .withCreationTimestamp("2026-01-01T00:%02d:%02dZ".formatted(uids / 60, uids % 60))
                .endMetadata()
                .withNewSpec()
                .withProviderID(providerId)
                .endSpec()
                .build();
        nodes.put(name, node);
        index.added(node);
    }

    private void update(Node node) {
        index.updated(nodes.put(node.getMetadata().getName(), node), node);
    }

    private void leave(String name) {
        index.deleted(nodes.remove(name), false);
    }

    private Map<String, String> shown() {
        Map<String, String> shown = new TreeMap<>();
        nodes.forEach((name, node) -> shown.put(name,
                node.getSpec().getPodCIDRs() == null ? "" : String.join(",", node.getSpec().getPodCIDRs())));
        return shown;
    }

    private static CloudConfig cloud() {
        String json = "{\"subscriptionId\": \"s\", \"resourceGroup\": \"Rg\", \"location\": \"westeurope\"}";
        return switch (CloudConfigParser.parse(new ConfigLayer("test", json), Map.of())) {
            case ParsedCloudConfig.Accepted(var config, var told) -> config;
            case ParsedCloudConfig.Rejected(var told) -> throw new AssertionError(told.toString());
        };
    }
}
