package io.azureccm.e2e.suite.apps.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.suite.apps.AppProcess;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The apps beside a Go controller manager that renews its lease: what they write, what they say, and how they go on. */
@Execution(ExecutionMode.SAME_THREAD)
class HandOverTest extends SimulatedCloudFixture {
    private static final String GO = "cloud-controller-manager";
    /** What an instance may write that writes nothing: its own lease, and events about it. */
    private static final Set<String> OWN = Set.of("leases", "events", "tokenreviews", "subjectaccessreviews");
    private static final String[] QUICK = {"--leader-elect-lease-duration=3s", "--leader-elect-renew-deadline=2s",
            "--leader-elect-retry-period=500ms"};

    private GoControllerManager go;

    /** Its lease, renewed as client-go does. */
    private final class GoControllerManager implements AutoCloseable {
        private final AtomicBoolean running = new AtomicBoolean(true);
        private final AtomicInteger renewals = new AtomicInteger();
        private final String namespace;
        private final Thread thread;

        GoControllerManager(String namespace) {
            this.namespace = namespace;
            this.thread = Thread.ofVirtual().start(this::run);
        }

        private void run() {
            try {
                while (running.get()) {
                    hold(namespace, "go_1", 2);
                    renewals.incrementAndGet();
                    Thread.sleep(200);
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            running.set(false);
            try {
                thread.join();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @BeforeEach
    void prepare() throws Exception {
        cloud.addNode(0, ", podCIDR: 10.244.0.0/24, podCIDRs: [10.244.0.0/24]");
        cloud.addNode(1, ", podCIDR: 10.244.1.0/24, podCIDRs: [10.244.1.0/24],"
                + " taints: [{key: node.cloudprovider.kubernetes.io/uninitialized, effect: NoSchedule, value: 'true'}]");
        cloud.addService("web");
        go = new GoControllerManager("kube-system");
        RunningApp.await("renewed", () -> go.renewals.get() > 0, () -> "");
    }

    @AfterEach
    void stop() {
        go.close();
    }

    @ParameterizedTest
    @EnumSource
    void appPrintsItsPlanAndWritesNothingUntilTheOtherLeaseRestsAndThenGoesOnByItself(App app) throws Exception {
        try (RunningApp running = start(app)) {
            RunningApp.await("a plan that is not carried out", () -> planned(running),
                    () -> running.get("/plans?format=text").body() + running.get("/health").body());
            JsonNode leadership = running.component("leadership").path("details");
            assertThat(leadership.path("phase").asText()).isEqualTo("HOLDING");
            assertThat(leadership.path("holding").asText()).contains("kube-system/cloud-controller-manager", "go_1",
                    "--wait-for-leases");
            assertThat(leadership.path("otherLeases").path("kube-system/" + GO).asText()).isEqualTo("renewed by go_1");
            assertThat(running.get("/prometheus").body()).contains("controller_phase{phase=\"HOLDING\"} 1.0")
                    .contains("controller_other_lease_renewed{lease=\"kube-system/cloud-controller-manager\"} 1.0")
                    .contains("leader_election_master_status{name=\"" + app.leaseName() + "\"} 1.0");
            RunningApp.await("told", () -> reasons(app).contains("HandOverHeld"), () -> reasons(app).toString());
            int renewals = go.renewals.get();
            RunningApp.await("ten more renewals", () -> go.renewals.get() > renewals + 10, () -> "");
            assertNothingIsWritten();
            go.close();
            RunningApp.await("carried out", () -> carriedOut(app), () -> running.get("/plans?format=text").body());
            assertThat(running.component("leadership").path("details").path("phase").asText()).isEqualTo("LEADING");
            RunningApp.await("told", () -> reasons(app).contains("HandOverDone"), () -> reasons(app).toString());
        }
    }

    @ParameterizedTest
    @EnumSource
    void appWorksAtOnceWhenItIsToldThatTheOtherOneLeavesItsWorkAlone(App app) throws Exception {
        try (RunningApp running = start(app, "--wait-for-leases=")) {
            RunningApp.await("carried out", () -> carriedOut(app), () -> running.get("/plans?format=text").body());
            assertThat(reasons(app)).doesNotContain("HandOverHeld");
        }
    }

    @Test
    void leaseThatIsReleasedIsNotWaitedFor() throws Exception {
        try (RunningApp running = start(App.SERVICE)) {
            RunningApp.await("holding", () -> planned(running), () -> running.get("/health").body());
            go.close();
            hold("kube-system", "", 1);
            RunningApp.await("carried out", () -> carriedOut(App.SERVICE), () -> running.get("/health").body());
        }
    }

    @Test
    void leaseThatMayNotBeReadHoldsAndTheRightThatIsMissingIsNamed() throws Exception {
        go.close();
        cloud.cluster().delete("leases", "kube-system", GO);
        grant("nobody");
        try (RunningApp running = startAs("controller", App.SERVICE)) {
            RunningApp.await("holding", () -> planned(running), () -> running.get("/health").body());
            assertThat(running.component("leadership").path("details").path("holding").asText())
                    .contains("Grant get on leases cloud-controller-manager in namespace kube-system", "403");
            assertNothingIsWritten();
            grant(GO);
            RunningApp.await("carried out", () -> carriedOut(App.SERVICE), () -> running.get("/health").body());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--leader-elect-resource-namespace=default",
            "--leader-elect-resource-namespace=kube-system"})
    void managerIsFoundInAnyNamespace(String flag) throws Exception {
        go.close();
        cloud.cluster().delete("leases", "kube-system", GO);
        go = new GoControllerManager("default");
        try (RunningApp running = start(App.SERVICE, flag)) {
            RunningApp.await("holding", () -> planned(running), () -> running.get("/health").body());
            assertThat(running.component("leadership").path("details").path("holding").asText())
                    .contains("default/cloud-controller-manager", "go_1");
            assertNothingIsWritten();
            go.close();
            RunningApp.await("carried out", () -> carriedOut(App.SERVICE), () -> running.get("/health").body());
        }
    }

    @Test
    void anotherReleaseOfTheSameControllerIsWaitedFor() throws Exception {
        go.close();
        try (RunningApp first = start(App.SERVICE, "--wait-for-leases=");
                RunningApp second = start(App.SERVICE, "--leader-elect-resource-namespace=default")) {
            RunningApp.await("holding", () -> second.component("leadership")
                    .path("details")
                    .path("holding")
                    .asText()
                    .contains("kube-system/azure-service-controller"), () -> second.get("/health").body());
            first.context().close();
            RunningApp.await("leading", () -> second.component("leadership")
                    .path("details")
                    .path("phase")
                    .asText()
                    .equals("LEADING"), () -> second.get("/health").body());
        }
    }

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
        List<String> flags = cloud.flags(App.SERVICE, QUICK);
        try (AppProcess killed = AppProcess.start(App.SERVICE, flags, cloud.environment(), folder.resolve("1.log"))) {
            killed.awaitLog("planning without writing");
            killed.kill();
        }
        assertNothingIsWritten();
        try (AppProcess next = AppProcess.start(App.SERVICE, flags, cloud.environment(), folder.resolve("2.log"))) {
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

    private RunningApp start(App app, String... more) throws Exception {
        return RunningApp.start(app,
                cloud.flags(app, Stream.concat(Stream.of(QUICK), Stream.of(more)).toArray(String[]::new)),
                cloud.environment());
    }

    private RunningApp startAs(String account, App app) throws Exception {
        Path kubeconfig = Files.writeString(folder.resolve(account),
                cloud.cluster().kubeconfigOf("kube-system", account));
        return start(app, "--kubeconfig=" + kubeconfig);
    }

    /** Everything but leases, of which only its own and this one. */
    private void grant(String lease) {
        cloud.cluster()
                .apply("{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: r}, rules: ["
                        + "{apiGroups: ['', discovery.k8s.io, authentication.k8s.io, authorization.k8s.io],"
                        + " resources: ['*'], verbs: ['*']},"
                        + " {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [create]},"
                        + " {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [get, update],"
                        + " resourceNames: [azure-service-controller, " + lease + "]}]}");
        cloud.cluster()
                .apply("{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: b},"
                        + " roleRef: {kind: ClusterRole, name: r}, subjects: [{kind: ServiceAccount,"
                        + " namespace: kube-system, name: controller}]}");
    }

    private void hold(String namespace, String holder, int seconds) {
        String now = Instant.now().toString();
        cloud.cluster()
                .apply("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: " + GO
                        + ", namespace: " + namespace + "}, spec: {holderIdentity: '" + holder
                        + "', leaseDurationSeconds: "
                        + seconds + ", acquireTime: '" + now + "', renewTime: '" + now + "', leaseTransitions: 1}}");
    }

    private static boolean planned(RunningApp running) {
        return phase(running).equals("HOLDING") && running.get("/plans?format=text").body().contains("Plan #");
    }

    private static String phase(RunningApp running) {
        return running.component("leadership").path("details").path("phase").asText();
    }

    private boolean carriedOut(App app) {
        return switch (app) {
            case SERVICE -> cloud.addresses("web").size() == 1;
            case ROUTE -> cloud.azure()
                    .state()
                    .values()
                    .stream()
                    .anyMatch(each -> each.at("/properties/routes").size() == 2);
            case NODE -> cloud.cluster().get("nodes", "", "vmss-a000001").orElseThrow().at("/spec/taints").isEmpty();
        };
    }

    private Set<String> reasons(App app) {
        return cloud.cluster()
                .list("events", "")
                .stream()
                .filter(event -> event.at("/involvedObject/name").asText().equals(app.leaseName()))
                .map(event -> event.path("reason").asText())
                .collect(Collectors.toSet());
    }

    private void assertNothingIsWritten() {
        assertThat(cloud.azure().calls().counters().writes()).isZero();
        assertThat(cloud.cluster().requests().matching(HandOverTest::isForeignWrite)).isEmpty();
        assertThat(cloud.cluster().list("events", "")).allMatch(
                event -> event.at("/involvedObject/kind").asText().equals("Lease"));
    }

    private static boolean isForeignWrite(RequestLog.Entry request) {
        return request.isWrite() && !OWN.contains(request.resource());
    }
}
