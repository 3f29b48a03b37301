package io.azureccm.e2e.suite.apps.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What people set below {@code resilience4j} changes how a running app calls Azure, and its actuator and metrics show it. */
class ResilienceInstancesTest extends SimulatedCloudFixture {
    private static final String BREAKER = "--resilience4j.circuitbreaker.instances.publicipaddresses-writes.";

    @Test
    void breakerOpensWhenItsInstanceSaysSoAndIsSeenToBeOpen() throws Exception {
        cloud.addNodes();
        cloud.azure()
                .faults()
                .add(Fault.on("PUT", "publicIPAddresses", new FaultAction.Refuse(503, "ServiceUnavailable", "no")));
        IntStream.range(0, 6).forEach(i -> cloud.addService("web" + i));
        try (RunningApp running = start(BREAKER + "sliding-window-size=3", BREAKER + "minimum-number-of-calls=3",
                BREAKER + "wait-duration-in-open-state=30m", BREAKER + "register-health-indicator=true",
                BREAKER + "event-consumer-buffer-size=2", "--management.health.circuitbreakers.enabled=true",
                "--resilience4j.bulkhead.instances.writes.max-concurrent-calls=1",
                "--resilience4j.circuitbreaker.instances.publicipaddress-writes.sliding-window-size=2",
                "--resilience4j.ratelimiter.instances.loadbalancers-writes.limit-for-period=7")) {
            RunningApp.await("open",
                    () -> running.get("/prometheus")
                            .body()
                            .contains(
                                    "resilience4j_circuitbreaker_state{name=\"publicipaddresses-writes\",state=\"open\"} 1.0"),
                    () -> running.get("/prometheus").body());

            assertThat(running.get("/circuitbreakers").body()).contains("\"publicipaddresses-writes\":{")
                    .contains("\"state\":\"OPEN\"", "\"bufferedCalls\":3", "\"failedCalls\":3",
                            "\"failureRate\":\"100.0%\"")
                    .doesNotContain("publicipaddress-writes", "virtualmachines-writes");
            assertThat(running.component("breakers").path("details").path("suspended")).hasToString(
                    "[\"publicipaddresses-writes\"]");
            assertThat(running.component("circuitBreakers").path("details").path("publicipaddresses-writes").toString())
                    .contains("\"state\":\"OPEN\"");
            assertThat(running.get("/circuitbreakerevents/publicipaddresses-writes").body().split("creationTime"))
                    .as("two events")
                    .hasSize(3);
            assertThat(running.get("/prometheus").body())
                    .contains("resilience4j_bulkhead_max_allowed_concurrent_calls{name=\"writes\"} 1.0",
                            "resilience4j_bulkhead_max_allowed_concurrent_calls{name=\"reads\"} 32.0",
                            "resilience4j_retry_calls_total{kind=\"successful_without_retry\",name=\"list\"}",
                            "resilience4j_timelimiter_calls_total{kind=\"successful\",name=\"get\"}")
                    .doesNotContain("publicipaddress-writes");
            assertThat(cloud.azure()
                    .calls()
                    .writes()
                    .stream()
                    .filter(call -> call.toString().contains("publicIPAddresses"))).hasSize(3);
            assertThat(running.get("/cloudconfig").body())
                    .contains("resilience4j.circuitbreaker.instances.publicipaddresses-writes.sliding-window-size");
        }
    }

    @Test
    void rateLimiterHoldsCallsBackAndItsEventsAreShown() throws Exception {
        String limiter = "--resilience4j.ratelimiter.instances.publicipaddresses-writes.";
        cloud.addNodes();
        IntStream.range(0, 3).forEach(i -> cloud.addService("web" + i));
        // In such a period the machine comes to more than one of the writes, however busy it is.
        try (RunningApp running = start(limiter + "limit-for-period=1", limiter + "limit-refresh-period=5s",
                limiter + "subscribe-for-events=true")) {
            RunningApp.await("served", () -> IntStream.range(0, 3)
                    .allMatch(i -> cloud.addresses("web" + i).size() == 1), () -> running.get("/health").body());
            assertThat(running.get("/ratelimiterevents").body()).contains("\"publicipaddresses-writes\"",
                    "SUCCESSFUL_ACQUIRE", "FAILED_ACQUIRE");
            assertThat(running.get("/prometheus").body())
                    .contains("resilience4j_ratelimiter_available_permissions{name=\"publicipaddresses-writes\"}");
        }
    }

    @Test
    void withoutSettingsTheSameCallsStayBelowTheThreshold() throws Exception {
        cloud.addNodes();
        cloud.azure()
                .faults()
                .add(Fault.on("PUT", "publicIPAddresses", new FaultAction.Refuse(503, "ServiceUnavailable", "no"))
                        .times(4));
        IntStream.range(0, 4).forEach(i -> cloud.addService("web" + i));
        try (RunningApp running = start()) {
            RunningApp.await("served", () -> cloud.addresses("web3").size() == 1,
                    () -> running.get("/health").body());
            assertThat(running.get("/circuitbreakers").body()).contains("publicipaddresses-writes")
                    .doesNotContain("OPEN");
            assertThat(running.component("circuitBreakers").isMissingNode()).isTrue();
            assertThat(running.get("/ratelimiters").body()).isEqualTo("{\"rateLimiters\":[]}");
        }
    }

    private RunningApp start(String... settings) throws Exception {
        List<String> flags = new ArrayList<>(cloud.flags("--leader-elect=false"));
        flags.addAll(List.of(settings));
        return RunningApp.start(App.SERVICE, flags, cloud.environment());
    }
}
