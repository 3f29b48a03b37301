package io.azureccm.e2e.suite.scenario.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A cluster with several standard load balancers: who is where, who moves, and pools that follow pods. */
class SeveralLoadBalancersTest extends SeveralLoadBalancersFixture {
    @Test
    void servicesAndNodesAreSpreadAndGoWithTheirLabels() {
        try (ServiceScenario scenario = play()) {
            scenario.apply("web");
            apply(scenario, "api", "{\"tier\": \"gold\"}", "Cluster");
            scenario.awaitAddresses("web", "api");
            scenario.awaitQuiet();
            assertThat(rules(scenario, "kubernetes")).hasSize(1);
            assertThat(rules(scenario, "lb2")).hasSize(1);
            assertThat(members(scenario, "kubernetes", "kubernetes")).containsExactly("vmss-a000000", "vmss-a000001");
            assertThat(members(scenario, "lb2", "kubernetes"))
                    .as("its own node, and one whose load balancer nobody is on")
                    .containsExactly("vmss-b000000", "vmss-c000000");
            scenario.assertSound();

            List<String> address = scenario.addresses("web");
            apply(scenario, "web", "{\"tier\": \"gold\"}", "Cluster");
            scenario.await("both on the second load balancer", () -> rules(scenario, "lb2").size() == 2);
            scenario.awaitQuiet();
            assertThat(scenario.azure().resource(scenario.balancerId())).as("the load balancer that nobody is on")
                    .isEmpty();
            assertThat(scenario.addresses("web")).isEqualTo(address);
            scenario.assertSound();

            apply(scenario, "web", "{}", "Cluster");
            apply(scenario, "api", "{}", "Cluster");
            scenario.await("both back on the first load balancer", () -> rules(scenario, "kubernetes").size() == 2);
            scenario.awaitQuiet();
            assertThat(members(scenario, "kubernetes", "kubernetes"))
                    .as("nodes of load balancers that nobody is on help out")
                    .containsExactly("vmss-a000000", "vmss-a000001", "vmss-b000000", "vmss-c000000");
            scenario.assertSound();

            scenario.delete("web");
            scenario.delete("api");
            scenario.await("the end of both", () -> !scenario.exists("web") && !scenario.exists("api"));
            scenario.awaitQuiet();
            scenario.assertNothingLeft();
        }
    }

    @Test
    void labelsOfANamespaceMoveItsServices() {
        try (ServiceScenario scenario = play()) {
            String namespace = "suite-" + UUID.randomUUID();
            namespace(scenario, namespace, "{}");
            scenario.cluster()
                    .apply((ObjectNode) json("""
                            {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web", "namespace": "%s"},
                             "spec": {"type": "LoadBalancer", "ports": [{"port": 80, "protocol": "TCP"}]}}"""
                            .formatted(namespace)));
            scenario.await("the Service on the first load balancer", () -> rules(scenario, "kubernetes").size() == 1);
            namespace(scenario, namespace, "{\"team\": \"blue\"}");
            scenario.await("the Service on the load balancer of its namespace",
                    () -> rules(scenario, "lb3").size() == 1);
            namespace(scenario, namespace, "{}");
            scenario.await("the Service back", () -> rules(scenario, "kubernetes").size() == 1);
            scenario.awaitQuiet();
            scenario.assertSound();
        }
    }

    @Test
    void restartFindsEverythingWhereItIs() {
        try (ServiceScenario scenario = play()) {
            slice(scenario, "web-1", "web", endpoint("vmss-a000001", true));
            apply(scenario, "web", "{}", "Local");
            apply(scenario, "api", "{\"tier\": \"gold\"}", "Cluster");
            for (int i = 0; i < 4; i++) {
                scenario.apply("more" + i);
            }
            scenario.awaitAddresses("web", "api", "more0", "more1", "more2", "more3");
            scenario.awaitQuiet();
            scenario.stopController();
            scenario.resetCalls();
            scenario.startController();
            scenario.awaitQuiet();
            scenario.assertCalls(12, 0);
            scenario.assertSound();
        }
    }

    /** Allowed since Kubernetes 1.36; its pool is the only thing in Azure that has the name of a Service. */
    @Test
    void serviceWhoseNameBeginsWithADigitIsServedAndLeavesNothing() {
        try (ServiceScenario scenario = play()) {
            slice(scenario, "7up-1", "7up", endpoint("vmss-a000000", true));
            apply(scenario, "7up", "{}", "Local");
            scenario.awaitAddresses("7up");
            scenario.awaitQuiet();
            assertThat(members(scenario, "kubernetes", "default-7up")).containsExactly("vmss-a000000");
            scenario.assertSound();
            scenario.stopController();
            scenario.startController();
            scenario.delete("7up");
            scenario.await("its end", () -> !scenario.exists("7up"));
            scenario.awaitQuiet();
            scenario.assertNothingLeft();
        }
    }

    @Test
    void privateLinkServiceGoesAlongWithTheServiceThatMoves() {
        try (ServiceScenario scenario = play()) {
            applyPrivateLink(scenario, "{}");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            List<String> address = scenario.addresses("web");
            applyPrivateLink(scenario, "{\"tier\": \"gold\"}");
            scenario.await("the Service on the second load balancer",
                    () -> rules(scenario, "lb2-internal").size() == 1);
            scenario.await("its private link service there", () -> scenario.azure()
                    .state()
                    .entrySet()
                    .stream()
                    .anyMatch(entry -> entry.getKey().toLowerCase(Locale.ROOT).contains("/privatelinkservices/")
                            && entry.getValue().toString().contains("/loadBalancers/lb2-internal/")));
            scenario.awaitQuiet();
            assertThat(scenario.addresses("web")).isEqualTo(address);
            scenario.assertSound();
        }
    }

    private static void applyPrivateLink(ServiceScenario scenario, String labels) {
        scenario.cluster().apply((ObjectNode) json("""
                {"apiVersion": "v1", "kind": "Service",
                 "metadata": {"name": "web", "namespace": "default", "labels": %s, "annotations": {
                   "service.beta.kubernetes.io/azure-load-balancer-internal": "true",
                   "service.beta.kubernetes.io/azure-pls-create": "true"}},
                 "spec": {"type": "LoadBalancer", "ports": [{"port": 80, "protocol": "TCP"}]}}""".formatted(labels)));
    }

    private static Set<String> rules(ServiceScenario scenario, String balancer) {
        return names(scenario, balancer, "loadBalancingRules");
    }
}
