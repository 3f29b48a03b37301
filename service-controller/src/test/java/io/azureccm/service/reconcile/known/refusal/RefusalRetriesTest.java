package io.azureccm.service.reconcile.known.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.refusal.RefusedWrites;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.turn.RetryFixture;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RefusalRetriesTest extends RejectionsFixture {
    @Test
    void refusedServiceIsRetriedAloneAndOnlyWhileAttemptsAreLeftForOthers() {
        Rejections found = after(Rejections.NONE, RetryFixture.put(RetryFixture.BALANCER, "shop/a"), REFUSED, four);

        Rejections retried = found.retrying(Set.of("uid-a", "uid-b"), NOW);
        assertThat(planned(retried, four)).containsExactly("b", "c", "d");
        assertThat(planned(retried.next(Set.of(), Set.of(), Set.of(), NOW), four)).containsExactly("a", "b", "c", "d");

        Rejections busy = found;
        for (int i = 1; i < RefusedWrites.BURST - 3; i++)
            busy = after(busy, RetryFixture.put(RetryFixture.BALANCER, "shop/x" + i), REFUSED, four);
        assertThat(busy.retrying(Set.of("uid-a"), NOW)).isEqualTo(busy);
        assertThat(busy.nextDue(NOW)).contains(NOW.plusSeconds(60));
    }

    /** The load balancer would retry one of them, and the security group the other one. */
    @Test
    void servicesThatTwoResourcesRefuseAreRetriedWithBothAtOnce() {
        Rejections crossed = Rejections.NONE;
        List<Operation> order = List.of(RetryFixture.put(RetryFixture.BALANCER, "shop/a"),
                RetryFixture.put(GROUP, "shop/b"), RetryFixture.put(RetryFixture.BALANCER, "shop/b"),
                RetryFixture.put(GROUP, "shop/a"));
        for (int i = 0; i < order.size(); i++)
            crossed = crossed.after(order.get(i), REFUSED, four, POLICY, NOW.plusSeconds(i));
        assertThat(crossed.refused()).containsExactlyInAnyOrder("uid-a", "uid-b");

        assertThat(crossed.retrying(Set.of("uid-a", "uid-b"), NOW.plusSeconds(60)).refused()).containsExactly("uid-b");
        assertThat(crossed.retrying(Set.of("uid-b"), NOW.plusSeconds(60)).refused()).containsExactly("uid-a");
    }

    @Test
    void serviceThatChangedIsTriedAtOnce() {
        Rejections found = after(Rejections.NONE, RetryFixture.put(RetryFixture.BALANCER, "shop/a"), REFUSED, four);

        assertThat(planned(found.changed(Set.of("uid-a"), four, NOW), four)).containsExactly("a", "b", "c", "d");
        assertThat(found.changed(Set.of("uid-a"), four, NOW).next(Set.of(), Set.of(), Set.of(), NOW).searches())
                .as("no load balancer is needed any more")
                .isEmpty();
    }

    /** One attempt a minute is left: others who need it by then do not share it with a Service that was refused before. */
    @Test
    void serviceThatChangedWhileTheBoundIsUsedUpIsTriedAfterTheOthers() {
        Rejections changed = usedUp().changed(Set.of("uid-a"), four, NOW);
        assertThat(planned(changed.next(Set.of(), Set.of(), Set.of(), NOW), four)).containsExactly("b", "c", "d");
        Instant free = changed.waits(write, NOW).orElseThrow();
        assertThat(changed.nextDue(NOW)).contains(free);

        Rejections needed = changed.next(Set.of(RetryFixture.BALANCER), Set.of(), Set.of(), free);
        assertThat(planned(needed, four)).as("others need the attempt").containsExactly("b", "c", "d");
        assertThat(planned(needed.next(Set.of(), Set.of(), Set.of(), free), four))
                .as("nobody else does")
                .containsExactly("a", "b", "c", "d");
    }

    @Test
    void serviceThatIsDeletedWhileTheBoundIsUsedUpIsRemovedAtOnce() {
        ClusterState without = new ClusterState(Stream.concat(Stream.of(RetryFixture.service("a").gone()),
                four.services().stream().filter(service -> !service.uid().equals("uid-a"))).toList(), Map.of(),
                List.of(), Set.of(), 0);

        assertThat(usedUp().changed(Set.of("uid-a"), without, NOW).isWaiting(RetryFixture.BALANCER, "uid-a")).isFalse();
    }

    /** Azure refuses the Service a of the load balancer; only the attempt for removals is left. */
    private Rejections usedUp() {
        Rejections next = Rejections.NONE;
        for (int i = 1; i < RefusedWrites.BURST; i++)
            next = after(next, RetryFixture.put(RetryFixture.BALANCER, "shop/a"), REFUSED, four);
        return next;
    }
}
