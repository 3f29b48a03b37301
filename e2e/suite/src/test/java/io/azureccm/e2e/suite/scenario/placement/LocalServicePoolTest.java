package io.azureccm.e2e.suite.scenario.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Pools of local Services in a cluster with several standard load balancers. */
class LocalServicePoolTest extends SeveralLoadBalancersFixture {
    private static final String POOL_WRITE = "loadBalancers/backendAddressPools";

    @Test
    void poolOfALocalServiceFollowsItsPodsWithASmallWriteEach() {
        try (ServiceScenario scenario = play()) {
            slice(scenario, "web-1", "web", endpoint("vmss-a000000", true));
            slice(scenario, "web-2", "web", endpoint("vmss-a000000", true));
            apply(scenario, "web", "{}", "Local");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            assertThat(members(scenario, "kubernetes", "default-web")).containsExactly("vmss-a000000");

            scenario.resetCalls();
            slice(scenario, "web-2", "web", endpoint("vmss-a000001", true));
            awaitMembers(scenario, "vmss-a000000", "vmss-a000001");
            scenario.awaitQuiet();
            assertThat(scenario.azure().calls().counters().of("PUT", POOL_WRITE)).isEqualTo(1);
            assertThat(scenario.azure().calls().counters().writes()).isEqualTo(1);
            assertThat(scenario.events("web"))
                    .contains("LoadBalancerBackendPoolUpdated: Load balancer backend pool updated successfully");

            slice(scenario, "web-1", "web", endpoint("vmss-a000000", false));
            awaitMembers(scenario, "vmss-a000001");
            scenario.cluster().deleteSlice("default", "web-2");
            awaitMembers(scenario);

            slice(scenario, "web-1", "web", endpoint("vmss-a000000", true));
            awaitMembers(scenario, "vmss-a000000");
            scenario.assertSound();
        }
    }

    @Test
    void poolGoesWhenTheServiceIsServedByAllNodes() {
        try (ServiceScenario scenario = play()) {
            slice(scenario, "web-1", "web", endpoint("vmss-a000000", true));
            apply(scenario, "web", "{}", "Local");
            scenario.awaitAddresses("web");
            apply(scenario, "web", "{}", "Cluster");
            scenario.await("the pool of all nodes alone",
                    () -> pools(scenario, "kubernetes").equals(Set.of("kubernetes")),
                    () -> pools(scenario, "kubernetes").toString());
            scenario.awaitQuiet();
            scenario.assertSound();
        }
    }

    @Test
    void refusedPoolWriteIsToldAndMadeAgain() {
        try (ServiceScenario scenario = play()) {
            slice(scenario, "web-1", "web", endpoint("vmss-a000000", true));
            apply(scenario, "web", "{}", "Local");
            scenario.awaitAddresses("web");
            scenario.awaitQuiet();
            scenario.azure()
                    .faults()
                    .add(Fault.on("PUT", POOL_WRITE, new FaultAction.Refuse(400, "BadRequest", "not this time"))
                            .once());
            slice(scenario, "web-1", "web", endpoint("vmss-a000001", true));
            awaitMembers(scenario, "vmss-a000001");
            assertThat(scenario.events("web"))
                    .anyMatch(event -> event.startsWith("LoadBalancerBackendPoolUpdateFailed: ")
                            && event.contains("not this time"));
            scenario.awaitQuiet();
            scenario.assertSound();
        }
    }

    private static void awaitMembers(ServiceScenario scenario, String... nodes) {
        Set<String> wanted = new TreeSet<>(List.of(nodes));
        scenario.await("members " + wanted, () -> members(scenario, "kubernetes", "default-web").equals(wanted),
                () -> members(scenario, "kubernetes", "default-web").toString());
    }

    private static Set<String> pools(ServiceScenario scenario, String balancer) {
        return names(scenario, balancer, "backendAddressPools");
    }
}
