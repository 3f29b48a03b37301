package io.azureccm.service.reconcile.report;

import static io.azureccm.service.reconcile.turn.RetryFixture.ADDRESS;
import static io.azureccm.service.reconcile.turn.RetryFixture.BALANCER;
import static io.azureccm.service.reconcile.turn.RetryFixture.put;
import static io.azureccm.service.reconcile.turn.RetryFixture.service;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.reconcile.turn.RetryFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Services get an event while the call budget delays a write of theirs. */
class CallWaitsTest {
    private static final String WHY = "this app's share is used up of network-writes of subscription s";

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final List<String> told = new ArrayList<>();
    private final CallWaits waits = new CallWaits(() -> now, (uid, text) -> told.add(uid + ": " + text));

    private void wait(ArmId target, int seconds) {
        waits.waits(target, "PUT " + target.shortName(), now.plusSeconds(seconds), WHY);
    }

    @Test
    void servicesOfAWriteAndOfThoseThatComeAfterItAreToldWhatTheyWaitForAndUntilWhen() {
        waits.planned(RetryFixture.planFor(List.of(service("a"), service("b"), service("c")),
                put(ADDRESS, "shop/a"), put(BALANCER, "shop/a", "shop/b").after(Set.of(ADDRESS))));
        wait(ADDRESS, 18);
        String text = ": PUT publicIPAddresses/kubernetes-a1 waits until about 2026-01-01T00:00:18Z: " + WHY;
        assertThat(told).containsExactlyInAnyOrder("uid-a" + text, "uid-b" + text);
    }

    @Test
    void oneWaitIsToldOnceHoweverManyWritesMeetIt() {
        waits.planned(RetryFixture.planFor(List.of(service("a")), put(ADDRESS, "shop/a"), put(BALANCER, "shop/a")));
        wait(ADDRESS, 18);
        wait(BALANCER, 19);
        assertThat(told).hasSize(1);
        now = now.plusSeconds(18);
        wait(BALANCER, 20);
        assertThat(told).as("another wait").hasSize(2);
    }

    @Test
    void writeThatIsForNobodyIsNotTold() {
        wait(ADDRESS, 18);
        waits.planned(RetryFixture.planFor(List.of(service("a")), put(BALANCER, "shop/a")));
        wait(ArmId.of("s", "rg", ArmTypes.SECURITY_GROUP, "nsg"), 18);
        assertThat(told).isEmpty();
    }
}
