package io.azureccm.e2e.suite.scenario.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.faults.Content;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Azure refuses to one Service of a shared resource, where it is hard to see that only one is meant. */
class HiddenCulpritTest {
    private final IsolationScenario scenario = new IsolationScenario();

    @ParameterizedTest
    @CsvSource({"404, ResourceNotFound", "409, ReferencedResourceNotProvisioned"})
    void referenceThatCannotBeUsedConcernsWhoeverRefersToIt(int status, String code) {
        try (scenario) {
            scenario.play(() -> {
                scenario.refuse(Fault
                        .on("PUT", "loadBalancers", new FaultAction.Refuse(status, code,
                                "Resource " + scenario.usersIp() + " was not found, or is not in Succeeded state."))
                        .content(new Content.Text(Content.pattern("/" + IsolationScenario.USERS_IP + "\""))));
                scenario.apply("bad", 8100, Map.of("azure-pip-name", IsolationScenario.USERS_IP,
                        "azure-load-balancer-resource-group", "users"));
                assertThat(scenario.othersChange()).allSatisfy((what, time) -> assertThat(time).hasValueSatisfying(
                        waited -> assertThat(waited).isLessThanOrEqualTo(Duration.ofSeconds(15))));
                assertThat(scenario.refusedWrites(Duration.ZERO, Duration.ofMinutes(1))).isLessThanOrEqualTo(8);
                scenario.pauseUntil(Duration.ofMinutes(2));
                assertThat(scenario.told()).containsOnlyKeys("bad");
                assertThat(scenario.problems()).isEmpty();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tagThatAPolicyDeniesConcernsTheSharerThatAsksForItAlone(boolean isExplained) {
        try (scenario) {
            scenario.play(() -> {
                String address = scenario.addresses("idle").getFirst();
                scenario.refuse(
                        Fault.policy("tags", "publicIPAddresses", "/tags/env", "forbidden", isExplained));
                scenario.apply("bad", 8100,
                        Map.of("azure-load-balancer-ipv4", address, "azure-pip-tags", "env=forbidden"));
                scenario.apply("sharer", 8101, Map.of("azure-load-balancer-ipv4", address));
                scenario.apply("idle", 8004, Map.of("azure-dns-label-name", "labelled"));
                scenario.pauseUntil(Duration.ofSeconds(15));

                assertThat(scenario.isServed("sharer")).isTrue();
                assertThat(scenario.state("publicIPAddresses")).contains("\"domainNameLabel\":\"labelled\"");
                assertThat(scenario.refusedWrites(Duration.ZERO, Duration.ofMinutes(1))).isLessThanOrEqualTo(8);
                scenario.pauseUntil(Duration.ofMinutes(2));
                assertThat(scenario.told()).containsOnlyKeys("bad");
                assertThat(scenario.problems()).isEmpty();
            });
        }
    }
}
