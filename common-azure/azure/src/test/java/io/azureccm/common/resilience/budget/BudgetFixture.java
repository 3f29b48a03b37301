package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.arm.http.ArmExchange.Kind;
import io.azureccm.common.arm.http.ArmExchangeGate.Response;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A ledger on a clock that is pushed by hand. */
final class BudgetFixture {
    static final String SUBSCRIPTION = "11111111-2222-3333-4444-555555555555";
    static final String SCALE_SET = "Microsoft.Compute/virtualMachineScaleSets";

    final TokenBuckets ledger;
    long now = 1_000;

    BudgetFixture(BudgetSettings settings) {
        ledger = new TokenBuckets(settings);
    }

    /** The whole of each limit, without a reserve. */
    static BudgetSettings whole() {
        return new BudgetSettings(true, new BudgetSettings.Shares(1, 1), 0, Duration.ofSeconds(60),
                BudgetLimits.DOCUMENTED);
    }

    static BudgetSettings of(App app) {
        return BudgetSettings.of(app);
    }

    static BudgetSettings writes(double rate, int burst, double reserve) {
        return new BudgetSettings(true, new BudgetSettings.Shares(1, 1), reserve, Duration.ofSeconds(60),
                BudgetLimits.DOCUMENTED.with(Map.of(BudgetLimits.ARM_WRITES, new BudgetLimit(rate, burst))));
    }

    /** As the other, and in any ten seconds a fifth more than come in. */
    static BudgetSettings peak(double rate, int burst, double reserve) {
        return new BudgetSettings(true, new BudgetSettings.Shares(1, 1), reserve, Duration.ofSeconds(60),
                BudgetLimits.DOCUMENTED.with(Map.of(BudgetLimits.ARM_WRITES, new BudgetLimit(rate, burst, 1.2))));
    }

    PermitRequest request(ArmExchange exchange) {
        return ledger.request(exchange, now);
    }

    PermitRequest request(CallPriority priority) {
        return request(put(priority));
    }

    /** How many calls of this kind go at once. */
    int many(ArmExchange exchange, int most) {
        int gone = 0;
        while (gone < most) {
            PermitRequest permit = request(exchange);
            if (!permit.isGranted()) {
                ledger.leave(permit);
                return gone;
            }
            gone++;
        }
        return gone;
    }

    void advance(Duration time) {
        now += time.toNanos();
        ledger.dispatch(now);
    }

    void answered(ArmExchange exchange, Response answer) {
        ledger.answered(exchange, answer, OptionalLong.empty(), now);
    }

    /** A 429 that asks to wait so long. */
    void refused(ArmExchange exchange, String code, Duration wait) {
        ledger.answered(exchange, new Response(429, code, false, Optional.empty(), Map.of(), Map.of()),
                OptionalLong.of(now + wait.toNanos()), now);
    }

    BudgetState.Level level(String limit) {
        return ledger.level(SUBSCRIPTION, limit, now);
    }

    static Response told(Map<String, Integer> remaining) {
        return new Response(200, "", false, Optional.empty(), remaining, Map.of());
    }

    static Response policies(Map<String, Integer> policies) {
        return new Response(200, "", false, Optional.empty(), Map.of(), policies);
    }

    static ArmExchange put(CallPriority priority) {
        return of(Kind.PUT, ArmTypes.LOAD_BALANCER, "kubernetes", priority);
    }

    static ArmExchange of(Kind kind, String type, String name) {
        return of(kind, type, name, CallPriority.CHANGED);
    }

    static ArmExchange of(Kind kind, String type, String name, CallPriority priority) {
        ArmId target = kind == Kind.LIST
                ? ArmId.collection(SUBSCRIPTION, "rg", type)
                : ArmId.of(SUBSCRIPTION, "rg", type, name);
        return new ArmExchange(kind, target, new CallReason(priority, "Because"));
    }

    static ArmExchange instance(Kind kind, String number) {
        return new ArmExchange(kind, ArmId.of(SUBSCRIPTION, "rg", SCALE_SET, "pool").child("virtualMachines", number),
                new CallReason(CallPriority.CHANGED, "Because"));
    }
}
