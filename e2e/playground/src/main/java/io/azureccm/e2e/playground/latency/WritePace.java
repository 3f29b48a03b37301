package io.azureccm.e2e.playground.latency;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.arm.http.ArmExchangeGate;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetListener;
import io.azureccm.common.resilience.budget.BudgetSettings;
import java.time.Duration;
import java.time.Instant;

/** How fast the call budget allows writes, computed by the budget itself in virtual time. */
public record WritePace(BudgetSettings settings) {
    private static final ArmExchange PUT = new ArmExchange(ArmExchange.Kind.PUT,
            ArmId.of("00000000-0000-0000-0000-000000000000", "rg", ArmTypes.PUBLIC_IP, "ip"),
            new CallReason(CallPriority.NEW_OR_DELETED, "ServiceAdded"));

    /** When the last of this many simultaneous writes may be sent, if there were no recent calls. */
    Duration lastOf(int writes) {
        VirtualTime time = new VirtualTime();
        ArmExchangeGate gate = new ArmBudget(settings, time, BudgetListener.NONE).gate();
        for (int i = 0; i < writes; i++)
            gate.admit(PUT);
        return Duration.ofNanos(time.nanoTime());
    }

    /** Advances only while something waits. */
    private static final class VirtualTime implements ArmClock {
        private long nanos;

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(nanos);
        }

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public void sleep(Duration duration) {
            nanos += duration.toNanos();
        }
    }
}
