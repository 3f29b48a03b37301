package io.azureccm.e2e.suite.apps.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the apps show to Prometheus is what the page of metrics says: no name and no label more or less. */
@Execution(ExecutionMode.SAME_THREAD)
class MetricsTest extends SimulatedCloudFixture {
    private static final Pattern OF_LIBRARIES = Pattern
            .compile("(jvm|process|system|disk|logback|executor|application|resilience4j|tomcat)_.*");

    /** Words by which a name or a help text says that the value is a time. */
    private static final Pattern TIME = Pattern
            .compile("(?i)\\bseconds\\b|\\bhow long\\b|\\btime (?!series)|_(age|oldest|duration|latency|delay)\\b");

    @ParameterizedTest
    @EnumSource
    void metricsOfAnAppAreThoseOnThePage(App app, @TempDir Path record) throws Exception {
        DocumentedMetrics page = DocumentedMetrics.read();
        trouble();
        try (RunningApp running = start(app, "--azureccm.record.folder=" + record)) {
            work();
            RunningApp.await("all metrics there",
                    () -> scrape(running).metrics().keySet().containsAll(page.sureOf(app)),
                    () -> "missing: " + without(page.sureOf(app), scrape(running).metrics().keySet()));
            Scrape scrape = scrape(running);
            assertThat(without(ours(scrape), page.of(app))).as("metrics that are not documented").isEmpty();
            page.of(app)
                    .stream()
                    .filter(scrape.metrics()::containsKey)
                    .forEach(name -> assertThat(scrape.metrics().get(name)).as("labels of " + name)
                            .isEqualTo(page.rows().get(name).labels()));
            Map<String, String> helps = Scrape.helps(running.get("/prometheus").body());
            assertThat(helps).as("metrics without a help text").isNotEmpty().doesNotContainValue("");
            helps.keySet().removeIf(name -> OF_LIBRARIES.matcher(name).matches());
            assertThat(helps).as("times that do not end in their unit")
                    .allSatisfy((name, help) -> assertThat(name).satisfiesAnyOf(
                            called -> assertThat(TIME.matcher(called + " " + help).find()).isFalse(),
                            called -> assertThat(called).containsPattern("_seconds(_max|_total)?$")));
        }
    }

    @Test
    void namesOfTheReferenceCanBeLeftOut() throws Exception {
        try (RunningApp running = start(App.SERVICE, "--azureccm.metrics.reference-names=false")) {
            work();
            RunningApp.await("worked",
                    () -> scrape(running).metrics().containsKey("service_controller_convergence_seconds")
                            && running.get("/prometheus").body().contains("controller_plan_changes_total"),
                    () -> running.get("/prometheus").body());
            assertThat(scrape(running).metrics().keySet())
                    .noneMatch(name -> name.startsWith("workqueue_") || name.startsWith("rest_client_")
                            || name.startsWith("cloudprovider_") || name.startsWith("provider_")
                            || name.startsWith("service_controller_nodesync") || name.startsWith("running_managed"))
                    .contains("leader_election_master_status", "arm_request_duration_seconds");
        }
    }

    @Test
    void timeUntilServicesAreServedIsMeasured() throws Exception {
        try (RunningApp running = start(App.SERVICE)) {
            cloud.addNodes();
            running.awaitReady();
            RunningApp.await("leading", running::leads, () -> running.get("/health").body());
            cloud.addService("web");
            RunningApp.await("served", () -> cloud.addresses("web").size() == 1,
                    () -> running.get("/health").body());
            RunningApp.await("measured",
                    () -> running.get("/prometheus").body().contains("service_controller_convergence_seconds_count 1"),
                    () -> running.get("/prometheus").body());
        }
    }

    /** Answers of ARM that are no good, from the first one on. */
    private void trouble() {
        cloud.azure()
                .faults()
                .add(Fault.on("PUT", "loadBalancers", new FaultAction.Refuse(400, "BadRequest", "no")).once());
        cloud.azure()
                .faults()
                .add(Fault.on("GET", "*", new FaultAction.Refuse(403, "AuthorizationFailed", "no"))
                        .target("subscriptions")
                        .times(2));
    }

    /** Enough for every metric: nodes to initialise and to route to, a Service, and one of each that stays refused. */
    private void work() {
        cloud.addNode(0, ", podCIDR: 10.244.1.0/24, podCIDRs: [10.244.1.0/24]");
        cloud.addNode(1, ", podCIDR: 10.244.1.0/24, podCIDRs: [10.244.1.0/24]");
        cloud.addNode(2,
                ", taints: [{key: node.cloudprovider.kubernetes.io/uninitialized, value: 'true', effect: NoSchedule}]");
        cloud.cluster()
                .apply("{apiVersion: v1, kind: Node, metadata: {name: elsewhere, labels: {kubernetes.azure.com/managed: 'false'}},"
                        + " spec: {taints: [{key: node.cloudprovider.kubernetes.io/uninitialized, value: 'true',"
                        + " effect: NoSchedule}]}}");
        cloud.addService("web");
        cloud.cluster()
                .apply("{apiVersion: v1, kind: Service, metadata: {name: wrong, namespace: default, annotations: {"
                        + "service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout: many}}, spec: {type: LoadBalancer,"
                        + " ports: [{port: 80, protocol: TCP}]}}");
    }

    private RunningApp start(App app, String... more) throws Exception {
        List<String> flags = new ArrayList<>(cloud.flags("--leader-elect=false"));
        flags.add("--cluster-cidr=10.244.0.0/16");
        if (app == App.NODE)
            flags.add("--allocate-node-cidrs=true");
        flags.addAll(List.of(more));
        return RunningApp.start(app, flags, cloud.environment());
    }

    private static Scrape scrape(RunningApp running) {
        return Scrape.of(running.get("/prometheus").body());
    }

    private static Set<String> ours(Scrape scrape) {
        Set<String> names = new TreeSet<>(scrape.metrics().keySet());
        names.removeIf(name -> OF_LIBRARIES.matcher(name).matches());
        return names;
    }

    private static Set<String> without(Set<String> names, Set<String> known) {
        Set<String> rest = new TreeSet<>(names);
        rest.removeAll(known);
        return rest;
    }
}
