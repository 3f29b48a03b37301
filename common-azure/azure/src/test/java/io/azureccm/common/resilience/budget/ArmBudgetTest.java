package io.azureccm.common.resilience.budget;

import static io.azureccm.common.resilience.budget.BudgetFixture.SUBSCRIPTION;
import static io.azureccm.common.resilience.budget.BudgetFixture.of;
import static io.azureccm.common.resilience.budget.BudgetFixture.put;
import static io.azureccm.common.resilience.budget.BudgetFixture.writes;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.arm.http.ArmExchange.Kind;
import io.azureccm.common.arm.http.ArmExchangeGate;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests at the gate: who goes, who waits, who is kept back with what to say. */
class ArmBudgetTest {
    /** Whoever waits on it waits until something else ends that. */
    private static final ArmClock STANDING = new ArmClock() {
        @Override
        public Instant now() {
            return VirtualClock.START;
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(1);
        }
    };

    private final VirtualClock clock = new VirtualClock();
    private final List<String> waits = new ArrayList<>();
    private final List<String> appeared = new ArrayList<>();
    private final BudgetListener listener = new BudgetListener() {
        @Override
        public void granted(CallPriority priority, Duration waited) {
            waits.add(priority.label() + " " + waited.toMillis() + " true");
        }

        @Override
        public void heldBack(CallPriority priority, Duration waited) {
            waits.add(priority.label() + " " + waited.toMillis() + " false");
        }

        @Override
        public void appeared(String subscription, String limit) {
            appeared.add(limit);
        }
    };

    @Test
    void nobodyWaitsWhileThereIsPlenty() {
        ArmBudget budget = new ArmBudget(writes(1, 5, 0), clock, listener);
        for (int i = 0; i < 5; i++) {
            budget.gate().admit(put(CallPriority.DRIFT));
        }
        assertThat(clock.sleeps()).isEmpty();
        assertThat(waits).isEmpty();
        assertThat(appeared).containsExactly("arm-writes", "network-writes", "network-writes-per-action");
        assertThat(budget.left(SUBSCRIPTION)).hasToString("writes 0/5, reads 250/250");
    }

    @Test
    void whoFindsNoneLeftWaitsForTheNext() {
        ArmBudget budget = new ArmBudget(writes(0.5, 1, 0), clock, listener);
        ArmBudget.Gate gate = budget.gate();
        gate.admit(put(CallPriority.CHANGED));
        gate.admit(put(CallPriority.CHANGED));

        assertThat(clock.now()).isEqualTo(VirtualClock.START.plusSeconds(2));
        assertThat(waits).containsExactly("changed 2000 true");
    }

    @Test
    void waitOfSomeSecondsIsToldOnceWithItsEndAndItsReason() {
        ArmBudget budget = new ArmBudget(writes(0.05, 1, 0), clock, listener);
        ArmBudget.Gate gate = budget.gate();
        List<String> told = new ArrayList<>();
        gate.listen((target, call, until, why) -> told.add(call + " until " + until + ": " + why));
        gate.admit(put(CallPriority.CHANGED));
        gate.admit(put(CallPriority.CHANGED));

        assertThat(clock.now()).isEqualTo(VirtualClock.START.plusSeconds(20));
        assertThat(told).containsExactly("PUT loadBalancers/kubernetes until " + VirtualClock.START.plusSeconds(20)
                + ": this app's share is used up of arm-writes of subscription " + SUBSCRIPTION);
    }

    @ParameterizedTest
    @EnumSource(CallPriority.class)
    void whoWaitsForARefusalToEndGoesSoonAfterItHasOpenedHoweverUrgentOthersWouldBe(CallPriority priority) {
        ArmBudget.Gate gate = new ArmBudget(of(App.SERVICE), clock, listener).gate();
        gate.answered(put(priority), new ArmExchangeGate.Response(429, "TooManyRequests", false,
                Optional.of(VirtualClock.START.plusSeconds(5)), Map.of(), Map.of()));
        gate.admit(put(priority));
        assertThat(clock.now()).isBetween(VirtualClock.START.plusSeconds(5), VirtualClock.START.plusSeconds(7));
    }

    @Test
    void shortWaitIsNotWorthAWord() {
        ArmBudget.Gate gate = new ArmBudget(writes(0.5, 1, 0), clock, listener).gate();
        List<String> told = new ArrayList<>();
        gate.listen((target, call, until, why) -> told.add(call));
        gate.admit(put(CallPriority.CHANGED));
        gate.admit(put(CallPriority.CHANGED));

        assertThat(waits).hasSize(1);
        assertThat(told).isEmpty();
    }

    @Test
    void whoWouldWaitTooLongIsKeptBackAtOnceWithTheTimeToComeAgain() {
        ArmBudget budget = new ArmBudget(writes(0.01, 1, 0), clock, listener);
        ArmBudget.Gate gate = budget.gate();
        gate.admit(put(CallPriority.CHANGED));
        ArmException kept = fails(gate, put(CallPriority.NEW_OR_DELETED));

        assertThat(kept.kind()).isEqualTo(ArmException.Kind.THROTTLED);
        assertThat(kept.status()).isZero();
        assertThat(ArmBudget.keptBack(kept)).isTrue();
        assertThat(kept).hasMessage("PUT loadBalancers/kubernetes: not sent, this app's share is used up of arm-writes "
                + "of subscription " + SUBSCRIPTION);
        assertThat(kept.retryAfter()).contains(VirtualClock.START.plusSeconds(100));
        assertThat(clock.sleeps()).isEmpty();
        assertThat(budget.waiting(CallPriority.NEW_OR_DELETED)).isZero();
    }

    @Test
    void whoIsInNoHurryGivesUpSooner() {
        ArmBudget budget = new ArmBudget(writes(0.025, 1, 0), clock, listener);
        ArmBudget.Gate gate = budget.gate();
        gate.admit(put(CallPriority.CHANGED));

        assertThat(ArmBudget.keptBack(fails(gate, put(CallPriority.DRIFT)))).isTrue();
        gate.admit(put(CallPriority.CHANGED));
        assertThat(clock.now()).isEqualTo(VirtualClock.START.plusSeconds(40));
    }

    @Test
    void afterTheStopOnlyLooksAtWhatIsUnderWayWait() {
        ArmBudget budget = new ArmBudget(new BudgetSettings(true, new BudgetSettings.Shares(0.004, 0.005), 0,
                Duration.ofSeconds(60), BudgetLimits.DOCUMENTED), clock, listener);
        ArmBudget.Gate stopped = budget.gate();
        stopped.stopWaiting();
        stopped.admit(put(CallPriority.CHANGED));
        stopped.admit(of(Kind.POLL, ArmTypes.LOAD_BALANCER, "x"));

        assertThat(ArmBudget.keptBack(fails(stopped, put(CallPriority.NEW_OR_DELETED)))).isTrue();
        stopped.admit(of(Kind.POLL, ArmTypes.LOAD_BALANCER, "x"));
        budget.gate().admit(put(CallPriority.CHANGED));
    }

    @Test
    void whoIsInterruptedWhileWaitingIsNotSentAndLeavesTheQueue() throws InterruptedException {
        ArmBudget budget = new ArmBudget(writes(0.02, 1, 0), STANDING, BudgetListener.NONE);
        ArmBudget.Gate gate = budget.gate();
        gate.admit(put(CallPriority.CHANGED));
        AtomicReference<ArmException> seen = new AtomicReference<>();
        Thread waiter = Thread.ofVirtual().start(() -> seen.set(fails(gate, put(CallPriority.NEW_OR_DELETED))));
        while (budget.waiting(CallPriority.NEW_OR_DELETED) == 0) {
            Thread.onSpinWait();
        }
        waiter.interrupt();
        waiter.join();

        assertThat(seen.get().kind()).isEqualTo(ArmException.Kind.UNAVAILABLE);
        assertThat(seen.get().code()).isEqualTo("Interrupted");
        assertThat(budget.waiting(CallPriority.NEW_OR_DELETED)).isZero();
    }

    @Test
    void manyAtOnceAllGetTheirTurn() throws InterruptedException {
        BudgetSettings patient = new BudgetSettings(true, new BudgetSettings.Shares(1, 1), 0.2, Duration.ofDays(1),
                writes(400, 1, 0.2).limits());
        ArmBudget budget = new ArmBudget(patient, ArmClock.system(), BudgetListener.NONE);
        ArmBudget.Gate gate = budget.gate();
        AtomicInteger gone = new AtomicInteger();
        CountDownLatch end = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            CallPriority priority = CallPriority.values()[i % 4];
            Thread.ofVirtual().start(() -> {
                try {
                    gate.admit(put(priority));
                    gone.incrementAndGet();
                } finally {
                    end.countDown();
                }
            });
        }
        end.await();
        assertThat(gone).hasValue(100);
        assertThat(budget.state().waiting()).isEmpty();
    }

    @Test
    void lessUrgentThatWaitsMakesWayForWhatIsMoreUrgent() throws InterruptedException {
        ArmBudget budget = new ArmBudget(writes(0.06, 1, 0), STANDING, BudgetListener.NONE);
        ArmBudget.Gate gate = budget.gate();
        gate.admit(put(CallPriority.NEW_OR_DELETED));
        AtomicReference<ArmException> seen = new AtomicReference<>();
        Thread drift = Thread.ofVirtual().start(() -> seen.set(fails(gate, put(CallPriority.DRIFT))));
        while (budget.waiting(CallPriority.DRIFT) == 0) {
            Thread.onSpinWait();
        }
        gate.yieldTo(CallPriority.NEW_OR_DELETED);
        drift.join();

        assertThat(ArmBudget.keptBack(seen.get())).isTrue();
        assertThat(budget.waiting(CallPriority.DRIFT)).isZero();
    }

    @Test
    void onlyWhatIsLessUrgentMakesWayAndOnlyUntilItNeedNot() {
        ArmBudget budget = new ArmBudget(writes(0.1, 1, 0), clock, listener);
        ArmBudget.Gate gate = budget.gate();
        gate.admit(put(CallPriority.CHANGED));
        gate.yieldTo(CallPriority.CHANGED);
        assertThat(ArmBudget.keptBack(fails(gate, put(CallPriority.DRIFT)))).isTrue();
        gate.admit(put(CallPriority.CHANGED));
        assertThat(clock.now()).isEqualTo(VirtualClock.START.plusSeconds(10));

        gate.yieldTo(CallPriority.BACKGROUND);
        gate.admit(put(CallPriority.DRIFT));
        assertThat(clock.now()).isEqualTo(VirtualClock.START.plusSeconds(20));
    }

    private static ArmException fails(ArmBudget.Gate gate, ArmExchange exchange) {
        try {
            gate.admit(exchange);
            return null;
        } catch (ArmException kept) {
            return kept;
        }
    }
}
