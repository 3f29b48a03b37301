package io.azureccm.e2e.suite.apps.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.apps.RunningApp;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The apps beside a Go controller manager that renews its lease: what they write, what they say, and how they go on. */
@Execution(ExecutionMode.SAME_THREAD)
class HandOverTest extends HandOverFixture {
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

    private static boolean planned(RunningApp running) {
        return phase(running).equals("HOLDING") && running.get("/plans?format=text").body().contains("Plan #");
    }
}
