package io.azureccm.e2e.suite.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The apps as users start them: health, leadership, dry run, a Service from end to end. */
@Execution(ExecutionMode.SAME_THREAD)
class AppsTest extends SimulatedCloudFixture {

    @BeforeEach
    void prepare() throws Exception {
        cloud.addNodes();
    }

    @ParameterizedTest
    @EnumSource
    void everyAppBecomesReadyLeadsByItsOwnLeaseAndReleasesItAtTheEnd(App app) throws Exception {
        try (RunningApp running = RunningApp.start(app, cloud.flags(app, SimulatedCloud.LONG_LEASE),
                cloud.environment())) {
            running.awaitReady();
            RunningApp.await("leading", running::leads, () -> running.get("/health").body());
            assertThat(cloud.holder(app)).isNotEmpty();
            assertThat(running.get("/health/liveness").statusCode()).isEqualTo(200);
            assertThat(running.component("kubernetes").path("details").path("nodes").path("objects").asInt())
                    .isEqualTo(3);
            RunningApp.await("measured as the leader, and a call with it", () -> {
                String metrics = running.get("/prometheus").body();
                return metrics.contains("leader_election_master_status{name=\"" + app.leaseName() + "\"} 1.0")
                        && metrics.contains("arm_request_duration_seconds_count{");
            }, () -> running.get("/prometheus").body());
            assertThat(running.get("/info").body()).contains("(redacted)").doesNotContain("s3cret");
        }
        RunningApp.await("released", () -> cloud.holder(app).isEmpty(), () -> cloud.holder(app));
        assertThat(cloud.azure().calls().counters().writes()).isZero();
    }

    @Test
    void serviceGetsItsAddressAndThePlanIsShown() throws Exception {
        try (RunningApp running = RunningApp.start(App.SERVICE, cloud.flags(App.SERVICE, "--leader-elect=false"),
                cloud.environment())) {
            cloud.addService("web");
            RunningApp.await("served", () -> cloud.addresses("web").size() == 1,
                    () -> running.get("/plans?format=text").body() + running.get("/health").body());
            assertThat(running.leads()).isTrue();
            assertThat(running.get("/plans").body()).contains("\"verb\":\"PUT\"").contains("default/web");
            assertThat(running.get("/plans/1?format=text").body()).contains("loadBalancers/kubernetes")
                    .contains("Applied");
            assertThat(running.get("/plans/999").statusCode()).isEqualTo(404);
            assertThat(running.get("/prometheus").body()).contains("controller_plan_duration_seconds_count")
                    .contains("service_controller_nodesync_latency_seconds_count")
                    .contains("resource=\"LoadBalancer\"");
        }
    }

    @Test
    void dryRunPlansAndWritesNothingAnywhere() throws Exception {
        cloud.addService("web");
        long version = cloud.cluster().resourceVersion();
        try (RunningApp running = RunningApp.start(App.SERVICE, cloud.flags(App.SERVICE, "--dry-run"),
                cloud.environment())) {
            RunningApp.await("planned", () -> running.get("/plans").body().contains("default/web"),
                    () -> running.get("/health").body());
            RunningApp.await("not carried out",
                    () -> running.get("/plans?format=text").body().contains("NotAttempted DRY_RUN"),
                    () -> running.get("/plans?format=text").body());
            running.awaitReady();
            assertThat(running.leads()).isFalse();
            assertThat(running.component("leadership").path("details").path("phase").asText()).isEqualTo("DRY_RUN");
            assertThat(running.get("/info").body()).contains("\"leadership\":\"nobody leads: --dry-run\"");
            assertThat(running.get("/prometheus").body())
                    .contains("leader_election_master_status{name=\"azure-service-controller\"} 0.0")
                    .contains("controller_phase{phase=\"DRY_RUN\"} 1.0")
                    .contains("controller_phase{phase=\"LEADING\"} 0.0");
        }
        assertThat(cloud.azure().calls().counters().writes()).isZero();
        assertThat(cloud.cluster().resourceVersion()).isEqualTo(version);
    }

    @Test
    void standbyIsReadyAndTakesOverWhenTheLeaderStops() throws Exception {
        List<String> flags = cloud.flags(App.SERVICE, SimulatedCloud.LONG_LEASE);
        try (RunningApp first = RunningApp.start(App.SERVICE, flags, cloud.environment())) {
            RunningApp.await("leading", first::leads, () -> first.get("/health").body());
            try (RunningApp second = RunningApp.start(App.SERVICE, flags, cloud.environment())) {
                second.awaitReady();
                assertThat(second.leads()).isFalse();
                assertThat(second.component("leadership").path("details").path("phase").asText()).isEqualTo("STANDBY");
                first.context().close();
                RunningApp.await("leading", second::leads, () -> second.get("/health").body());
                cloud.addService("web");
                RunningApp.await("served", () -> cloud.addresses("web").size() == 1,
                        () -> second.get("/plans?format=text").body());
            }
        }
    }
}
