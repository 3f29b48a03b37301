package io.azureccm.service.reconcile.known.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Operation;
import io.azureccm.service.reconcile.turn.RetryFixture;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** In which order the groups of a search have their turn. */
class RefusalGroupsTest extends RejectionsFixture {
    /** Both writes were sent together, so what the load balancer refuses says nothing about what the security group was written for. */
    @Test
    void serviceThatWaitsForAnotherResourceIsSuspectedWithTheOthersOfTheWriteItWasPartOf() {
        Rejections halved = after(Rejections.NONE, write, REFUSED, four);

        Rejections both = after(halved, RetryFixture.put(GROUP, "shop/a", "shop/c"), REFUSED, four);

        assertThat(both.refused()).isEmpty();
        assertThat(both.searches().get(GROUP).allWaiting()).containsExactly("uid-c");
    }

    @Test
    void groupHasItsTurnWhenNothingIsLeftToWriteForTheOthers() {
        Rejections halved = after(Rejections.NONE, write, REFUSED, four);

        assertThat(planned(halved.next(Set.of(RetryFixture.BALANCER), Set.of(), Set.of(), NOW), four)).containsExactly(
                "a",
                "b");
        assertThat(planned(halved.next(Set.of(GROUP), Set.of(), Set.of(), NOW), four)).containsExactly("a", "b", "c",
                "d");
    }

    @Test
    void groupKeepsItsTurnWhileItsServicesAreLeftOutForAnotherReason() {
        Rejections halved = after(Rejections.NONE, write, REFUSED, four);

        assertThat(planned(halved.next(Set.of(GROUP), Set.of("uid-b"), Set.of(), NOW), four)).containsExactly("a", "b");
        assertThat(planned(halved.next(Set.of(GROUP), Set.of("uid-c"), Set.of(), NOW), four)).containsExactly("a", "b",
                "c",
                "d");
    }

    /** A Service whose own frontend the others still use cannot move to another address before they have left it. */
    @Test
    void groupThatCannotBeWrittenWithoutTheNextOneIsTriedAfterIt() {
        Operation both = RetryFixture.put(RetryFixture.BALANCER, "shop/a", "shop/b");
        Rejections halved = after(Rejections.NONE, both, REFUSED, four);
        assertThat(planned(halved, four)).doesNotContain("b");

        Rejections swapped = halved.next(Set.of(), Set.of(), Set.of("uid-a"), NOW);
        assertThat(planned(swapped, four)).contains("b").doesNotContain("a");

        Rejections free = swapped.next(Set.of(), Set.of(), Set.of(), NOW);
        assertThat(planned(free, four)).contains("a", "b");
        assertThat(after(free, both, REFUSED, four).refused()).containsExactly("uid-a");
    }

    /** Neither can be written without the other. */
    @Test
    void groupsThatBlockEachOtherAreTriedTogetherInTheEnd() {
        Rejections halved = after(Rejections.NONE, RetryFixture.put(RetryFixture.BALANCER, "shop/a", "shop/b"), REFUSED,
                four);

        Rejections free = halved.next(Set.of(), Set.of(), Set.of("uid-a"), NOW)
                .next(Set.of(), Set.of(), Set.of("uid-b"), NOW);

        assertThat(planned(free, four)).contains("a", "b");
    }

    @Test
    void removalsAreWrittenBeforeWhatIsAdded() {
        Operation mixed = write.removingFor(Set.of("shop/c"));

        assertThat(planned(after(Rejections.NONE, mixed, REFUSED, four), four)).containsExactly("c");
    }
}
