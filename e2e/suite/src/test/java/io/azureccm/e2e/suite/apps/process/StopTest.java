package io.azureccm.e2e.suite.apps.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.apps.AppProcess;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * SIGTERM: whatever hangs, the process ends in less than ten seconds with exit code 0, and the next leader goes on. The apps
 * differ in their loops only: each of them is stopped while its reads hang.
 */
@Order(1)
class StopTest extends SimulatedCloudFixture {
    private static final Duration PROMISE = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int WAITING = 50;
    /** Of the public IPs that are written at a time, so many wait for a call at least. */
    private static final int SIDE_BY_SIDE = 20;

    @BeforeEach
    void prepare() throws Exception {
        cloud.addNodes();
    }

    @Test
    void standbyEndsWithoutDisturbingTheLeaderAndTheIdleLeaderReleasesItsLease() throws Exception {
        App app = App.SERVICE;
        try (AppProcess leader = start(app, "leader")) {
            leader.awaitLog("this instance leads: working");
            String holder = cloud.holder(app);
            try (AppProcess standby = start(app, "standby")) {
                standby.awaitLog("held by");
                assertEndsWell(standby);
            }
            assertThat(cloud.holder(app)).isEqualTo(holder).isNotEmpty();
            assertEndsWell(leader);
            assertThat(cloud.holder(app)).as(leader::log).isEmpty();
            assertThat(leader.log()).contains("released").contains("Stopped in");
        }
    }

    @Test
    void appEndsWhileItStarts() throws Exception {
        try (AppProcess running = start(App.ROUTE, "starting")) {
            // The first line comes when flags and config are read and Spring begins.
            RunningApp.await("a line", () -> !running.log().isEmpty(), running::log);
            assertEndsWell(running);
            assertThat(cloud.holder(App.ROUTE)).as(running::log).isEmpty();
        }
    }

    @Test
    void appEndsWhileKubernetesHangs() throws Exception {
        try (AppProcess running = start(App.NODE, "kubernetes")) {
            running.awaitLog("this instance leads: working");
            cloud.cluster().faults().hang();
            RunningApp.await("a request that hangs", () -> cloud.cluster().faults().hangingRequests() > 0,
                    running::log);
            assertEndsWell(running);
        }
    }

    /** The sign-in, which is the same in all apps. */
    @Test
    void appEndsWhileAzureHangsBeforeAnythingIsKnownOfIt() throws Exception {
        hang("*");
        try (AppProcess running = start(App.NODE, "azure")) {
            awaitHanging(running);
            assertEndsWell(running);
            assertThat(cloud.holder(App.NODE)).as(running::log).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void appEndsWhileReadsOfAzureHang(App app) throws Exception {
        hang("GET");
        cloud.addService("web");
        cloud.cluster()
                .apply("{apiVersion: v1, kind: Node, metadata: {name: new-one}, spec: {taints: [{key: "
                        + "node.cloudprovider.kubernetes.io/uninitialized, effect: NoSchedule}]}}");
        try (AppProcess running = start(app, "azure")) {
            awaitHanging(running);
            assertEndsWell(running);
            assertThat(cloud.holder(app)).as(running::log).isEmpty();
        }
    }

    @Test
    void writeThatTakesMinutesIsLeftToAzureAndTheStandbyGoesOnFromThere() throws Exception {
        int slow = cloud.azure()
                .faults()
                .add(Fault.on("PUT", "loadBalancers", new FaultAction.StuckOperation()).once());
        try (AppProcess leader = start(App.SERVICE, "leader")) {
            leader.awaitLog("this instance leads: working");
            cloud.addService("web");
            awaitHanging(leader);
            try (AppProcess standby = start(App.SERVICE, "standby")) {
                standby.awaitLog("held by");
                assertEndsWell(leader);
                assertThat(leader.log()).contains("they are left to Azure").contains("released");
                assertThat(cloud.addresses("web")).isEmpty();
                cloud.azure().faults().remove(slow);
                standby.awaitLog("this instance leads: working");
                assertThat(cloud.addresses("web")).isEmpty();
            }
        }
    }

    @Test
    void writeThatIsNotAnsweredIsAbandonedAndTheStandbyServesTheService() throws Exception {
        cloud.azure()
                .faults()
                .add(Fault.on("PUT", "loadBalancers", new FaultAction.Hang(LONG)).once());
        try (AppProcess leader = start(App.SERVICE, "leader")) {
            leader.awaitLog("this instance leads: working");
            cloud.addService("web");
            awaitHanging(leader);
            // The standby may lead before it is seen that the leader has ended: until then, it cannot serve the Service.
            int refused = cloud.azure()
                    .faults()
                    .add(Fault.on("PUT", "loadBalancers",
                            new FaultAction.Refuse(503, "ServiceUnavailable", "not yet")));
            try (AppProcess standby = start(App.SERVICE, "standby")) {
                standby.awaitLog("held by");
                assertEndsWell(leader);
                assertThat(cloud.addresses("web")).isEmpty();
                cloud.azure().faults().remove(refused);
                RunningApp.await("served", () -> cloud.addresses("web").size() == 1, standby::log);
            }
        }
    }

    /** What waits for its turn has not been sent: it is given up, and nothing of it may be written after the signal. */
    @Test
    void callsThatWaitForTheBudgetAreGivenUpAndNothingIsWrittenAfterwards() throws Exception {
        try (AppProcess running = start(App.SERVICE, "waiting", "--azureccm.budget.rate.network-writes=0.1",
                "--azureccm.budget.burst.network-writes=1", "--azureccm.budget.write-share=1",
                "--azureccm.budget.longest-wait=4m")) {
            running.awaitLog("this instance leads: working");
            IntStream.range(0, WAITING).forEach(i -> cloud.addService("web-" + i));
            RunningApp.await("calls that wait", () -> running.detail("budget", "waiting").asInt() >= SIDE_BY_SIDE,
                    () -> running.get("health"));
            long written = cloud.azure().calls().counters().writes();
            assertEndsWell(running);
            assertThat(cloud.holder(App.SERVICE)).as(running::log).isEmpty();
            assertThat(running.log()).contains("released").doesNotContain("left to Azure");
            // One may have its turn while the signal is on its way: the next one has it ten seconds later.
            assertThat((long) cloud.azure().calls().counters().writes()).isBetween(written, written + 1);
            assertThat(IntStream.range(0, WAITING).mapToObj(i -> cloud.addresses("web-" + i)))
                    .allMatch(List::isEmpty);
        }
    }

    private void hang(String verb) {
        cloud.azure().faults().add(Fault.on(verb, "*", new FaultAction.Hang(LONG)));
    }

    private void awaitHanging(AppProcess running) {
        RunningApp.await("a call that met the fault",
                () -> cloud.azure().faults().all().stream().anyMatch(fault -> fault.fired() > 0), running::log);
    }

    private void assertEndsWell(AppProcess running) {
        AppProcess.End end = running.terminate();
        assertThat(end.code()).as(running::log).isZero();
        assertThat(end.took()).as(running::log).isLessThan(PROMISE);
    }

    private AppProcess start(App app, String name, String... more) throws Exception {
        return AppProcess.start(app, cloud.flags(app, more), cloud.environment(),
                folder.resolve(name + ".log"));
    }
}
