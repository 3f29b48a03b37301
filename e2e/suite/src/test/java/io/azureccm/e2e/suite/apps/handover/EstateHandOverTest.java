package io.azureccm.e2e.suite.apps.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.cluster.ClusterOptions;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.conformance.ReferenceEstate;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import io.azureccm.e2e.suite.harness.controller.CommandRun;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.service.ServiceControllerApplication;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The hand-over of a cluster of many kinds of Services: what is in Azure is the union of what the conformance cases say the reference left
 * (recorded, or worked out from what is documented of it), and no controller of ours has touched it before.
 */
@Execution(ExecutionMode.SAME_THREAD)
class EstateHandOverTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** There from the start; what it counts are plans, also those without writes. */
    private static final Pattern PLANNED = Pattern.compile("controller_plan_operations_count [1-9]");
    private static final String IDLE = "service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout";

    @TempDir
    Path folder;

    @Test
    void shadowPassesPlanIsEmptyAndTheTakeOverWritesNothingUntilOneAnnotationIsSpoilt() throws Exception {
        ReferenceEstate estate = ReferenceEstate.whole();
        try (SimulatedAzure azure = new SimulatedAzure(AzureSimulator.start(), folder);
                ClusterSimulator cluster = ClusterSimulator.start(ClusterOptions.defaults())) {
            int services = settle(estate, azure, cluster);
            assertThat(services).as(estate.names().toString()).isGreaterThanOrEqualTo(40);
            assertThat(estate.recorded()).as(estate.names().toString()).isGreaterThanOrEqualTo(15);
            Launch launch = new Launch(config(estate, azure), cluster.writeKubeconfig(folder.resolve("kubeconfig")),
                    List.of(), azure.environment());
            List<String> flags = List.of("--cloud-config=" + launch.cloudConfig(),
                    "--kubeconfig=" + launch.kubeconfig(),
                    "--server.port=0", "--server.address=127.0.0.1");

            CommandRun plan = plan(launch);
            assertThat(plan.code()).as(plan.out() + plan.err()).isZero();
            assertThat(plan.lastLine()).isEqualTo(services + " Services: " + services
                    + " unchanged, 0 changed, 0 refused; no address changes; 0 writes");
            try (RunningShadow shadow = RunningShadow.start(App.SERVICE, flags, azure.environment())) {
                shadow.awaitVerdict("PASS");
                assertThat(shadow.report().at("/counts/compared").asInt()).isEqualTo(services);
                assertThat(shadow.text()).startsWith("PASS: " + services + " Services, " + services + " compared");
                takeOver(flags, azure, cluster);
                assertThat(shadow.verdict()).isEqualTo("PASS");

                spoil(cluster, "basic-tcp-web");
                shadow.awaitVerdict("FAIL");
                assertThat(shadow.report().path("unexplained")).isNotEmpty()
                        .allMatch(each -> each.path("subjects").toString().equals("[\"default/basic-tcp-web\"]"));
                assertThat(shadow.text()).contains("idleTimeoutInMinutes 4 -> 17");
            }
            CommandRun spoilt = plan(launch);
            assertThat(spoilt.code()).as(spoilt.out() + spoilt.err()).isEqualTo(2);
            assertThat(spoilt.out()).contains("ServiceChanged default/basic-tcp-web");
            assertThat(spoilt.lastLine())
                    .startsWith(services + " Services: " + (services - 1) + " unchanged, 1 changed");
            assertThat(azure.calls().writes()).isZero();
        }
    }

    private static void takeOver(List<String> flags, SimulatedAzure azure, ClusterSimulator cluster) {
        try (RunningApp leader = RunningApp.start(App.SERVICE, flags, azure.environment())) {
            leader.awaitReady();
            RunningApp.await("leading", leader::leads, () -> leader.get("/health").body());
            RunningApp.await("planned",
                    () -> PLANNED.matcher(leader.get("/prometheus").body()).find(),
                    () -> leader.get("/plans?format=text").body());
            assertThat(leader.get("/plans?format=text").body())
                    .isEqualTo("No plan with writes has been made.\n");
        }
        assertThat(azure.calls().writes()).as(azure.callLog()).isZero();
        assertThat(cluster.requests()
                .matching(request -> request.isWrite()
                        && List.of("services", "nodes").contains(request.resource())))
                .isEmpty();
    }

    private static CommandRun plan(Launch launch) {
        return CommandRun.of(ServiceControllerApplication.commands(), launch, "plan");
    }

    /** How many Services there are. */
    private static int settle(ReferenceEstate estate, SimulatedAzure azure, ClusterSimulator cluster) {
        estate.nodes().forEach(cluster::apply);
        Map<String, String> uids = new TreeMap<>();
        estate.services()
                .forEach(each -> uids.put(each.at("/metadata/name").asText(),
                        cluster.apply(each).at("/metadata/uid").asText()));
        azure.seed(estate.azure(uids));
        estate.statuses(uids).forEach((name, status) -> cluster.patchStatus("services", "default", name, status));
        return uids.size();
    }

    private Path config(ReferenceEstate estate, SimulatedAzure azure) throws Exception {
        ObjectNode config = estate.cloudConfig();
        config.setAll(azure.access());
        return Files.writeString(folder.resolve("azure.json"), JSON.writeValueAsString(config));
    }

    private static void spoil(ClusterSimulator cluster, String service) {
        JsonNode patch = JSON.createObjectNode()
                .set("metadata", JSON.createObjectNode()
                        .set("annotations", JSON.createObjectNode().put(IDLE, "17")));
        cluster.patch("services", "default", service, patch);
    }
}
