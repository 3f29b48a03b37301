package io.azureccm.common.resilience.budget;

import static io.azureccm.common.resilience.budget.BudgetFixture.instance;
import static io.azureccm.common.resilience.budget.BudgetFixture.of;
import static io.azureccm.common.resilience.budget.BudgetFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmExchange.Kind;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.config.flags.App;
import io.azureccm.common.core.ArmTypes;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many calls go in ten seconds, however many a bucket holds. */
class PeakWindowTest {
    private BudgetFixture fixture = new BudgetFixture(BudgetSettings.of(App.SERVICE));

    @ParameterizedTest
    @CsvSource({"SERVICE, PUT, 96", "SERVICE, DELETE, 96", "SERVICE, GET, 100", "ROUTE, PUT, 24", "ROUTE, GET, 50",
            "NODE, GET, 100"})
    void noMoreGoAtOnceThanAFifthMoreThanComesInTenSeconds(App app, Kind kind, int most) {
        fixture = new BudgetFixture(BudgetSettings.of(app));

        assertThat(fixture.many(of(kind, ArmTypes.LOAD_BALANCER, "x", CallPriority.NEW_OR_DELETED), 1_000))
                .isEqualTo(most);
    }

    @Test
    void whoIsOverThatWaitsUntilTenSecondsAreOver() {
        fixture.many(put(CallPriority.NEW_OR_DELETED), 1_000);
        Turn next = fixture.ask(CallPriority.NEW_OR_DELETED);

        Duration wait = Duration.ofNanos(fixture.ledger.nanosUntil(next, fixture.now));
        assertThat(wait).isBetween(Duration.ofMillis(10_500), Duration.ofSeconds(11));
        assertThat(fixture.ledger.shortest(next, fixture.now).limit()).isEqualTo("arm-writes");
        fixture.advance(Duration.ofSeconds(10));
        assertThat(next.isGranted()).isFalse();
        fixture.advance(wait.minusSeconds(10));
        assertThat(next.isGranted()).isTrue();
    }

    @Test
    void callsThatComeSteadilyNeverWait() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(fixture.ask(CallPriority.NEW_OR_DELETED).isGranted()).as("call " + i).isTrue();
            fixture.advance(Duration.ofMillis(125));
        }
    }

    @Test
    void waitOfThoseFarBehindIsReckonedWithAllRoundsBeforeThem() {
        fixture = new BudgetFixture(BudgetFixture.peak(10, 100_000, 0));
        fixture.many(put(CallPriority.CHANGED), 1_000);
        Turn last = null;
        for (int i = 0; i < 121; i++) {
            last = fixture.ask(CallPriority.CHANGED);
        }
        assertThat(Duration.ofNanos(fixture.ledger.nanosUntil(last, fixture.now)))
                .isBetween(Duration.ofMillis(21_500), Duration.ofSeconds(22));
    }

    @Test
    void lessUrgentLeaveTheReserveOfThePeakToMoreUrgent() {
        assertThat(fixture.many(put(CallPriority.DRIFT), 1_000)).isEqualTo(83);
        assertThat(fixture.many(put(CallPriority.NEW_OR_DELETED), 1_000)).isEqualTo(13);
    }

    @Test
    void limitsOfTheProvidersMayBeUsedAtOnce() {
        assertThat(fixture.many(instance(Kind.PUT, "0"), 100)).isEqualTo(9);
        fixture = new BudgetFixture(BudgetSettings.of(App.SERVICE));
        assertThat(fixture.level("network-writes").left()).isEqualTo(800);
        assertThat(fixture.level("arm-writes").left()).isEqualTo(96);
        assertThat(fixture.level("arm-writes").size()).isEqualTo(96);
    }

    @Test
    void smallestShareStillLetsACallGo() {
        fixture = new BudgetFixture(new BudgetSettings(true, new BudgetSettings.Shares(0.001, 0.001), 0.9,
                Duration.ofSeconds(60), BudgetLimits.DOCUMENTED.withPeak(1.2)));

        assertThat(fixture.ask(CallPriority.BACKGROUND).isGranted()).isTrue();
        assertThat(fixture.ask(CallPriority.NEW_OR_DELETED).isGranted()).isFalse();
    }
}
