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

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.arm.http.ArmExchange.Kind;
import io.azureccm.common.arm.http.ArmExchangeGate.Response;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmTypes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What headers and refusals of Azure change. */
class BudgetAnswersTest {
    private BudgetFixture fixture = new BudgetFixture(whole());

    @Test
    void headersLowerOurPartAndNeverRaiseIt() {
        fixture = new BudgetFixture(ScaledLimits.settings(App.SERVICE, BudgetLimits.DOCUMENTED));
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
            "TooManyRequests, network-writes-per-action",
            "ResourceRequestsThrottled, network-writes-per-action", "'', network-writes-per-action"})
    void refusalClosesTheLimitItIsAboutAndNoOther(String code, String closed) {
        fixture.request(put(CallPriority.CHANGED));
        fixture.request(of(Kind.GET, ArmTypes.LOAD_BALANCER, "x"));
        fixture.refused(put(CallPriority.CHANGED), code, Duration.ofSeconds(20));

        for (String limit : List.of("arm-writes", "arm-reads", "arm-deletes", "network-writes", "network-reads",
                "network-writes-per-action", "network-reads-per-action")) {
            assertThat(fixture.level(limit).closedForNanos()).as(limit)
                    .isEqualTo(limit.equals(closed) ? Duration.ofSeconds(20).toNanos() : 0);
        }
        assertThat(fixture.request(of(Kind.GET, ArmTypes.LOAD_BALANCER, "x")).isGranted()).isTrue();
        PermitRequest write = fixture.request(CallPriority.NEW_OR_DELETED);
        assertThat(write.isGranted()).isFalse();
        fixture.advance(Duration.ofSeconds(20));
        assertThat(write.isGranted()).isTrue();
    }

    @Test
    void refusalByTheGatewayIsArmsWhateverItsCode() {
        fixture.ledger.answered(put(CallPriority.CHANGED),
                new Response(429, "Odd", true, Optional.empty(), Map.of(), Map.of()),
                OptionalLong.of(fixture.now + 5), fixture.now);

        assertThat(fixture.level("arm-writes").closedForNanos()).isEqualTo(5);
        assertThat(fixture.level("network-writes-per-action").closedForNanos()).isZero();
    }

    @Test
    void refusalForOneResourceClosesThatOneAndASecondOneThePolicy() {
        fixture.refused(instance(Kind.PUT, "0"), "OperationNotAllowed", Duration.ofSeconds(30));
        assertThat(fixture.request(instance(Kind.PUT, "0")).isGranted()).isFalse();
        assertThat(fixture.request(instance(Kind.PUT, "1")).isGranted()).isTrue();

        fixture.refused(instance(Kind.PUT, "1"), "OperationNotAllowed", Duration.ofSeconds(30));
        assertThat(fixture.request(instance(Kind.PUT, "2")).isGranted()).isFalse();
        assertThat(fixture.request(of(Kind.PUT, SCALE_SET, "pool")).isGranted()).isTrue();
        assertThat(fixture.request(put(CallPriority.CHANGED)).isGranted()).isTrue();
    }

    @Test
    void refusalOfOneKindOfNetworkResourceClosesItsWritesAndASecondKindTheProvider() {
        ArmExchange balancer = of(Kind.PUT, ArmTypes.LOAD_BALANCER, "kubernetes");
        ArmExchange deletion = of(Kind.DELETE, ArmTypes.PUBLIC_IP, "a");
        fixture.refused(of(Kind.PUT, ArmTypes.PUBLIC_IP, "a"), "TooManyRequests", Duration.ofSeconds(30));
        PermitRequest address = fixture.request(of(Kind.PUT, ArmTypes.PUBLIC_IP, "b"));
        assertThat(address.isGranted()).isFalse();
        assertThat(fixture.ledger.shortest(address, fixture.now)).hasToString("network-writes-per-action "
                + "(microsoft.network/publicipaddresses/write) of subscription " + BudgetFixture.SUBSCRIPTION);
        assertThat(fixture.request(deletion).isGranted()).isTrue();
        assertThat(fixture.request(balancer).isGranted()).isTrue();

        fixture.refused(deletion, "TooManyRequests", Duration.ofSeconds(30));
        assertThat(fixture.request(deletion).isGranted()).isFalse();
        assertThat(fixture.request(balancer).isGranted()).isTrue();

        fixture.refused(balancer, "TooManyRequests", Duration.ofSeconds(30));
        assertThat(fixture.request(of(Kind.PUT, "Microsoft.Network/routeTables", "x")).isGranted()).isFalse();
        assertThat(fixture.request(of(Kind.GET, ArmTypes.PUBLIC_IP, "a")).isGranted()).isTrue();
    }

    @Test
    void secondKindRefusedAfterTheFirstHasOpenedAgainIsAboutItself() {
        fixture.refused(of(Kind.PUT, ArmTypes.PUBLIC_IP, "a"), "TooManyRequests", Duration.ofSeconds(30));
        fixture.advance(Duration.ofSeconds(30));
        fixture.refused(put(CallPriority.CHANGED), "TooManyRequests", Duration.ofSeconds(30));

        assertThat(fixture.request(of(Kind.PUT, ArmTypes.PUBLIC_IP, "a")).isGranted()).isTrue();
        assertThat(fixture.request(CallPriority.CHANGED).isGranted()).isFalse();
    }

    @Test
    void refusedLookAtAnOperationLeavesReadsOpen() {
        fixture.refused(of(Kind.POLL, ArmTypes.LOAD_BALANCER, "x"), "TooManyRequests", Duration.ofSeconds(30));

        assertThat(fixture.request(of(Kind.POLL, ArmTypes.PUBLIC_IP, "x")).isGranted()).isFalse();
        assertThat(fixture.request(of(Kind.LIST, ArmTypes.LOAD_BALANCER, "x")).isGranted()).isTrue();
    }

    @Test
    void actionsAreToldOnlyWhileARefusalHolds() {
        fixture.request(CallPriority.CHANGED);
        assertThat(limits()).containsExactly("arm-writes", "network-writes");

        fixture.refused(put(CallPriority.CHANGED), "TooManyRequests", Duration.ofSeconds(30));
        assertThat(limits()).containsExactly("arm-writes", "network-writes", "network-writes-per-action");
        fixture.advance(Duration.ofMinutes(10));
        assertThat(limits()).containsExactly("arm-writes", "network-writes");
    }

    private List<String> limits() {
        return fixture.ledger.states(fixture.now).stream().map(BudgetState.Bucket::limit).toList();
    }

    @ParameterizedTest
    @CsvSource({"Microsoft.Compute/UpdateVMScaleSetVMResource, true",
            "Microsoft.Compute/UpdateVMScaleSetVMSubscription, false"})
    void providerThatSaysWhichPolicyIsUsedUpIsBelieved(String policy, boolean othersGo) {
        fixture.ledger.answered(instance(Kind.PUT, "0"),
                new Response(429, "OperationNotAllowed", false, Optional.empty(), Map.of(), Map.of(policy, 0)),
                OptionalLong.of(fixture.now + Duration.ofSeconds(9).toNanos()), fixture.now);

        assertThat(fixture.request(instance(Kind.PUT, "0")).isGranted()).isFalse();
        assertThat(fixture.request(instance(Kind.PUT, "1")).isGranted()).isEqualTo(othersGo);
    }

    @Test
    void anotherOperationUnderWayIsNoThrottling() {
        fixture.refused(put(CallPriority.CHANGED), "RetryableErrorDueToAnotherOperation", Duration.ofSeconds(20));

        assertThat(fixture.request(CallPriority.DRIFT).isGranted()).isTrue();
    }

    @Test
    void closingWithoutATimeIsLongerEachTimeUntilACallHasPassed() {
        Response unnamed = new Response(429, "TooManyRequests", false, Optional.empty(), Map.of(), Map.of());
        for (int seconds : new int[]{10, 20, 40, 60, 60}) {
            fixture.answered(put(CallPriority.CHANGED), unnamed);
            assertThat(Duration.ofNanos(fixture.level("network-writes-per-action").closedForNanos()))
                    .hasSeconds(seconds);
            fixture.advance(Duration.ofSeconds(seconds));
        }
        fixture.answered(put(CallPriority.CHANGED), told(Map.of()));
        fixture.answered(put(CallPriority.CHANGED), unnamed);
        assertThat(Duration.ofNanos(fixture.level("network-writes-per-action").closedForNanos())).hasSeconds(10);
    }

    @Test
    void refusalsOfCallsThatWereSentTogetherCloseOnce() {
        Response unnamed = new Response(429, "TooManyRequests", false, Optional.empty(), Map.of(), Map.of());
        for (int call = 0; call < 3; call++) {
            fixture.answered(put(CallPriority.CHANGED), unnamed);
            fixture.advance(Duration.ofSeconds(1));
        }
        assertThat(Duration.ofNanos(fixture.level("network-writes-per-action").closedForNanos())).hasSeconds(7);
        fixture.advance(Duration.ofSeconds(7));
        fixture.answered(put(CallPriority.CHANGED), unnamed);
        assertThat(Duration.ofNanos(fixture.level("network-writes-per-action").closedForNanos())).hasSeconds(20);
    }

    @Test
    void withoutCountingOnlyRefusalsHoldBack() {
        fixture = new BudgetFixture(new BudgetSettings(false, new BudgetSettings.Shares(0, 0), 0.2,
                Duration.ofSeconds(60), BudgetLimits.DOCUMENTED));
        assertThat(fixture.many(put(CallPriority.DRIFT), 2_000)).isEqualTo(2_000);

        fixture.refused(put(CallPriority.DRIFT), "TooManyRequests", Duration.ofSeconds(10));
        PermitRequest write = fixture.request(CallPriority.CHANGED);
        assertThat(write.isGranted()).isFalse();
        fixture.advance(Duration.ofSeconds(10));
        assertThat(write.isGranted()).isTrue();
    }

    @Test
    void deletionGoesFirstWhenABucketOpensThatWasClosedForLong() {
        BudgetFixture fixture = new BudgetFixture(BudgetFixture.writes(10, 100, 0.2));
        fixture.refused(BudgetFixture.put(CallPriority.DRIFT), "SubscriptionRequestsThrottled", Duration.ofMinutes(30));
        for (int i = 0; i < 29; i++) {
            PermitRequest drift = fixture.request(CallPriority.DRIFT);
            fixture.advance(Duration.ofMinutes(1));
            fixture.ledger.keepBack(drift, fixture.now);
        }
        PermitRequest drift = fixture.request(CallPriority.DRIFT);
        PermitRequest deletion = fixture.request(CallPriority.NEW_OR_DELETED);
        fixture.advance(Duration.ofMinutes(1));

        assertThat(deletion.isGranted()).isTrue();
        assertThat(drift.isGranted()).isFalse();
    }
}
