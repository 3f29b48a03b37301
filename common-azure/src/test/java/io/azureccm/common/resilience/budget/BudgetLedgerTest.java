package io.azureccm.common.resilience.budget;

import static io.azureccm.common.resilience.budget.BudgetFixture.SCALE_SET;
import static io.azureccm.common.resilience.budget.BudgetFixture.instance;
import static io.azureccm.common.resilience.budget.BudgetFixture.of;
import static io.azureccm.common.resilience.budget.BudgetFixture.policies;
import static io.azureccm.common.resilience.budget.BudgetFixture.put;
import static io.azureccm.common.resilience.budget.BudgetFixture.told;
import static io.azureccm.common.resilience.budget.BudgetFixture.whole;
import static io.azureccm.common.resilience.budget.BudgetFixture.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.azureccm.common.arm.ArmExchange;
import io.azureccm.common.arm.ArmExchange.Kind;
import io.azureccm.common.arm.ArmExchangeGate.Answer;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.config.flags.App;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests count where, who goes first, and what answers change. */
class BudgetLedgerTest {
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

        assertThat(fixture.ask(of(Kind.DELETE, ArmTypes.LOAD_BALANCER, "x")).isGranted()).isTrue();
        assertThat(fixture.ask(of(Kind.GET, ArmTypes.LOAD_BALANCER, "x")).isGranted()).isTrue();
        assertThat(fixture.ledger.ask(new ArmExchange(Kind.PUT,
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
    void moreUrgentGoFirstAndAmongEqualsWhoCameFirst() {
        fixture = new BudgetFixture(writes(1, 1, 0));
        fixture.ask(CallPriority.CHANGED);
        Turn background = fixture.ask(CallPriority.BACKGROUND);
        Turn drift = fixture.ask(CallPriority.DRIFT);
        Turn changed = fixture.ask(CallPriority.CHANGED);
        Turn later = fixture.ask(CallPriority.CHANGED);
        Turn created = fixture.ask(CallPriority.NEW_OR_DELETED);

        for (Turn next : List.of(created, changed, later, drift, background)) {
            assertThat(next.isGranted()).isFalse();
            fixture.advance(Duration.ofSeconds(1));
            assertThat(next.isGranted()).isTrue();
        }
    }

    @Test
    void whoComesJustThenDoesNotOvertakeWhoWaits() {
        fixture = new BudgetFixture(writes(1, 1, 0));
        fixture.ask(CallPriority.CHANGED);
        Turn waits = fixture.ask(CallPriority.CHANGED);
        fixture.now += Duration.ofSeconds(1).toNanos();
        Turn comes = fixture.ask(CallPriority.CHANGED);

        assertThat(waits.isGranted()).isTrue();
        assertThat(comes.isGranted()).isFalse();
    }

    @Test
    void whoWaitsForOneLimitDoesNotHoldUpOthersOfAnother() {
        fixture.many(instance(Kind.PUT, "0"), 100);
        Turn waits = fixture.ask(instance(Kind.PUT, "0"));

        assertThat(fixture.ask(instance(Kind.PUT, "1")).isGranted()).isTrue();
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

        assertThat(fixture.ask(CallPriority.BACKGROUND).isGranted()).isTrue();
    }

    @Test
    void waitIsReckonedFromTheRateAndThoseAhead() {
        fixture = new BudgetFixture(writes(2, 1, 0));
        fixture.ask(CallPriority.CHANGED);
        Turn first = fixture.ask(CallPriority.CHANGED);
        Turn second = fixture.ask(CallPriority.CHANGED);

        assertThat(Duration.ofNanos(fixture.ledger.nanosUntil(first, fixture.now))).isEqualTo(Duration.ofMillis(500));
        assertThat(Duration.ofNanos(fixture.ledger.nanosUntil(second, fixture.now))).isEqualTo(Duration.ofSeconds(1));
        assertThat(fixture.ledger.shortest(first, fixture.now).limit()).isEqualTo("arm-writes");
    }

    @Test
    void appWithoutAShareNeverGetsOne() {
        fixture = new BudgetFixture(BudgetSettings.of(App.NODE));

        Turn write = fixture.ask(CallPriority.NEW_OR_DELETED);
        assertThat(write.isGranted()).isFalse();
        assertThat(fixture.ledger.nanosUntil(write, fixture.now)).isEqualTo(Long.MAX_VALUE);
        assertThat(fixture.ask(of(Kind.GET, ArmTypes.LOAD_BALANCER, "x")).isGranted()).isTrue();
    }

    @Test
    void headersLowerOurPartAndNeverRaiseIt() {
        fixture = new BudgetFixture(BudgetSettings.of(App.SERVICE));
        ArmExchange write = put(CallPriority.CHANGED);
        fixture.answered(write, told(Map.of("subscription-writes", 199)));
        assertThat(fixture.level("arm-writes").left()).isCloseTo(159.2, within(0.001));
        assertThat(fixture.level("arm-writes").source()).isEqualTo("header");

        fixture.answered(write, told(Map.of("subscription-writes", 50, "subscription-reads", 1)));
        assertThat(fixture.level("arm-writes").left()).isEqualTo(40);
        assertThat(fixture.level("arm-reads").left()).isEqualTo(100);
        fixture.answered(write, told(Map.of("subscription-writes", 11_999)));
        assertThat(fixture.level("arm-writes").left()).isEqualTo(40);
        fixture.answered(write, told(Map.of("subscription-resource-requests", 10)));
        assertThat(fixture.level("network-writes").left()).isEqualTo(8);
        assertThat(fixture.level("arm-writes").left()).isEqualTo(40);

        fixture.advance(Duration.ofMinutes(5));
        assertThat(fixture.level("arm-writes").left()).isEqualTo(160);
        assertThat(fixture.level("arm-writes").source()).isEqualTo("documented");
    }

    @Test
    void policiesOfTheProviderLowerWhatTheyCount() {
        fixture.answered(instance(Kind.PUT, "0"), policies(Map.of("Microsoft.Compute/UpdateVMScaleSetVMResource", 3,
                "Microsoft.Compute/UpdateVMScaleSetVMSubscription", 70)));

        assertThat(fixture.level("compute-vmss-vm-update").left()).isEqualTo(70);
        assertThat(fixture.many(instance(Kind.PUT, "0"), 100)).isEqualTo(3);
        assertThat(fixture.many(instance(Kind.PUT, "1"), 100)).isEqualTo(12);
    }

    @ParameterizedTest
    @CsvSource({"SubscriptionRequestsThrottled, arm-writes", "TenantRequestsThrottled, arm-writes",
            "TooManyRequests, network-writes", "ResourceRequestsThrottled, network-writes", "'', network-writes"})
    void refusalClosesTheLimitItIsAboutAndNoOther(String code, String closed) {
        fixture.ask(put(CallPriority.CHANGED));
        fixture.ask(of(Kind.GET, ArmTypes.LOAD_BALANCER, "x"));
        fixture.refused(put(CallPriority.CHANGED), code, Duration.ofSeconds(20));

        for (String limit : List.of("arm-writes", "arm-reads", "arm-deletes", "network-writes", "network-reads")) {
            assertThat(fixture.level(limit).closedForNanos()).as(limit)
                    .isEqualTo(limit.equals(closed) ? Duration.ofSeconds(20).toNanos() : 0);
        }
        assertThat(fixture.ask(of(Kind.GET, ArmTypes.LOAD_BALANCER, "x")).isGranted()).isTrue();
        Turn write = fixture.ask(CallPriority.NEW_OR_DELETED);
        assertThat(write.isGranted()).isFalse();
        fixture.advance(Duration.ofSeconds(20));
        assertThat(write.isGranted()).isTrue();
    }

    @Test
    void refusalByTheGatewayIsArmsWhateverItsCode() {
        fixture.ledger.answered(put(CallPriority.CHANGED),
                new Answer(429, "Odd", true, Optional.empty(), Map.of(), Map.of()),
                OptionalLong.of(fixture.now + 5), fixture.now);

        assertThat(fixture.level("arm-writes").closedForNanos()).isEqualTo(5);
        assertThat(fixture.level("network-writes").closedForNanos()).isZero();
    }

    @Test
    void refusalForOneResourceClosesThatOneAndASecondOneThePolicy() {
        fixture.refused(instance(Kind.PUT, "0"), "OperationNotAllowed", Duration.ofSeconds(30));
        assertThat(fixture.ask(instance(Kind.PUT, "0")).isGranted()).isFalse();
        assertThat(fixture.ask(instance(Kind.PUT, "1")).isGranted()).isTrue();

        fixture.refused(instance(Kind.PUT, "1"), "OperationNotAllowed", Duration.ofSeconds(30));
        assertThat(fixture.ask(instance(Kind.PUT, "2")).isGranted()).isFalse();
        assertThat(fixture.ask(of(Kind.PUT, SCALE_SET, "pool")).isGranted()).isTrue();
        assertThat(fixture.ask(put(CallPriority.CHANGED)).isGranted()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"Microsoft.Compute/UpdateVMScaleSetVMResource, true",
            "Microsoft.Compute/UpdateVMScaleSetVMSubscription, false"})
    void providerThatSaysWhichPolicyIsUsedUpIsBelieved(String policy, boolean othersGo) {
        fixture.ledger.answered(instance(Kind.PUT, "0"),
                new Answer(429, "OperationNotAllowed", false, Optional.empty(), Map.of(), Map.of(policy, 0)),
                OptionalLong.of(fixture.now + Duration.ofSeconds(9).toNanos()), fixture.now);

        assertThat(fixture.ask(instance(Kind.PUT, "0")).isGranted()).isFalse();
        assertThat(fixture.ask(instance(Kind.PUT, "1")).isGranted()).isEqualTo(othersGo);
    }

    @Test
    void anotherOperationUnderWayIsNoThrottling() {
        fixture.refused(put(CallPriority.CHANGED), "RetryableErrorDueToAnotherOperation", Duration.ofSeconds(20));

        assertThat(fixture.ask(CallPriority.DRIFT).isGranted()).isTrue();
    }

    @Test
    void closingWithoutATimeIsLongerEachTimeUntilACallHasPassed() {
        Answer unnamed = new Answer(429, "TooManyRequests", false, Optional.empty(), Map.of(), Map.of());
        for (int seconds : new int[]{10, 20, 40, 60, 60}) {
            fixture.answered(put(CallPriority.CHANGED), unnamed);
            assertThat(Duration.ofNanos(fixture.level("network-writes").closedForNanos())).hasSeconds(seconds);
            fixture.advance(Duration.ofSeconds(seconds));
        }
        fixture.answered(put(CallPriority.CHANGED), told(Map.of()));
        fixture.answered(put(CallPriority.CHANGED), unnamed);
        assertThat(Duration.ofNanos(fixture.level("network-writes").closedForNanos())).hasSeconds(10);
    }

    @Test
    void withoutCountingOnlyRefusalsHoldBack() {
        fixture = new BudgetFixture(new BudgetSettings(false, new BudgetSettings.Shares(0, 0), 0.2,
                Duration.ofSeconds(60), BudgetLimits.DOCUMENTED));
        assertThat(fixture.many(put(CallPriority.DRIFT), 2_000)).isEqualTo(2_000);

        fixture.refused(put(CallPriority.DRIFT), "TooManyRequests", Duration.ofSeconds(10));
        Turn write = fixture.ask(CallPriority.CHANGED);
        assertThat(write.isGranted()).isFalse();
        fixture.advance(Duration.ofSeconds(10));
        assertThat(write.isGranted()).isTrue();
    }

    @Test
    void bucketsOfResourcesThatAreFullAgainAreForgotten() {
        for (int i = 0; i < 200; i++) {
            fixture.ask(instance(Kind.PUT, Integer.toString(i)));
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
        fixture.ask(instance(Kind.PUT, "0"));
        List<BudgetState.Bucket> states = fixture.ledger.states(fixture.now);

        assertThat(states).extracting(BudgetState.Bucket::limit)
                .containsExactly("arm-writes", "compute-vmss-vm-update", "compute-vmss-vm-update-per-resource");
        assertThat(states.getFirst().used()).containsExactly(Map.entry("Because", 12L));
        assertThat(states.getLast().resource()).endsWith("/virtualmachines/0");
        assertThat(states.getLast().waiting()).containsExactly(Map.entry(CallPriority.CHANGED, 1));
        assertThat(fixture.ledger.waiting()).containsExactly(Map.entry(CallPriority.CHANGED, 1));
    }

    @Test
    void deletionGoesFirstWhenABucketOpensThatWasClosedForLong() {
        BudgetFixture fixture = new BudgetFixture(BudgetFixture.writes(10, 100, 0.2));
        fixture.refused(BudgetFixture.put(CallPriority.DRIFT), "SubscriptionRequestsThrottled", Duration.ofMinutes(30));
        for (int i = 0; i < 29; i++) {
            Turn drift = fixture.ask(CallPriority.DRIFT);
            fixture.advance(Duration.ofMinutes(1));
            fixture.ledger.keepBack(drift, fixture.now);
        }
        Turn drift = fixture.ask(CallPriority.DRIFT);
        Turn deletion = fixture.ask(CallPriority.NEW_OR_DELETED);
        fixture.advance(Duration.ofMinutes(1));

        assertThat(deletion.isGranted()).isTrue();
        assertThat(drift.isGranted()).isFalse();
    }
}
