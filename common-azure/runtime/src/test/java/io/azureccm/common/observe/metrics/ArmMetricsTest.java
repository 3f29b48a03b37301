package io.azureccm.common.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.resilience.ArmCall;
import io.azureccm.common.resilience.ArmCallListener.Ended;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dashboards made for the reference keep working: names, labels and buckets are its own. */
class ArmMetricsTest {
    private static final ArmId BALANCER = ArmId.of("sub", "RG", "Microsoft.Network/loadBalancers", "lb");
    private static final String LABELS = "method=\"create_or_update\",resource=\"LoadBalancer\",resource_group=\"rg\","
            + "subscription_id=\"sub\"";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ArmMetrics metrics = new ArmMetrics(registry);

    @Test
    void callsAreTimedUnderTheNamesOfTheReference() {
        metrics.ended(put(Optional.empty(), 1));
        assertThat(registry.scrape()).contains("arm_request_duration_seconds_count{" + LABELS + "} 1")
                .contains("arm_request_duration_seconds_bucket{" + LABELS + ",le=\"2.5\"} 1")
                .contains("arm_request_duration_seconds_bucket{" + LABELS + ",le=\"0.25\"} 0")
                .doesNotContain("arm_request_errors");
    }

    @Test
    void failuresThrottlingAndRetriesAreCounted() {
        metrics.ended(put(Optional.of(new ArmException(ArmException.Kind.THROTTLED, 429, "TooManyRequests", "wait", "",
                null, null)), 3));
        assertThat(registry.scrape()).contains("arm_request_throttle_counter_total{" + LABELS + "} 1.0")
                .contains("error_code=\"TooManyRequests\"")
                .contains("status_code=\"429\"")
                .contains("arm_request_retries_total{" + LABELS + "} 2.0")
                .contains("arm_request_rate_limit_counter_total{" + LABELS + "} 0.0");
    }

    @Test
    void whatArmSaysIsLeftIsAGauge() {
        metrics.exchanged("GET", BALANCER, 200, Duration.ofMillis(5), Map.of("subscription-reads", 77));
        metrics.exchanged("GET", BALANCER, 200, Duration.ofMillis(5), Map.of("subscription-reads", 76));
        assertThat(registry.scrape())
                .contains("arm_ratelimit_remaining{limit=\"subscription-reads\",subscription_id=\"sub\"} 76.0")
                .contains("arm_exchanges_total{resource=\"LoadBalancer\",status=\"200\",verb=\"GET\"} 2.0");
    }

    @ParameterizedTest
    @CsvSource({"Microsoft.Network/loadBalancers, LoadBalancer", "Microsoft.Network/publicIPAddresses, PublicIPAddress",
            "Microsoft.Network/networkSecurityGroups, SecurityGroup", "Microsoft.Network/routeTables, RouteTable",
            "Microsoft.Compute/virtualMachineScaleSets, VirtualMachineScaleSet",
            "Microsoft.Network/networkInterfaces, Interface"})
    void resourcesHaveTheNamesOfTheReference(String type, String name) {
        assertThat(ArmMetrics.resource(ArmId.of("s", "rg", type, "x"))).isEqualTo(name);
        assertThat(ArmMetrics.resource(ArmId.collection("s", "rg", type))).isEqualTo(name);
    }

    @Test
    void groupsAndChildrenHaveNamesToo() {
        assertThat(ArmMetrics.resource(ArmId.parse("/subscriptions/s/resourceGroups/rg"))).isEqualTo("ResourceGroup");
        assertThat(ArmMetrics.resource(ArmId.of("s", "rg", "Microsoft.Compute/virtualMachineScaleSets", "x")
                .child("virtualMachines", "0"))).isEqualTo("VirtualMachineScaleSetVM");
    }

    private static Ended put(Optional<ArmException> error, int tries) {
        return new Ended(new ArmCall(ArmCall.Verb.PUT, BALANCER, "", CallReason.UNSTATED), Duration.ofSeconds(2), tries,
                error);
    }
}
