package io.azureccm.common.resilience.budget;

import static io.azureccm.common.resilience.budget.BudgetFixture.SCALE_SET;
import static io.azureccm.common.resilience.budget.BudgetFixture.instance;
import static io.azureccm.common.resilience.budget.BudgetFixture.of;
import static io.azureccm.common.resilience.budget.BudgetFixture.put;
import static io.azureccm.common.resilience.budget.BudgetFixture.whole;
import static io.azureccm.common.resilience.budget.BudgetFixture.writes;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.arm.http.ArmExchange.Kind;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests count where, and who goes first. */
class TokenBucketsTest {
    private BudgetFixture fixture = new BudgetFixture(whole());

    @ParameterizedTest
    @CsvSource({"GET, Microsoft.Network/loadBalancers, 250", "LIST, Microsoft.Network/loadBalancers, 250",
            "POLL, Microsoft.Network/loadBalancers, 250", "PUT, Microsoft.Network/loadBalancers, 200",
            "DELETE, Microsoft.Network/publicIPAddresses, 200", "POST, Microsoft.Network/loadBalancers, 200",
            "PUT, Microsoft.Compute/virtualMachineScaleSets, 12", "GET, Microsoft.Compute/virtualMachineScaleSets, 36",
            "LIST, Microsoft.Compute/virtualMachineScaleSets, 250", "PUT, Microsoft.Compute/virtualMachines, 12",
            "POLL, Microsoft.Compute/virtualMachineScaleSets, 45"})
    void asManyGoAtOnceAsTheTightestLimitAllows(Kind kind, String type, int most) {
        assertThat(fixture.many(of(kind, type, "x"), 1_000)).isEqualTo(most);
    }

    @Test
    void limitOfOneResourceLeavesTheOthersAlone() {
        assertThat(fixture.many(instance(Kind.PUT, "0"), 100)).isEqualTo(12);
        assertThat(fixture.many(instance(Kind.PUT, "1"), 100)).isEqualTo(12);
        assertThat(fixture.many(of(Kind.PUT, SCALE_SET, "pool"), 100)).isEqualTo(12);
        fixture.advance(Duration.ofSeconds(15));
        assertThat(fixture.many(instance(Kind.PUT, "0"), 100)).isOne();
    }

    @Test
    void readsWritesAndDeletionsAndSubscriptionsAreApart() {
        fixture.many(put(CallPriority.CHANGED), 1_000);

        assertThat(fixture.request(of(Kind.DELETE, ArmTypes.LOAD_BALANCER, "x")).isGranted()).isTrue();
        assertThat(fixture.request(of(Kind.GET, ArmTypes.LOAD_BALANCER, "x")).isGranted()).isTrue();
        assertThat(fixture.ledger.request(new ArmExchange(Kind.PUT,
                ArmId.of("other", "rg", ArmTypes.LOAD_BALANCER, "x"),
                CallReason.UNSTATED), fixture.now).isGranted()).isTrue();
    }

    @Test
    void writesAndDeletionsOfNetworkResourcesShareTheProvidersLimit() {
        fixture = new BudgetFixture(new BudgetSettings(true, new BudgetSettings.Shares(1, 1), 0,
                Duration.ofSeconds(60),
                BudgetLimits.DOCUMENTED.with(Map.of(BudgetLimits.NETWORK_WRITES, new BudgetLimit(1, 10)))));

        assertThat(fixture.many(put(CallPriority.CHANGED), 6)).isEqualTo(6);
        assertThat(fixture.many(of(Kind.DELETE, ArmTypes.PUBLIC_IP, "x"), 100)).isEqualTo(4);
    }

    @Test
    void loadBalancerOfManyDoesNotWaitForThePublicIpsOfOthers() {
        fixture = new BudgetFixture(writes(1, 1, 0));
        fixture.request(CallPriority.CHANGED);
        PermitRequest first = fixture.request(of(Kind.PUT, ArmTypes.PUBLIC_IP, "a"));
        PermitRequest second = fixture.request(of(Kind.PUT, ArmTypes.PUBLIC_IP, "b"));
        ArmExchange write = of(Kind.PUT, ArmTypes.LOAD_BALANCER, "kubernetes");
        PermitRequest balancer = fixture
                .request(new ArmExchange(write.kind(), write.target(), write.reason().ofMany()));

        for (PermitRequest next : List.of(balancer, first, second)) {
            assertThat(next.isGranted()).isFalse();
            fixture.advance(Duration.ofSeconds(1));
            assertThat(next.isGranted()).isTrue();
        }
    }

    @Test
    void moreUrgentGoFirstAndAmongEqualsWhoCameFirst() {
        fixture = new BudgetFixture(writes(1, 1, 0));
        fixture.request(CallPriority.CHANGED);
        PermitRequest background = fixture.request(CallPriority.BACKGROUND);
        PermitRequest drift = fixture.request(CallPriority.DRIFT);
        PermitRequest changed = fixture.request(CallPriority.CHANGED);
        PermitRequest later = fixture.request(CallPriority.CHANGED);
        PermitRequest created = fixture.request(CallPriority.NEW_OR_DELETED);

        for (PermitRequest next : List.of(created, changed, later, drift, background)) {
            assertThat(next.isGranted()).isFalse();
            fixture.advance(Duration.ofSeconds(1));
            assertThat(next.isGranted()).isTrue();
        }
    }

    @Test
    void whoComesJustThenDoesNotOvertakeWhoWaits() {
        fixture = new BudgetFixture(writes(1, 1, 0));
        fixture.request(CallPriority.CHANGED);
        PermitRequest waits = fixture.request(CallPriority.CHANGED);
        fixture.now += Duration.ofSeconds(1).toNanos();
        PermitRequest comes = fixture.request(CallPriority.CHANGED);

        assertThat(waits.isGranted()).isTrue();
        assertThat(comes.isGranted()).isFalse();
    }

    @Test
    void whoWaitsForOneLimitDoesNotHoldUpOthersOfAnother() {
        fixture.many(instance(Kind.PUT, "0"), 100);
        PermitRequest waits = fixture.request(instance(Kind.PUT, "0"));

        assertThat(fixture.request(instance(Kind.PUT, "1")).isGranted()).isTrue();
        assertThat(waits.isGranted()).isFalse();
    }

    @Test
    void lessUrgentLeaveTheReserveToMoreUrgent() {
        fixture = new BudgetFixture(writes(1, 30, 0.3));

        assertThat(fixture.many(put(CallPriority.BACKGROUND), 100)).isEqualTo(21);
        assertThat(fixture.many(put(CallPriority.DRIFT), 100)).isEqualTo(3);
        assertThat(fixture.many(put(CallPriority.CHANGED), 100)).isEqualTo(3);
        assertThat(fixture.many(put(CallPriority.NEW_OR_DELETED), 100)).isEqualTo(3);
    }

    @Test
    void reserveIsNoMoreThanWhatComesInTenSeconds() {
        fixture = new BudgetFixture(writes(3, 200, 0.3));

        assertThat(fixture.many(put(CallPriority.BACKGROUND), 1_000)).isEqualTo(170);
    }

    @Test
    void evenTheLastPriorityGetsOneFromTheSmallestBucket() {
        fixture = new BudgetFixture(writes(1, 1, 0.9));

        assertThat(fixture.request(CallPriority.BACKGROUND).isGranted()).isTrue();
    }

    @Test
    void waitIsReckonedFromTheRateAndThoseAhead() {
        fixture = new BudgetFixture(writes(2, 1, 0));
        fixture.request(CallPriority.CHANGED);
        PermitRequest first = fixture.request(CallPriority.CHANGED);
        PermitRequest second = fixture.request(CallPriority.CHANGED);

        assertThat(Duration.ofNanos(fixture.ledger.nanosUntil(first, fixture.now))).isEqualTo(Duration.ofMillis(500));
        assertThat(Duration.ofNanos(fixture.ledger.nanosUntil(second, fixture.now))).isEqualTo(Duration.ofSeconds(1));
        assertThat(fixture.ledger.shortest(first, fixture.now).limit()).isEqualTo("arm-writes");
    }

    @Test
    void appWithoutAShareNeverGetsOne() {
        fixture = new BudgetFixture(BudgetSettings.of(App.NODE));

        PermitRequest write = fixture.request(CallPriority.NEW_OR_DELETED);
        assertThat(write.isGranted()).isFalse();
        assertThat(fixture.ledger.nanosUntil(write, fixture.now)).isEqualTo(Long.MAX_VALUE);
        assertThat(fixture.request(of(Kind.GET, ArmTypes.LOAD_BALANCER, "x")).isGranted()).isTrue();
    }

    @Test
    void bucketsOfResourcesThatAreFullAgainAreForgotten() {
        for (int i = 0; i < 200; i++) {
            fixture.request(instance(Kind.PUT, Integer.toString(i)));
            fixture.advance(Duration.ofSeconds(1));
        }
        fixture.advance(Duration.ofMinutes(10));
        fixture.many(of(Kind.GET, ArmTypes.LOAD_BALANCER, "x"), 250);
        fixture.advance(Duration.ofMinutes(10));
        fixture.many(of(Kind.GET, ArmTypes.LOAD_BALANCER, "x"), 250);

        assertThat(fixture.ledger.size()).isLessThan(10);
    }

    @Test
    void stateTellsLevelsWaitersAndWhatCallsWereUsedFor() {
        fixture.many(instance(Kind.PUT, "0"), 100);
        fixture.request(instance(Kind.PUT, "0"));
        List<BudgetState.Bucket> states = fixture.ledger.states(fixture.now);

        assertThat(states).extracting(BudgetState.Bucket::limit)
                .containsExactly("arm-writes", "compute-vmss-vm-update", "compute-vmss-vm-update-per-resource");
        assertThat(states.getFirst().used()).containsExactly(Map.entry("Because", 12L));
        assertThat(states.getLast().resource()).endsWith("/virtualmachines/0");
        assertThat(states.getLast().waiting()).containsExactly(Map.entry(CallPriority.CHANGED, 1));
        assertThat(fixture.ledger.waiting()).containsExactly(Map.entry(CallPriority.CHANGED, 1));
    }
}
