package io.azureccm.e2e.suite.apps.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What a collector gets of the apps: all they do is in a span, and what belongs to it is below it. */
@Order(1)
class TracedAppsTest extends SimulatedCloudFixture {
    private SpanCollector collector;

    @BeforeEach
    void prepare() throws Exception {
        collector = SpanCollector.start();
    }

    @AfterEach
    void stop() {
        collector.close();
    }

    @Test
    void theLookForOrphansIsASpanWithTheCallsThatItMakes() throws Exception {
        try (RunningApp running = start(App.SERVICE, "--azureccm.orphans.interval=100ms")) {
            RunningApp.await("a look in a span with calls below it", () -> looks().anyMatch(this::hasCalls),
                    () -> running.get("/health").body() + collector.spans());
        }
        JsonNode look = looks().filter(this::hasCalls).findFirst().orElseThrow();
        assertThat(SpanCollector.tag(look, "what")).isEqualTo("everything that may have been left behind");
        assertThat(collector.below(look)).allSatisfy(
                call -> assertThat(SpanCollector.tag(call, "cause")).isEqualTo("OrphanAudit"));
    }

    /** A read, as any other, but for this. */
    private Stream<JsonNode> looks() {
        return collector.named("read").stream().filter(span -> SpanCollector.tag(span, "cause").equals("OrphanAudit"));
    }

    /** Mostly from what was read for plans. */
    @Test
    void theLookForRoutesThatNobodyWantsIsASpan() throws Exception {
        cloud.addNode(0, ", podCIDR: 10.244.1.0/24, podCIDRs: [10.244.1.0/24]");
        try (RunningApp running = start(App.ROUTE, "--azureccm.orphans.interval=100ms")) {
            RunningApp.await("a look in a span", () -> !collector.named("orphan audit").isEmpty(),
                    () -> running.get("/health").body() + collector.spans());
        }
        assertThat(SpanCollector.tag(collector.named("orphan audit").getFirst(), "orphans")).isEqualTo("0");
    }

    @Test
    void theWriteOfPodCidrsIsASpan() throws Exception {
        cloud.addNode(0, "");
        Predicate<JsonNode> given = span -> SpanCollector.tag(span, "scope").equals("pod-cidrs");
        try (RunningApp running = start(App.NODE, "--allocate-node-cidrs=true")) {
            RunningApp.await("a write", () -> collector.named("write node").stream().anyMatch(given),
                    () -> running.get("/health").body() + collector.spans());
        }
        JsonNode write = collector.named("write node").stream().filter(given).findFirst().orElseThrow();
        assertThat(SpanCollector.tag(write, "cause")).isEqualTo("PodCidrs");
        assertThat(SpanCollector.tag(write, "outcome")).isEqualTo("WRITTEN");
    }

    @Test
    void histogramsHaveSpansAsExemplarsAndAreNativeForAPrometheusThatAsksForThem() throws Exception {
        cloud.addNode(0, "");
        try (RunningApp running = start(App.SERVICE)) {
            cloud.addService("web");
            RunningApp.await("a call with its span",
                    () -> scraped(running, "application/openmetrics-text; version=1.0.0").lines()
                            .anyMatch(line -> line.startsWith("arm_request_duration_seconds_bucket")
                                    && line.contains("trace_id=") && line.contains("span_id=")),
                    () -> running.get("/prometheus").body());
            assertThat(scraped(running, "text/plain")).contains("arm_request_duration_seconds_bucket{")
                    .doesNotContain("trace_id=");
            assertThat(scraped(running, "application/vnd.google.protobuf; "
                    + "proto=io.prometheus.client.MetricFamily; encoding=delimited"))
                    .contains("arm_request_duration_seconds")
                    .doesNotContain("# HELP");
        }
    }

    private static String scraped(RunningApp running, String type) {
        return running.get("/prometheus", "Accept", type).body();
    }

    private boolean hasCalls(JsonNode span) {
        return collector.below(span).stream().anyMatch(call -> call.path("kind").asText().equals("CLIENT"));
    }

    private RunningApp start(App app, String... more) throws Exception {
        List<String> flags = new ArrayList<>(cloud.flags("--leader-elect=false",
                "--cluster-cidr=10.244.0.0/16", "--azureccm.tracing.enabled=true", "--azureccm.tracing.sampling=1",
                "--azureccm.tracing.endpoint=" + collector.endpoint()));
        flags.addAll(List.of(more));
        return RunningApp.start(app, flags, cloud.environment());
    }
}
