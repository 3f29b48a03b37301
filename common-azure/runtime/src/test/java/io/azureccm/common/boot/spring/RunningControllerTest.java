package io.azureccm.common.boot.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.launch.Launch;
import io.azureccm.common.boot.supervisor.ControllerSupervisor;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.Await;
import io.azureccm.common.observe.ControllerState.Phase;
import io.azureccm.common.serve.PortClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** A controller whose Kubernetes API is not there: it runs, is alive but not ready, and says why. */
class RunningControllerTest {
    @TempDir
    static Path folder;
    private static final PortClient CLIENT = PortClient.operator();
    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() throws Exception {
        StartFiles files = new StartFiles(folder);
        Launch launch = ControllerLauncher.launch(App.NODE, TestController.class,
                List.of(files.kubeconfig(), files.config(StartFiles.GOOD), "--server.port=0", "--dry-run",
                        PortClient.flag(folder),
                        "--spring.cloud.azure.credential.managed-identity-enabled=true"),
                Map.of());
        context = ((Launch.Running) launch).context();
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @Test
    void isAliveButNotReadyWithoutTheKubernetesApi() throws Exception {
        assertThat(get("/health/liveness").statusCode()).isEqualTo(200);
        Await.until("a cause is known", () -> context.getBean(ControllerSupervisor.class)
                .get()
                .kubernetes()
                .firstProblem()
                .isPresent());
        HttpResponse<String> readiness = get("/health/readiness");
        assertThat(readiness.statusCode()).isEqualTo(503);
        assertThat(status(readiness, "kubernetes")).isEqualTo("DOWN");
        assertThat(readiness.body()).contains("Kubernetes API http://127.0.0.1:1/api/v1/nodes: connection refused");
    }

    @Test
    void readinessDoesNotDependOnLeadership() throws Exception {
        assertThat(get("/health/readiness").body()).doesNotContain("leadership");
        HttpResponse<String> health = get("/health");
        assertThat(status(health, "leadership")).isEqualTo("UP");
        assertThat(health.body()).contains("--dry-run");
    }

    private static String status(HttpResponse<String> health, String component) throws Exception {
        return new ObjectMapper().readTree(health.body()).at("/components/" + component + "/status").asText();
    }

    @Test
    void dryRunClosesTheFence() {
        assertThat(context.getBean(WriteFence.class).refusal()).contains("this is a dry run");
    }

    @Test
    void plansAreShownAsJsonAndAsText() throws Exception {
        PlanJournal journal = context.getBean(PlanJournal.class);
        ArmId id = ArmId.of("s-1", "rg", "Microsoft.Network/loadBalancers", "kubernetes");
        var body = JsonNodeFactory.instance.objectNode().put("location", "mars");
        long number = journal.planned(new Plan("lb=kubernetes", List.of(Operation.put(id, body, "", List.of())),
                List.of(), Plan.Basis.NONE));
        assertThat(get("/plans").body()).contains("\"scope\":\"lb=kubernetes\"").doesNotContain("mars");
        assertThat(get("/plans/" + number + "?bodies=true").body()).contains("mars");
        HttpResponse<String> text = get("/plans/" + number + "?format=text");
        assertThat(text.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
        assertThat(text.body()).contains("Plan #" + number).contains("loadBalancers/kubernetes");
        assertThat(get("/plans/" + (number + 1)).statusCode()).isEqualTo(404);
    }

    @Test
    void budgetIsThereAsJsonAndAsText() throws Exception {
        HttpResponse<String> json = get("/budget");
        assertThat(json.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        assertThat(json.body()).contains("\"enabled\":true", "\"readShare\":", "\"buckets\":[");
        for (HttpResponse<String> text : List.of(get("/budget?format=text"), get("/budget", "text/plain"))) {
            assertThat(text.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
            assertThat(text.body()).startsWith("Budget of calls to Azure at ").contains("% of reads");
        }
    }

    @Test
    void whatPeopleReadIsTextForWhoAcceptsTextAlone() throws Exception {
        for (String path : List.of("/plans", "/orphans", "/budget")) {
            HttpResponse<String> text = get(path, "text/plain");
            assertThat(text.statusCode()).as(path).isEqualTo(200);
            assertThat(text.headers().firstValue("Content-Type").orElse("")).as(path).startsWith("text/plain");
            assertThat(get(path).headers().firstValue("Content-Type").orElse("")).as(path)
                    .startsWith("application/json");
        }
    }

    @Test
    void onlyTheListedEndpointsAreExposed() throws Exception {
        for (String path : List.of("/info", "/metrics", "/plans", "/prometheus")) {
            assertThat(get(path).statusCode()).as(path).isEqualTo(200);
        }
        for (String path : List.of("/env", "/beans", "/heapdump", "/shutdown", "/configprops")) {
            assertThat(get(path).statusCode()).as(path).isEqualTo(404);
        }
    }

    /** The supervisor opens the way to Azure in the background. */
    @BeforeEach
    void awaitConnected() {
        ControllerSupervisor supervisor = context.getBean(ControllerSupervisor.class);
        Await.until(() -> supervisor.get().toString(), () -> supervisor.get().phase() == Phase.SYNCING);
    }

    @Test
    void beansOfSpringCloudAzureAreMadeOnlyOnDemand() {
        assertThat(context.getBeanFactory().containsSingleton("azureTokenCredentialResolver")).isFalse();
        assertThat(context.getBean("azureTokenCredentialResolver")).isNotNull();
    }

    @Test
    void stateIsThereAsMetrics() throws Exception {
        assertThat(get("/prometheus").body())
                .contains("leader_election_master_status{name=\"azure-node-controller\"}")
                .contains("leader_election_slowpath_total{name=\"azure-node-controller\"} 0.0")
                .contains("controller_phase{phase=\"SYNCING\"}")
                .contains("controller_feed_synced{resource=\"nodes\"} 0.0")
                .contains("running_managed_controllers{manager=\"cloud-controller-manager\",name=\"cloud-node\"}",
                        "running_managed_controllers{manager=\"cloud-controller-manager\",name=\"cloud-node-lifecycle\"}")
                .doesNotContain("name=\"node-ipam");
    }

    @Test
    void checksOfProbesAreCountedWithTheirResultsAndOtherQueriesAreNot() throws Exception {
        for (int i = 0; i < 2; i++)
            CLIENT.get(context, "/healthz");
        CLIENT.get(context, "/readyz");
        get("/health");

        assertThat(get("/prometheus").body()).contains("# TYPE kubernetes_healthcheck gauge",
                "# TYPE kubernetes_healthchecks_total counter",
                "kubernetes_healthcheck{name=\"loop\",type=\"healthz\"} 1.0",
                "kubernetes_healthchecks_total{name=\"loop\",status=\"success\",type=\"healthz\"} 2.0",
                "kubernetes_healthcheck{name=\"turns\",type=\"readyz\"} 1.0",
                "kubernetes_healthcheck{name=\"kubernetes\",type=\"readyz\"} 0.0",
                "kubernetes_healthchecks_total{name=\"kubernetes\",status=\"error\",type=\"readyz\"}")
                .doesNotContain("{name=\"breakers\"", "type=\"health\"");
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return get(path, "*/*");
    }

    private static HttpResponse<String> get(String path, String accept) throws Exception {
        return CLIENT.get(context, "/actuator" + path, "Accept", accept);
    }
}
