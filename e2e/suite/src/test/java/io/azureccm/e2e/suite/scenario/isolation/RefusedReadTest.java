package io.azureccm.e2e.suite.scenario.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What Azure refuses to show, and only one Service needs, keeps nobody else from being served, changed and deleted. */
class RefusedReadTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration WITHIN = Duration.ofSeconds(15);
    private static final FaultAction FORBIDDEN = new FaultAction.Refuse(403, "AuthorizationFailed", "not for you");
    private static final Map<String, String> NAMING_A_GROUP = Map.of("azure-pip-name", "any",
            "azure-load-balancer-resource-group", "other");
    private static final Map<String, String> NAMING_A_SUBNET = Map.of("azure-load-balancer-internal", "true",
            "azure-load-balancer-internal-subnet", "other");

    private final IsolationScenario scenario = new IsolationScenario();

    static Stream<Arguments> refusals() {
        return Stream.of(Arguments.of(FORBIDDEN, "/resourceGroups/other/", NAMING_A_GROUP),
                Arguments.of(new FaultAction.Refuse(409, "ResourceGroupBeingDeleted", "it is being deleted"),
                        "/resourceGroups/other/", NAMING_A_GROUP),
                Arguments.of(FORBIDDEN, "/subnets/other$", NAMING_A_SUBNET),
                Arguments.of(new FaultAction.Refuse(400, "SomethingNew", "not possible"), "/subnets/other$",
                        NAMING_A_SUBNET));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void othersConvergeAndTheServiceThatNeedsItAloneIsTold(FaultAction refusal, String target,
            Map<String, String> annotations) {
        try (scenario) {
            scenario.play(() -> {
                scenario.refuse(Fault.on("GET", "*", refusal).target(target));
                scenario.apply("bad", 8100, annotations);
                assertOthersConverge(scenario.othersChange());
                scenario.pauseUntil(MINUTE.multipliedBy(11));
                assertThat(scenario.told()).containsOnlyKeys("bad");
                assertThat(scenario.refusedReads(MINUTE, MINUTE.multipliedBy(11))).as("at growing intervals")
                        .isLessThanOrEqualTo(20);
                assertThat(scenario.problems()).isEmpty();

                scenario.refuseNothing();
                scenario.apply("bad", 8100, Map.of());
                scenario.await("bad is served as it asks now", () -> scenario.isServed("bad"));
            });
        }
    }

    @Test
    void zonesThatAzureDoesNotShowStopNewAddressesAlone() {
        try (scenario) {
            scenario.play(() -> {
                scenario.refuse(Fault.on("GET", "providers", FORBIDDEN));
                Map<String, Optional<Duration>> after = scenario.othersChange();
                assertThat(after.get("new")).isEmpty();
                after.remove("new");
                assertOthersConverge(after);
                assertThat(scenario.told()).containsOnlyKeys("new");

                scenario.refuseNothing();
                scenario.await("the new one is served", () -> scenario.isServed("new"));
                assertThat(scenario.problems()).isEmpty();
            });
        }
    }

    @Test
    void membersOfAUsersLoadBalancerThatAzureDoesNotShowConcernNobody() {
        try (scenario) {
            scenario.play(() -> {
                String balancer = scenario.id("loadBalancers", "users-balancer");
                scenario.simulation()
                        .seed(Foreign.json("""
                                {"id": "%s", "location": "%s", "sku": {"name": "Standard"}, "properties":
                                 {"backendAddressPools": [{"name": "users", "properties": {}}]}}"""
                                .formatted(balancer, scenario.simulation().infrastructure().location())));
                scenario.refuse(Fault.on("*", "*", new FaultAction.Replace(balancer,
                        "/properties/backendAddressPools/0/properties/backendIPConfigurations",
                        Foreign.json("{\"all\": [{\"id\": \"" + scenario.usersIp()
                                .replace("publicIPAddresses/users-ip", "networkInterfaces/nic/ipConfigurations/any")
                                + "\"}]}").path("all"))));
                scenario.refuse(Fault.on("GET", "networkInterfaces", FORBIDDEN));
                assertOthersConverge(scenario.othersChange());
                assertThat(scenario.told()).isEmpty();
                assertThat(scenario.problems()).isEmpty();
            });
        }
    }

    private static void assertOthersConverge(Map<String, Optional<Duration>> after) {
        assertThat(after).allSatisfy((what, time) -> assertThat(time)
                .hasValueSatisfying(waited -> assertThat(waited).isLessThanOrEqualTo(WITHIN)));
    }
}
