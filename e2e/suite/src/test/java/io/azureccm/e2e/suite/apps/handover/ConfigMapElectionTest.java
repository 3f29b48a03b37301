package io.azureccm.e2e.suite.apps.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.cluster.api.call.ApiFaults;
import io.azureccm.e2e.suite.apps.AppProcess;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import io.azureccm.e2e.suite.rights.ChartRights;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * {@code azureccm.leader-election.mode=configmap}: the election of Spring Cloud Kubernetes, with the rights that the charts give for
 * it. Pods are those of a Deployment in {@code kube-system}; there is no kubelet, so the tests say which of them are ready.
 */
@Order(1)
class ConfigMapElectionTest extends SimulatedCloudFixture {
    private static final String NAMESPACE = "kube-system";
    private static final String WORKING = "this instance leads: working";

    @BeforeEach
    void prepare() {
        cloud.addNodes();
    }

    /** The others are elected with the rights of their charts in the next tests. */
    @Test
    void oneInstanceLeadsAndTheOtherTakesOverWhenItEnds() throws Exception {
        App app = App.ROUTE;
        pod("one", true);
        pod("two", true);
        try (AppProcess first = start(app, "one")) {
            first.awaitLog(WORKING);
            try (AppProcess second = start(app, "two")) {
                awaitReady(second);
                RunningApp.await("aware of the leader",
                        () -> second.detail("leadership", "holder").asText().equals("one"), second::log);
                assertThat(second.detail("leadership", "leading").asBoolean()).isFalse();
                assertThat(holder(app)).isEqualTo("one");

                assertThat(first.terminate().code()).as(first::log).isZero();

                second.awaitLog(WORKING);
                assertThat(holder(app)).isEqualTo("two");
            }
        }
    }

    @Test
    void onlyTheLeaderWritesAndAKilledOneIsReplacedWhenItsPodIsNotReadyAnyMore() throws Exception {
        pod("one", true);
        pod("two", true);
        try (AppProcess first = start(App.SERVICE, "one")) {
            first.awaitLog(WORKING);
            try (AppProcess second = start(App.SERVICE, "two")) {
                awaitReady(second);
                cloud.addService("early");
                awaitAddress("early", first);
                assertThat(second.log()).doesNotContain("Plan #");

                first.kill();
                cloud.addService("late");
                // There is no expiry: what counts is the pod, which is ready until the kubelet says otherwise.
                int before = looks();
                RunningApp.await("further looks", () -> looks() > before + 3, second::log);
                assertThat(holder(App.SERVICE)).isEqualTo("one");
                assertThat(cloud.addresses("late")).isEmpty();
                isReady("one", false);

                awaitAddress("late", second);
                assertThat(holder(App.SERVICE)).isEqualTo("two");
            }
        }
    }

    @Test
    void instanceWhosePodIsNotReadySaysSoAndLeadsAsSoonAsItIs() throws Exception {
        pod("one", false);
        try (AppProcess running = start(App.NODE, "one")) {
            running.awaitLog("No leadership: pod kube-system/one is not ready");
            awaitReady(running);
            isReady("one", true);
            running.awaitLog(WORKING);
            isReady("one", false);
            RunningApp.await("without leadership", () -> holder(App.NODE).isEmpty()
                    && !running.detail("leadership", "leading").asBoolean(), running::log);
        }
    }

    @Test
    void instanceOutsideOfTheClusterSaysWhyItCannotBeElected() throws Exception {
        try (AppProcess running = start(App.NODE, "laptop")) {
            running.awaitLog("No leadership: pod kube-system/laptop does not exist, and only a pod can be elected with"
                    + " azureccm.leader-election.mode=configmap: set the environment variable HOSTNAME");
            RunningApp.await("the cause in its health",
                    () -> running.get("health").contains("pod kube-system/laptop does not exist"), running::log);
            assertThat(running.detail("leadership", "leading").asBoolean()).isFalse();
        }
    }

    @Test
    void instanceThatStartsWhileTheKubernetesApiRefusesEverythingIsElectedAfterwards() throws Exception {
        pod("one", true);
        cloud.cluster()
                .faults()
                .add(ApiFaults.Target.ANY,
                        new ApiFaults.Effect.Refuse(503, "ServiceUnavailable", "etcd is away", Duration.ZERO), -1);
        try (AppProcess running = start(App.NODE, "one")) {
            running.awaitLog("No leadership: Kubernetes API");
            cloud.cluster().faults().clear();
            running.awaitLog(WORKING);
        }
    }

    private AppProcess start(App app, String pod) throws Exception {
        String kubeconfig = ChartRights.grant(cloud.cluster(), app.title() + "-with-config-map");
        Map<String, String> environment = new HashMap<>(cloud.environment());
        environment.put("HOSTNAME", pod);
        environment.put("AZURECCM_LEADERELECTION_MODE", "configmap");
        List<String> flags = Stream.concat(cloud.flags(app).stream(),
                Stream.of("--kubeconfig=" + Files.writeString(folder.resolve("restricted-" + pod), kubeconfig),
                        "--leader-elect-resource-name=" + app.leaseName(), "--leader-elect-retry-period=1s"))
                .toList();
        return AppProcess.start(app, flags, environment, folder.resolve(pod + ".log"));
    }

    private void pod(String name, boolean ready) throws Exception {
        cloud.cluster()
                .apply("{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", namespace: " + NAMESPACE
                        + "}, spec: {containers: [{name: controller, image: controller}]}}");
        isReady(name, ready);
    }

    private void isReady(String pod, boolean ready) throws Exception {
        cloud.cluster()
                .patchStatus("pods", NAMESPACE, pod, new ObjectMapper().readTree(
                        "{\"conditions\": [{\"type\": \"Ready\", \"status\": \"" + (ready ? "True" : "False")
                                + "\"}]}"));
    }

    private int looks() {
        return cloud.cluster()
                .requests()
                .matching(request -> request.verb().equals("get") && request.resource().equals("configmaps"))
                .size();
    }

    private String holder(App app) {
        return cloud.cluster()
                .get("configmaps", NAMESPACE, app.leaseName())
                .map(map -> map.path("data").path("leader.id." + app.leaseName()).asText())
                .orElse("");
    }

    private void awaitReady(AppProcess running) {
        RunningApp.await("ready", () -> running.get("health/readiness").contains("\"status\":\"UP\"")
                && !running.get("health/readiness").contains("DOWN"), running::log);
    }

    private void awaitAddress(String service, AppProcess writer) {
        RunningApp.await("an address of " + service, () -> cloud.addresses(service).size() == 1, writer::log);
    }
}
