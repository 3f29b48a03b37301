package io.azureccm.node.plan.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.azureccm.common.core.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodCidrPlannerTest {
    private static final List<String> SINGLE = List.of("10.244.0.0/16=24");
    private static final List<String> TINY = List.of("10.244.0.0/22=24");

    @Test
    void nodesGetTheLowestBlocksInTheOrderOfTheirAge() {
        PodCidrs cluster = new PodCidrs(SINGLE).join("c").join("a").join("b");
        cluster.planAndAssign();
        assertThat(cluster.shown()).containsExactly("c=10.244.0.0/24", "a=10.244.1.0/24", "b=10.244.2.0/24");
    }

    @Test
    void dualStackNodesGetOneOfEachFamilyInTheOrderOfTheRanges() {
        PodCidrs four = new PodCidrs(List.of("10.244.0.0/16=24", "fd00:10::/48=64")).join("a").join("b");
        four.planAndAssign();
        assertThat(four.shown()).containsExactly("a=10.244.0.0/24,fd00:10::/64", "b=10.244.1.0/24,fd00:10:0:1::/64");
        PodCidrs six = new PodCidrs(List.of("fd00:10::/48=64", "10.244.0.0/16=26")).join("a").join("b");
        six.planAndAssign();
        assertThat(six.shown()).containsExactly("a=fd00:10::/64,10.244.0.0/26", "b=fd00:10:0:1::/64,10.244.0.64/26");
    }

    @Test
    void addressesOfServicesAreNotGivenToNodes() {
        PodCidrs cluster = new PodCidrs(List.of("10.0.0.0/16=24"), "10.0.0.0/23", "fd00::/112").join("a").join("b");
        cluster.planAndAssign();
        assertThat(cluster.shown()).containsExactly("a=10.0.2.0/24", "b=10.0.3.0/24");
    }

    @Test
    void aServiceRangeWithinOneBlockReservesThatBlock() {
        PodCidrs cluster = new PodCidrs(TINY, "10.244.0.128/28").join("a");
        cluster.planAndAssign();
        assertThat(cluster.shown()).containsExactly("a=10.244.1.0/24");
    }

    @Test
    void whatNodesHaveIsTakenWhateverItsLength() {
        PodCidrs cluster = new PodCidrs(TINY).join("wide", "10.244.0.0/23").join("narrow", "10.244.2.64/26").join("a");
        assertThat(PodCidrs.shown(cluster.plan())).containsExactly("a=10.244.3.0/24");
    }

    @Test
    void aBlockOfANodeThatLeftIsFreeAndIsGivenAfterTheOthers() {
        PodCidrs cluster = new PodCidrs(TINY).join("a").join("b");
        cluster.planAndAssign();
        cluster.leave("a").join("c").join("d");
        cluster.planAndAssign();
        assertThat(cluster.shown()).containsExactly("b=10.244.1.0/24", "c=10.244.2.0/24", "d=10.244.3.0/24");
        cluster.join("e");
        cluster.planAndAssign();
        assertThat(cluster.shown()).contains("e=10.244.0.0/24");
    }

    @Test
    void aRestartKnowsWhatNodesHaveAndBeginsAtTheLowestFreeBlock() {
        PodCidrs cluster = new PodCidrs(TINY).join("a").join("b").join("c");
        cluster.planAndAssign();
        cluster.leave("b").restart();
        cluster.join("b");
        cluster.planAndAssign();
        assertThat(cluster.shown()).containsExactly("a=10.244.0.0/24", "c=10.244.2.0/24", "b=10.244.1.0/24");
    }

    @Test
    void aNodeThatFindsNothingFreeIsNamedWithTheRange() {
        PodCidrs cluster = new PodCidrs(List.of("10.244.0.0/16=24", "fd00::/126=127")).join("a").join("b").join("c");
        PodCidrPlan plan = cluster.planAndAssign();
        assertThat(plan.shortages()).singleElement().satisfies(shortage -> {
            assertThat(shortage.node().name()).isEqualTo("c");
            assertThat(shortage.text()).isEqualTo("no /127 is free in --cluster-cidr fd00::/126, 2 of 2 are taken");
        });
        assertThat(plan.usages()).extracting(PodCidrPlan.Usage::taken)
                .as("nothing of the other family is kept for it")
                .containsExactly(2, 2);
        cluster.leave("a");
        cluster.planAndAssign();
        assertThat(cluster.shown()).contains("c=10.244.2.0/24,fd00::/127");
    }

    @Test
    void aNodeWithPodCidrsKeepsThemAndIsNeverGivenOthers() {
        PodCidrs cluster = new PodCidrs(List.of("10.244.0.0/16=24", "fd00:10::/48=64")).join("single", "10.244.9.0/24")
                .join("outside", "192.168.0.0/24");
        assertThat(cluster.plan().assignments()).isEmpty();
    }

    @Test
    void nodesThatAreLeftOutOrLeaveGetNothing() {
        assertThat(new PodCidrs(SINGLE).joinUnserved("a").plan().assignments()).isEmpty();
    }

    @Test
    void whatWasGivenIsTakenBeforeTheNodeShowsIt() {
        PodCidrs cluster = new PodCidrs(SINGLE).join("a").join("b");
        cluster.claims = Map.of("a-uid", List.of(PodCidrs.prefix("10.244.0.0/24")));
        assertThat(PodCidrs.shown(cluster.plan(cluster.nodes.values(), Set.of("b"))))
                .containsExactly("b=10.244.1.0/24");
    }

    @Test
    void aWriteThatIsMadeAgainGivesTheSame() {
        PodCidrs cluster = new PodCidrs(SINGLE).join("a");
        cluster.claims = Map.of("a-uid", List.of(PodCidrs.prefix("10.244.7.0/24")));
        assertThat(PodCidrs.shown(cluster.plan())).containsExactly("a=10.244.7.0/24");
    }

    @Test
    void aNamesakeOfANodeThatLeftHasNoPartInWhatThatOneWasGiven() {
        PodCidrs cluster = new PodCidrs(SINGLE).join("a");
        cluster.claims = Map.of("older-uid", List.of(PodCidrs.prefix("10.244.0.0/24")));
        assertThat(PodCidrs.shown(cluster.plan())).containsExactly("a=10.244.0.0/24");
    }

    @Test
    void whatSomebodyElseGaveToAnotherNodeMeanwhileIsNotGivenTwice() {
        PodCidrs cluster = new PodCidrs(SINGLE).join("a").join("other", "10.244.0.0/24");
        cluster.claims = Map.of("a-uid", List.of(PodCidrs.prefix("10.244.0.0/24")));
        assertThat(PodCidrs.shown(cluster.plan())).containsExactly("a=10.244.1.0/24");
    }

    @Test
    void wrongCidrsAreNamedAndTheYoungerOfTwoNodesIsToldOfADuplicate() {
        PodCidrs cluster = new PodCidrs(SINGLE, "10.244.255.0/24").join("old", "10.244.1.0/24")
                .join("young", "10.244.1.0/24")
                .join("wide", "10.244.0.0/22")
                .join("outside", "192.168.0.0/24")
                .join("outside-too", "192.168.0.0/25")
                .join("services", "10.244.255.0/24")
                .join("text", "nonsense")
                .join("fine", "10.244.9.0/24");
        assertThat(cluster.plan().findings()).extracting(Refusal::subject, Refusal::code)
                .extracting(Object::toString)
                .containsExactly("(\"outside\", \"PodCIDROutsideClusterCIDR\")",
                        "(\"outside-too\", \"PodCIDROutsideClusterCIDR\")", "(\"outside-too\", \"DuplicatePodCIDR\")",
                        "(\"services\", \"PodCIDRInServiceRange\")", "(\"text\", \"InvalidPodCIDR\")",
                        "(\"wide\", \"DuplicatePodCIDR\")", "(\"young\", \"DuplicatePodCIDR\")");
        assertThat(cluster.plan().findings()).filteredOn(each -> each.subject().equals("young"))
                .extracting(Refusal::message)
                .containsExactly("10.244.1.0/24 in spec.podCIDRs overlaps 10.244.1.0/24 of node old; "
                        + "a pod CIDR cannot be changed, so one of the nodes has to be deleted and join again");
    }

    @ParameterizedTest
    @CsvSource({"10.244.1.0/24,DuplicatePodCIDR", "192.168.0.0/24,PodCIDROutsideClusterCIDR", "text,InvalidPodCIDR",
            "10.244.255.0/24,PodCIDRInServiceRange"})
    void aSingleWrongCidrIsNamed(String cidr, String code) {
        PodCidrs cluster = new PodCidrs(SINGLE, "10.244.255.0/24").join("fine", "10.244.1.0/24").join("wrong", cidr);
        assertThat(cluster.plan().findings()).extracting(Refusal::subject, Refusal::code)
                .containsExactly(tuple("wrong", code));
    }

    @Test
    void aClaimOfBothFamiliesNextToBlocksOfOthersIsKept() {
        PodCidrs cluster = new PodCidrs(List.of("10.244.0.0/16=24", "fd00:10::/48=64")).join("a")
                .join("below", "10.244.6.0/24", "fd00:10:0:6::/64")
                .join("above", "10.244.8.0/24", "fd00:10:0:8::/64");
        cluster.claims = Map.of("a-uid",
                List.of(PodCidrs.prefix("10.244.7.0/24"), PodCidrs.prefix("fd00:10:0:7::/64")));
        assertThat(PodCidrs.shown(cluster.plan())).containsExactly("a=10.244.7.0/24,fd00:10:0:7::/64");
    }

    @Test
    void aRangeOfOneBlockIsGivenToOneNode() {
        PodCidrs cluster = new PodCidrs(List.of("10.244.0.0/24=24")).join("a").join("b");
        assertThat(PodCidrs.shown(cluster.plan())).containsExactly("a=10.244.0.0/24");
    }

    @Test
    void theBlocksThatWereExaminedAreCountedFromTheOneAfterTheLast() {
        PodCidrs cluster = new PodCidrs(TINY).join("a").join("taken", "10.244.1.0/24").join("b");
        assertThat(cluster.planAndAssign().assignments()).extracting(PodCidrPlan.Assignment::tries)
                .containsExactly(List.of(1), List.of(2));
        cluster.leave("a").join("c").join("d");
        assertThat(cluster.plan().assignments()).extracting(PodCidrPlan.Assignment::tries)
                .containsExactly(List.of(1), List.of(1));
    }

    @Test
    void aDuplicateKeepsItsBlockUntilBothNodesAreGone() {
        PodCidrs cluster = new PodCidrs(TINY).join("a", "10.244.0.0/24").join("b", "10.244.0.0/24");
        cluster.leave("a").join("c");
        assertThat(PodCidrs.shown(cluster.plan())).containsExactly("c=10.244.1.0/24");
    }

    @Test
    void largeRangesAreServedToTheLastBlock() {
        for (String range : List.of("10.0.0.0/8=24", "fd00:10::/48=64")) {
            PodCidrs cluster = new PodCidrs(List.of(range));
            for (int i = 0; i < 65_537; i++)
                cluster.join("n" + i);
            PodCidrPlan plan = cluster.planAndAssign();
            assertThat(plan.assignments()).hasSize(65_536);
            assertThat(plan.shortages()).hasSize(1);
            assertThat(plan.findings()).isEmpty();
            cluster.leave("n500");
            PodRange blocks = cluster.planner.ranges().getFirst();
            assertThat(PodCidrs.shown(cluster.planAndAssign())).singleElement()
                    .isEqualTo("n65536=" + blocks.range().at(500, blocks.mask()));
        }
    }
}
