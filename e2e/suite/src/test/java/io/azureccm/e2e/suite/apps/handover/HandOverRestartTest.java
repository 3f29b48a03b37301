package io.azureccm.e2e.suite.apps.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.apps.AppProcess;
import io.azureccm.e2e.suite.apps.RunningApp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Instances that start, stop or come back while a lease is handed over. */
@Execution(ExecutionMode.SAME_THREAD)
class HandOverRestartTest extends HandOverFixture {
    /** Of an instance that will not release it. */
    private static final String[] SHORT_LEASE = {"--leader-elect-lease-duration=3s", "--leader-elect-renew-deadline=2s",
            "--leader-elect-retry-period=500ms"};

    @Test
    void takeOverOfARightStateWritesNothing() throws Exception {
        go.close();
        try (RunningApp running = start(App.SERVICE)) {
            RunningApp.await("served", () -> carriedOut(App.SERVICE), () -> running.get("/health").body());
        }
        go = new GoControllerManager("kube-system");
        long writes = cloud.azure().calls().counters().writes();
        JsonNode service = cloud.cluster().get("services", "default", "web").orElseThrow();
        try (RunningApp running = start(App.SERVICE)) {
            RunningApp.await("holding",
                    () -> phase(running).equals("HOLDING") && reasons(App.SERVICE).contains("HandOverHeld"),
                    () -> reasons(App.SERVICE) + " " + running.get("/health").body());
            go.close();
            RunningApp.await("leading", () -> phase(running).equals("LEADING"), () -> running.get("/health").body());
            RunningApp.await("told that it goes on", () -> reasons(App.SERVICE).contains("HandOverDone"), () -> "");
            running.awaitReady();
        }
        assertThat(cloud.azure().calls().counters().writes()).isEqualTo(writes);
        assertThat(cloud.cluster().get("services", "default", "web").orElseThrow()).isEqualTo(service);
    }

    @Test
    void instanceThatIsKilledWhileItHoldsLeavesNothingAndTheNextOneHoldsToo() throws Exception {
        try (AppProcess killed = AppProcess.start(App.SERVICE, cloud.flags(App.SERVICE, SHORT_LEASE),
                cloud.environment(), folder.resolve("1.log"))) {
            killed.awaitLog("planning without writing");
            killed.kill();
        }
        assertNothingIsWritten();
        try (AppProcess next = AppProcess.start(App.SERVICE, cloud.flags(App.SERVICE, QUICK), cloud.environment(),
                folder.resolve("2.log"))) {
            next.awaitLog("planning without writing");
            assertNothingIsWritten();
            go.close();
            RunningApp.await("carried out", () -> carriedOut(App.SERVICE), next::log);
        }
    }

    @Test
    void programThatComesBackWhileTheLeaderWritesIsTold() throws Exception {
        go.close();
        cloud.cluster().delete("leases", "kube-system", GO);
        try (RunningApp running = start(App.SERVICE)) {
            RunningApp.await("served", () -> carriedOut(App.SERVICE), () -> running.get("/health").body());
            go = new GoControllerManager("kube-system");
            RunningApp.await("told", () -> reasons(App.SERVICE).contains("OtherProgramActive"),
                    () -> running.get("/health").body());
            assertThat(phase(running)).isEqualTo("LEADING");
        }
    }
}
