package io.azureccm.node.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Nodes whose scale sets define prefix lengths, in virtual time. */
class TaggedScopeTest extends VirtualPodCidrs {
    private static final Duration SOON = Duration.ofSeconds(3);
    private static final Duration MINUTES = Duration.ofMinutes(2);

    @Test
    void oneListServesAllNodesThatJoinWithinAMinute() {
        tag("wide", "22");
        tag("narrow", "26");
        begin("10.0.0.0/8");
        loop.settle();
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
        loop.settle();
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
        loop.settle();
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
        loop.settle();
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
        loop.settle();
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
        loop.settle();
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
        loop.settle();
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
        loop.settle();
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
        loop.settle();
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
        loop.settle();
        join("a", "pool");
        loop.advance(SOON);
        leave("a");
        join("b", "pool");
        loop.advance(Duration.ofMinutes(6));
        join("c", "pool");
        loop.advance(SOON);
        assertThat(shown()).containsEntry("b", "10.244.1.0/24").containsEntry("c", "10.244.0.0/24");
    }
}
