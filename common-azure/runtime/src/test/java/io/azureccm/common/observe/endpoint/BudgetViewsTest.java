package io.azureccm.common.observe.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.arm.http.ArmExchangeGate.Response;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.observe.health.HealthChecks;
import io.azureccm.common.observe.health.HealthcheckMetrics;
import io.azureccm.common.observe.metrics.ArmMetrics;
import io.azureccm.common.observe.metrics.BudgetMetrics;
import io.azureccm.common.resilience.ArmCall;
import io.azureccm.common.resilience.ArmCallListener.Ended;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** The budget as text, as JSON and as metrics, and calls by cause. */
class BudgetViewsTest {
    private static final ArmId BALANCER = ArmId.of("sub", "rg", ArmTypes.LOAD_BALANCER, "kubernetes");
    private static final ArmId INSTANCE = ArmId.of("sub", "rg", "Microsoft.Compute/virtualMachineScaleSets", "pool")
            .child("virtualMachines", "7");
    private static final CallReason ADDED = new CallReason(CallPriority.NEW_OR_DELETED, "ServiceAdded");

    private final VirtualClock clock = new VirtualClock();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final BudgetMetrics metrics = new BudgetMetrics(registry);
    private final ArmBudget budget = new ArmBudget(BudgetSettings.of(App.SERVICE), clock, metrics);

    @BeforeEach
    void use() {
        metrics.bind(budget);
        ArmExchange put = new ArmExchange(ArmExchange.Kind.PUT, BALANCER, ADDED);
        budget.gate().admit(put);
        budget.gate().admit(new ArmExchange(ArmExchange.Kind.PUT, INSTANCE, ADDED));
        budget.gate()
                .answered(put, new Response(429, "TooManyRequests", false,
                        Optional.of(clock.now().plusSeconds(17)), Map.of(), Map.of()));
    }

    @Test
    void textHasALineForEachBucket() {
        assertThat(BudgetText.of(budget.state())).startsWith("""
                Budget of calls to Azure at 2026-03-01T12:00:00Z
                  this app's share: 40% of reads, 80% of writes; reserve 20%, longest wait 60s
                  subscription sub
                    arm-writes                              30/32        8.00/s  documented
                        used: ServiceAdded 2
                """)
                .contains(
                        "network-writes                         799/800       2.67/s  documented\n        used: ServiceAdded 1\n")
                .contains("network-writes-per-action                0/800       1.33/s  throttled  "
                        + "closed until 2026-03-01T12:00:17Z\n        microsoft.network/loadbalancers/write\n")
                .contains("compute-vmss-vm-update-per-resource      8/9         0.05/s  documented\n        "
                        + INSTANCE.key());
    }

    @Test
    void jsonTellsTheSame() {
        ObjectNode json = BudgetJson.of(budget.state());

        assertThat(json.path("writeShare").asDouble()).isEqualTo(0.8);
        assertThat(json.path("buckets")).hasSize(5);
        assertThat(json.at("/buckets/0/limit").asText()).isEqualTo("arm-writes");
        assertThat(json.at("/buckets/0/left").asDouble()).isEqualTo(30);
        assertThat(json.at("/buckets/0/used/ServiceAdded").asInt()).isEqualTo(2);
        assertThat(json.at("/buckets/4/closedUntil").asText()).isEqualTo("2026-03-01T12:00:17Z");
    }

    @Test
    void healthNamesWhatIsClosedAndStaysUp() {
        Health health = HealthcheckMetrics.checked(check -> HealthChecks.budget(budget.state(), check)).health();

        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails()).containsEntry("waiting", 0)
                .containsEntry("usedUp", List.of())
                .containsEntry("closed", Map.of("network-writes-per-action of microsoft.network/loadbalancers/write in "
                        + "subscription sub", "until 2026-03-01T12:00:17Z"));
    }

    @Test
    void metricsTellLevelsClosingsAndWaits() {
        assertThat(registry.scrape()).contains("arm_budget_left{limit=\"arm-writes\",subscription_id=\"sub\"} 30.0")
                .contains("arm_budget_size{limit=\"arm-writes\",subscription_id=\"sub\"} 32.0")
                .contains("arm_budget_closed_seconds{limit=\"network-writes-per-action\",subscription_id=\"sub\"} 17.0")
                .contains("arm_budget_waiting{priority=\"background\"} 0.0");

        budget.gate().admit(new ArmExchange(ArmExchange.Kind.PUT, BALANCER, ADDED));
        assertThat(registry.scrape())
                .contains("arm_budget_wait_seconds_sum{priority=\"new_or_deleted\",result=\"sent\"} 17.0");
    }

    @Test
    void callsAreCountedByCauseAndResult() {
        ArmMetrics causes = new ArmMetrics(registry);
        ArmCall call = new ArmCall(ArmCall.Verb.PUT, BALANCER, "", ADDED);
        causes.ended(new Ended(call, Duration.ofSeconds(1), 1, Optional.empty()));
        causes.ended(new Ended(call, Duration.ofSeconds(1), 0, Optional.of(failure(ArmBudget.USED_UP, 0))));
        causes.ended(new Ended(call, Duration.ofSeconds(1), 1, Optional.of(failure("TooManyRequests", 429))));

        for (String result : new String[]{"ok", "kept_back", "throttled"}) {
            assertThat(registry.scrape()).contains("arm_calls_total{cause=\"ServiceAdded\",method=\"create_or_update\","
                    + "resource=\"LoadBalancer\",result=\"" + result + "\"} 1.0");
        }
    }

    private static ArmException failure(String code, int status) {
        return new ArmException(ArmException.Kind.THROTTLED, status, code, code, "", null, null);
    }
}
