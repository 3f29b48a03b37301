package io.azureccm.common.resilience.budget;

import static io.azureccm.common.resilience.budget.BudgetFixture.instance;
import static io.azureccm.common.resilience.budget.BudgetFixture.of;
import static io.azureccm.common.resilience.budget.BudgetFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.arm.http.ArmExchange.Kind;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmTypes;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many calls go in ten seconds, however many a bucket holds. */
class PeakWindowTest {
    private BudgetFixture fixture = new BudgetFixture(BudgetSettings.of(App.SERVICE));

    @ParameterizedTest
    @CsvSource({"SERVICE, PUT, 32, 96", "SERVICE, DELETE, 32, 96", "SERVICE, GET, 40, 120", "ROUTE, PUT, 8, 24",
            "ROUTE, GET, 20, 60", "NODE, GET, 40, 120"})
    void atOnceGoesWhatComesInFourSecondsAndInTenSecondsAFifthMoreThanComes(App app, Kind kind, int atOnce,
            int inTenSeconds) {
        fixture = new BudgetFixture(BudgetSettings.of(app));
        ArmExchange exchange = of(kind, ArmTypes.LOAD_BALANCER, "x", CallPriority.NEW_OR_DELETED);
        int gone = fixture.many(exchange, 1_000);
        assertThat(gone).isEqualTo(atOnce);

        for (int i = 0; i < 100; i++) {
            fixture.advance(Duration.ofMillis(100));
            gone += fixture.many(exchange, 1_000);
        }
        assertThat(gone).isEqualTo(inTenSeconds);
    }

    @Test
    void whoIsOverThatWaitsForTheEndOfTheTenSecondsAndNoLonger() {
        fixture.many(put(CallPriority.NEW_OR_DELETED), 1_000);
        for (int i = 0; i < 80; i++) {
            fixture.advance(Duration.ofMillis(100));
            fixture.many(put(CallPriority.NEW_OR_DELETED), 1_000);
        }
        PermitRequest next = fixture.request(CallPriority.NEW_OR_DELETED);

        Duration wait = Duration.ofNanos(fixture.ledger.nanosUntil(next, fixture.now));
        assertThat(wait).isBetween(Duration.ofMillis(2_500), Duration.ofSeconds(3));
        assertThat(fixture.ledger.shortest(next, fixture.now).limit()).isEqualTo("arm-writes");
        fixture.advance(Duration.ofSeconds(2));
        assertThat(next.isGranted()).isFalse();
        fixture.advance(wait.minusSeconds(2));
        assertThat(next.isGranted()).isTrue();
    }

    @Test
    void callsThatComeSteadilyNeverWait() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(fixture.request(CallPriority.NEW_OR_DELETED).isGranted()).as("call " + i).isTrue();
            fixture.advance(Duration.ofMillis(125));
        }
    }

    @Test
    void waitOfThoseFarBehindIsReckonedWithAllRoundsBeforeThem() {
        PeakWindow window = new PeakWindow(120, fixture.now);
        for (int i = 0; i < 120; i++) {
            window.take(fixture.now);
        }
        assertThat(Duration.ofNanos(window.nanosUntil(0, 119, fixture.now)))
                .isBetween(Duration.ofMillis(10_500), Duration.ofSeconds(11));
        assertThat(Duration.ofNanos(window.nanosUntil(0, 120, fixture.now)))
                .isBetween(Duration.ofMillis(21_500), Duration.ofSeconds(22));
        assertThat(Duration.ofNanos(window.nanosUntil(20, 100, fixture.now)))
                .isBetween(Duration.ofMillis(21_500), Duration.ofSeconds(22));
    }

    @Test
    void lessUrgentLeaveTheReserveToMoreUrgent() {
        assertThat(fixture.many(put(CallPriority.DRIFT), 1_000)).isEqualTo(27);
        assertThat(fixture.many(put(CallPriority.NEW_OR_DELETED), 1_000)).isEqualTo(5);
    }

    @Test
    void limitsOfTheProvidersMayBeUsedAtOnce() {
        assertThat(fixture.many(instance(Kind.PUT, "0"), 100)).isEqualTo(9);
        fixture.advance(Duration.ofMinutes(10));
        assertThat(fixture.level("network-writes").left()).isEqualTo(800);
        assertThat(fixture.level("arm-writes").left()).isEqualTo(32);
        assertThat(fixture.level("arm-writes").size()).isEqualTo(32);
    }

    @Test
    void smallestShareStillLetsACallGo() {
        fixture = new BudgetFixture(new BudgetSettings(true, new BudgetSettings.Shares(0.001, 0.001), 0.9,
                Duration.ofSeconds(60), BudgetLimits.DOCUMENTED.withPeak(1.2)));

        assertThat(fixture.request(CallPriority.BACKGROUND).isGranted()).isTrue();
        assertThat(fixture.request(CallPriority.NEW_OR_DELETED).isGranted()).isFalse();
    }
}
