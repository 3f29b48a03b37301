package io.azureccm.e2e.suite.apps.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.boot.command.Commands;
import io.azureccm.common.boot.doctor.Doctor;
import io.azureccm.common.boot.doctor.DoctorCommand;
import io.azureccm.common.boot.doctor.DoctorReport;
import io.azureccm.common.boot.doctor.Finding;
import io.azureccm.common.boot.doctor.Finding.Result;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.routing.Permissions.Grant;
import io.azureccm.e2e.suite.apps.AppProcess;
import io.azureccm.e2e.suite.apps.RunningApp;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the doctor finds in the cluster, and what its command prints and returns. */
class DoctorCommandTest extends DoctorFixture {
    @Test
    void leaseOfTheGoControllerManagerThatIsRenewedIsAWarning() throws Exception {
        Thread go = Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    hold("go_1", 60);
                    Thread.sleep(200);
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            RunningApp.await("held", () -> cloud.cluster()
                    .get("leases", "kube-system", "cloud-controller-manager")
                    .isPresent(), () -> "");
            Finding found = one(ask(App.SERVICE, Map.of()), "second-writer");
            assertThat(found.result()).isEqualTo(Result.WARNING);
            assertThat(found.line()).contains("renewed by go_1", "would plan but not write");
            assertThat(found.remedy()).contains("-service");
        } finally {
            go.interrupt();
            go.join();
        }
        // Until now it counted as renewed however late a renewal came; nobody has to wait long for the end of the last one.
        hold("go_1", 2);
        Finding rests = one(ask(App.SERVICE, Map.of(), "--leader-elect-lease-duration=2s",
                "--leader-elect-renew-deadline=1s", "--leader-elect-retry-period=500ms"), "second-writer");
        assertThat(rests.result()).isEqualTo(Result.OK);
        assertThat(rests.line()).contains("expired");
    }

    @Test
    void nodeWithoutProviderIdAndTaintIsAFailure() throws Exception {
        cloud.cluster().apply("{apiVersion: v1, kind: Node, metadata: {name: odd}}");
        failure(ask(App.NODE, Map.of()), "nodes", "--cloud-provider=external: odd", "kubectl taint nodes odd");
    }

    @Test
    void replicasAreComparedWithTheMachinesOfTheControlPlane() throws Exception {
        deployment(5);
        Finding many = one(ask(App.NODE, Map.of()), "replicas");
        assertThat(many.result()).isEqualTo(Result.WARNING);
        assertThat(many.line()).isEqualTo("5 replicas on 3 control plane nodes: not every replica finds a node");
        assertThat(many.remedy())
                .isEqualTo("kubectl -n kube-system scale deployment azure-node-controller --replicas=2");
        deployment(2);
        assertThat(one(ask(App.NODE, Map.of()), "replicas").result()).isEqualTo(Result.OK);
        deployment(1);
        assertThat(one(ask(App.NODE, Map.of()), "replicas").line()).contains("no standby");
    }

    @Test
    void clusterThatDoesNotAnswerIsAFailure() throws Exception {
        List<String> flags = new ArrayList<>(cloud.flags(App.NODE));
        flags.add("--master=http://127.0.0.1:1");
        DoctorReport report = new Doctor(App.NODE, cloud.environment(), clock).run(flags);
        failure(report, "kubernetes", "connection refused", "kubectl cluster-info");
    }

    @Test
    void commandOfAnAppPrintsWhatItFindsAndEndsWithItsCode() throws Exception {
        List<String> command = new ArrayList<>(List.of("doctor", "--cloud-config=" + cloud.config(cloud.azure().url()),
                "--kubeconfig=" + cloud.kubeconfig()));
        try (AppProcess well = AppProcess.start(App.SERVICE, command, cloud.environment(), folder.resolve("well"))) {
            assertThat(well.awaitEnd().code()).as(well.log()).isZero();
            // The log of the command is in the same file.
            assertThat(well.log().lines().filter(line -> !line.startsWith("WARN")))
                    .allMatch(line -> line.matches("(ok|checks:) .*"));
        }
        cloud.cluster().apply("{apiVersion: v1, kind: Node, metadata: {name: odd}}");
        cloud.azure()
                .permissions()
                .set(List.of(new Grant(List.of("*"), List.of("Microsoft.Network/privateLinkServices/*"))));
        try (AppProcess bad = AppProcess.start(App.SERVICE, command, cloud.environment(), folder.resolve("bad"))) {
            assertThat(bad.awaitEnd().code()).as(bad.log()).isEqualTo(1);
            assertThat(bad.log()).contains("failure  nodes", "warning  rights", "         -> ");
        }
        assertThat(cloud.azure().calls().counters().writes()).isZero();
    }

    @Test
    void rightsOfTheHookOfTheChartAreEnough() throws Exception {
        deployment("service-controller", 2);
        String account = "azure-service-controller-doctor";
        ChartManifest.of("service-controller-with-doctor")
                .objects()
                .stream()
                .filter(object -> object.path("apiVersion").asText().startsWith("rbac.")
                        && object.at("/metadata/name").asText().equals(account))
                .forEach(object -> cloud.cluster().apply((ObjectNode) object));
        List<String> flags = new ArrayList<>(cloud.flags(App.SERVICE));
        flags.removeIf(flag -> flag.contains("server."));
        Files.writeString(folder.resolve("kubeconfig"), cloud.cluster().kubeconfigOf("kube-system", "nobody"));
        failure(new Doctor(App.SERVICE, cloud.environment(), clock).run(flags), "second-writer", "is unreadable", "");
        Files.writeString(folder.resolve("kubeconfig"), cloud.cluster().kubeconfigOf("kube-system", account));
        DoctorReport report = new Doctor(App.SERVICE, cloud.environment(), clock).run(flags);
        assertThat(report.findings()).as(report.lines().toString()).allMatch(each -> each.result() == Result.OK);
        assertThat(report.lines()).anyMatch(line -> line.contains("2 replicas on 3 control plane nodes"));
    }

    @ParameterizedTest
    @CsvSource({"'', 2", "--fail-on=warning, 2", "--fail-on=failure, 0", "--fail-on=never, 1"})
    void warningsEndWithTheirCodeUnlessFailuresAloneCount(String flag, int code) throws Exception {
        cloud.azure()
                .permissions()
                .set(List.of(new Grant(List.of("*"), List.of("Microsoft.Network/privateLinkServices/*"))));
        assertThat(command(flag)).isEqualTo(code);
    }

    @Test
    void failuresEndWithTheirCodeWhateverCounts() throws Exception {
        cloud.cluster().apply("{apiVersion: v1, kind: Node, metadata: {name: odd}}");
        assertThat(command("--fail-on=failure")).isEqualTo(1);
    }

    private int command(String flag) throws Exception {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        List<String> args = Stream.of("doctor", "--cloud-config=" + cloud.config(cloud.azure().url()),
                "--kubeconfig=" + cloud.kubeconfig(), flag).filter(each -> !each.isEmpty()).toList();
        return Commands.of(App.SERVICE, new DoctorCommand())
                .run(args, cloud.environment(), nowhere, nowhere)
                .orElseThrow();
    }

    @Test
    void flagThatIsWrongIsAFailureAndNothingIsAsked() {
        DoctorReport report = new Doctor(App.NODE, Map.of(), clock).run(List.of());
        failure(report, "config", "--cloud-config", "correct the cloud config");
        assertThat(cloud.azure().calls().counters().reads()).isZero();
    }

    private void hold(String holder, int seconds) {
        String now = Instant.now().toString();
        cloud.cluster()
                .apply("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: cloud-controller-manager,"
                        + " namespace: kube-system}, spec: {holderIdentity: " + holder
                        + ", leaseDurationSeconds: " + seconds + ", renewTime: '" + now + "'}}");
    }

    private void deployment(int replicas) {
        deployment("node-controller", replicas);
    }

    private void deployment(String app, int replicas) {
        cloud.cluster()
                .apply("{apiVersion: apps/v1, kind: Deployment, metadata: {name: azure-" + app
                        + ", namespace: kube-system, labels: {app.kubernetes.io/name: " + app + "}}, spec: {replicas: "
                        + replicas + ", selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {"
                        + "nodeSelector: {node-role.kubernetes.io/control-plane: ''}, containers: [{name: c,"
                        + " image: c}]}}}}");
    }
}
