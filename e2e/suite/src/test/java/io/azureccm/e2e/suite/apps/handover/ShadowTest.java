package io.azureccm.e2e.suite.apps.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code --shadow}: each turn of the verdict is made to happen beside what a controller has left, and the shadow writes nothing. */
@Execution(ExecutionMode.SAME_THREAD)
class ShadowTest extends SimulatedCloudFixture {
    private static final String OLD_RULE = "k8s-azure-lb_allow_IPv4_0123456789abcdef0123456789abcdef";

    @BeforeEach
    void prepare() throws Exception {
        cloud.addNode(0, ", podCIDR: 10.244.0.0/24, podCIDRs: [10.244.0.0/24]");
        cloud.addNode(1, ", podCIDR: 10.244.1.0/24, podCIDRs: [10.244.1.0/24],"
                + " taints: [{key: node.cloudprovider.kubernetes.io/uninitialized, effect: NoSchedule, value: 'true'}]");
        cloud.addService("web");
        cloud.addService("api");
        cloud.cluster()
                .apply("{apiVersion: v1, kind: Service, metadata: {name: api, namespace: default},"
                        + " spec: {type: LoadBalancer, ports: [{port: 81, protocol: TCP}]}}");
    }

    /** A controller does its work and goes. */
    private void serve(App app) throws Exception {
        try (RunningApp running = RunningApp.start(app, cloud.flags(app, "--leader-elect=false"),
                cloud.environment())) {
            RunningApp.await("carried out", () -> switch (app) {
                case SERVICE -> cloud.addresses("web").size() == 1 && cloud.addresses("api").size() == 1;
                case ROUTE -> only("routeTables/routes").at("/properties/routes").size() == 2;
                case NODE -> node(1).at("/spec/taints").isEmpty() && node(1).at("/metadata/labels").size() > 2
                        && node(0).at("/status/addresses").size() == 2;
            }, () -> running.get("/plans?format=text").body());
        }
    }

    private RunningShadow shadow(App app) throws Exception {
        return RunningShadow.start(app, cloud.flags(app), cloud.environment());
    }

    @ParameterizedTest
    @EnumSource
    void shadowPassesWhereEverythingIsAsPlannedAndWritesOnlyItsEvent(App app) throws Exception {
        serve(app);
        long writes = cloud.azure().calls().counters().writes();
        int before = clusterWrites().size();
        try (RunningShadow shadow = shadow(app)) {
            shadow.awaitVerdict("PASS");
            RunningApp.await("each object compared more than once",
                    () -> shadow.report().at("/counts/comparisons").asInt() > 2, shadow::text);
            JsonNode report = shadow.report();
            assertThat(report.at("/counts/known").asInt()).isEqualTo(2);
            assertThat(report.at("/counts/compared").asInt()).isEqualTo(2);
            assertThat(report.path("unexplained")).isEmpty();
            assertThat(report.path("gaps")).isEmpty();
            assertThat(shadow.text()).startsWith("PASS: 2 " + (app == App.SERVICE ? "Services" : "Nodes"));
            assertThat(shadow.app().get("/shadow?format=html").body()).startsWith("<!DOCTYPE html>").contains("PASS");
            assertThat(shadow.app().get("/prometheus").body())
                    .contains("controller_shadow_verdict{verdict=\"PASS\"} 1.0", "controller_shadow_gap 0.0",
                            "controller_shadow_differences{explained=\"false\"} 0.0")
                    .containsPattern("controller_shadow_comparisons_total [1-9]")
                    .contains("leader_election_master_status{name=\"" + app.leaseName() + "\"} 0.0");
            RunningApp.await("told", () -> reasons().contains("ShadowPass"), () -> reasons().toString());
        }
        assertThat(cloud.azure().calls().counters().writes()).isEqualTo(writes);
        assertThat(clusterWrites().subList(before, clusterWrites().size()))
                .allMatch(request -> request.resource().equals("events"));
        assertThat(cloud.holder(app)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void changeThatSomebodyElseMakesFailsTheShadowWhichNamesItAndItPassesAgainWhenThatIsMended(App app)
            throws Exception {
        serve(app);
        try (RunningShadow shadow = shadow(app)) {
            shadow.awaitVerdict("PASS");
            Runnable mend = spoil(app);
            shadow.awaitVerdict("FAIL");
            assertThat(shadow.text()).contains(switch (app) {
                case SERVICE -> "default/web: ~ loadBalancers/kubernetes rule ";
                case ROUTE -> "vmss-a000001: ";
                case NODE -> "vmss-a000001: ";
            }).contains(switch (app) {
                case SERVICE -> "idleTimeoutInMinutes 30 -> 4";
                case ROUTE -> "nextHopIpAddress \"10.240.0.99\" -> \"10.240.0.6\"";
                case NODE -> "addresses [InternalIP=10.240.0.99";
            });
            RunningApp.await("told", () -> reasons().contains("ShadowFail"), () -> reasons().toString());
            mend.run();
            shadow.awaitVerdict("PASS");
            assertThat(shadow.report().path("ended")).isNotEmpty();
        }
    }

    @Test
    void differenceThatThePageExplainsIsShownWithItsAnchorAndThePassStands() throws Exception {
        serve(App.SERVICE);
        cloud.azure().edit(id("networkSecurityGroups"), group -> {
            ObjectNode rule = group.withObject("/properties").withArray("securityRules").get(0).deepCopy();
            rule.put("name", OLD_RULE).put("id", rule.path("id").asText().replaceAll("[^/]*$", OLD_RULE));
            ObjectNode properties = rule.withObject("/properties");
            properties.put("priority", 3000).remove("destinationAddressPrefix");
            properties.putArray("destinationAddressPrefixes").add("203.0.113.7");
            group.withObject("/properties").withArray("securityRules").add(rule);
            return group;
        });
        try (RunningShadow shadow = shadow(App.SERVICE)) {
            shadow.awaitVerdict("PASS");
            assertThat(shadow.text()).contains("  explained  ", OLD_RULE,
                    "see docs/explanation/differences.md#rules-of-old-addresses");
            assertThat(shadow.report().path("explained")).hasSize(1);
        }
    }

    @Test
    void readThatIsRefusedIsAGapAndNothingIsDecidedUntilItIsOver() throws Exception {
        serve(App.SERVICE);
        try (RunningShadow shadow = shadow(App.SERVICE)) {
            shadow.awaitVerdict("PASS");
            cloud.azure()
                    .faults()
                    .add(Fault.on("GET", "loadBalancers",
                            new FaultAction.Refuse(403, "AuthorizationFailed", "not you")));
            shadow.awaitVerdict("UNDECIDED");
            assertThat(shadow.text()).contains("; gap: ").contains("loadBalancers", "not you");
            RunningApp.await("told", () -> reasons().contains("ShadowUndecided"), () -> reasons().toString());
            assertThat(shadow.app().get("/prometheus").body()).contains("controller_shadow_gap 1.0");
            cloud.azure().faults().clear();
            shadow.awaitVerdict("PASS");
            assertThat(shadow.report().path("gaps")).hasSize(1);
            assertThat(shadow.report().at("/gaps/0/until").asText()).isNotEmpty();
        }
    }

    /** It changes ten times a second: however late the machine lets it come to that, it does not seem to rest for ten seconds. */
    @Test
    void serviceThatKeepsChangingIsNotComparedAndOthersAre() throws Exception {
        serve(App.SERVICE);
        Thread busy = Thread.ofVirtual().start(this::keepChanging);
        try (RunningShadow shadow = RunningShadow.start(App.SERVICE, cloud.flags(App.SERVICE), cloud.environment(),
                "10s")) {
            RunningApp.await("said who alone is busy",
                    () -> shadow.text().contains("1 not compared, since they keep changing: default/api"),
                    shadow::text);
            JsonNode report = shadow.report();
            assertThat(report.path("verdict").asText()).isEqualTo("UNDECIDED");
            assertThat(report.path("unexplained")).isEmpty();
            assertThat(report.at("/counts/compared").asInt()).isEqualTo(1);
            end(busy);
            shadow.awaitVerdict("FAIL");
            assertThat(shadow.text()).contains("default/api: ").doesNotContain("default/web: ");
        } finally {
            end(busy);
        }
    }

    private void keepChanging() {
        for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
            cloud.cluster()
                    .apply("{apiVersion: v1, kind: Service, metadata: {name: api, namespace: default,"
                            + " annotations: {service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout: '"
                            + (5 + i % 20)
                            + "'}}, spec: {type: LoadBalancer, ports: [{port: 81, protocol: TCP}]}}");
            try {
                Thread.sleep(100);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void end(Thread thread) throws InterruptedException {
        thread.interrupt();
        thread.join();
    }

    /** Something changes behind the controller's back; what is returned puts it right. */
    private Runnable spoil(App app) {
        return switch (app) {
            case SERVICE -> {
                String balancer = id("loadBalancers");
                String rule = only("loadBalancers").at("/properties/loadBalancingRules/0/name").asText();
                idleTimeout(balancer, 30);
                assertThat(rule).isNotEmpty();
                yield () -> idleTimeout(balancer, 4);
            }
            case ROUTE -> {
                nextHop("10.240.0.99");
                yield () -> nextHop("10.240.0.6");
            }
            case NODE -> {
                address("10.240.0.99");
                yield () -> address("10.240.0.5");
            }
        };
    }

    private void idleTimeout(String balancer, int minutes) {
        String web = cloud.cluster().get("services", "default", "web").orElseThrow().at("/metadata/uid").asText();
        cloud.azure().edit(balancer, json -> {
            json.at("/properties/loadBalancingRules").forEach(rule -> {
                if (rule.path("name").asText().startsWith("a" + web.replace("-", "").substring(0, 31)))
                    ((ObjectNode) rule.path("properties")).put("idleTimeoutInMinutes", minutes);
            });
            return json;
        });
    }

    private void nextHop(String address) {
        cloud.azure().edit(id("routeTables/routes"), json -> {
            json.at("/properties/routes").forEach(route -> {
                if (route.path("name").asText().startsWith("vmss-a000001"))
                    ((ObjectNode) route.path("properties")).put("nextHopIpAddress", address);
            });
            return json;
        });
    }

    private void address(String ip) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        var addresses = status.putArray("addresses");
        addresses.addObject().put("type", "InternalIP").put("address", ip);
        addresses.addObject().put("type", "Hostname").put("address", "vmss-a000001");
        cloud.cluster().patchStatus("nodes", "", "vmss-a000001", status);
    }

    /** Of the only resource of a type, or of the one that is named after it. */
    private String id(String type) {
        return ids(type).findFirst().orElseThrow();
    }

    private JsonNode only(String type) {
        return ids(type).map(id -> cloud.azure().state().get(id))
                .findFirst()
                .orElseGet(MissingNode::getInstance);
    }

    private Stream<String> ids(String type) {
        return cloud.azure()
                .state()
                .keySet()
                .stream()
                .filter(id -> id.matches("(?i).*/" + type + (type.contains("/") ? "" : "/[^/]+")));
    }

    private JsonNode node(int i) {
        return cloud.cluster().get("nodes", "", "vmss-a00000" + i).orElseThrow();
    }

    private List<RequestLog.Entry> clusterWrites() {
        return cloud.cluster()
                .requests()
                .matching(request -> request.isWrite()
                        && !Set.of("tokenreviews", "subjectaccessreviews").contains(request.resource()));
    }

    /** Of the events about the namespace of the release. */
    private Set<String> reasons() {
        return cloud.cluster()
                .list("events", "kube-system")
                .stream()
                .filter(event -> event.at("/involvedObject/kind").asText().equals("Namespace"))
                .map(event -> event.path("reason").asText())
                .collect(Collectors.toSet());
    }
}
