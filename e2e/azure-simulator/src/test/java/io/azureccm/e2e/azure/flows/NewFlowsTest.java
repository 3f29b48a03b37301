package io.azureccm.e2e.azure.flows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.operations.ManualClock;
import io.azureccm.e2e.azure.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewFlowsTest {
    private static final int PORT = 80;

    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private String stateOfA = "None";
    private String probe = "\"probe\": {\"id\": \"/lb/probes/p\"},";
    private String members = "a,b";
    private final ProbeAnswers probes = new ProbeAnswers(clock);
    private final NewFlows flows = new NewFlows(id -> Optional.of(balancer()), probes);

    @Test
    void flowsComeToAllMembersWhileProbesAreAnswered() {
        assertThat(reached()).containsExactly("a", "b");
    }

    @Test
    void memberGetsNewFlowsUntilItsProbeHasFailedTwice() {
        probes.set("a", false);
        clock.advance(Duration.ofMillis(9_999));
        assertThat(reached()).containsExactly("a", "b");
        clock.advance(Duration.ofMillis(1));
        assertThat(reached()).containsExactly("b");
        probes.set("a", true);
        clock.advance(Duration.ofSeconds(10));
        assertThat(reached()).containsExactly("a", "b");
    }

    @ParameterizedTest(name = "{0} and probes answered: {1}")
    @CsvSource({"Up,false,true", "Up,true,true", "Down,true,false", "Down,false,false", "None,true,true",
            "None,false,false"})
    void adminStateOverridesTheProbe(String state, boolean answered, boolean takes) {
        stateOfA = state;
        probes.set("a", answered);
        clock.advance(Duration.ofSeconds(60));

        assertThat(reached().contains("a")).isEqualTo(takes);
    }

    @Test
    void adminStateHasNoEffectWithoutAProbe() {
        probe = "";
        stateOfA = "Down";

        assertThat(reached()).containsExactly("a", "b");
    }

    @Test
    void flowGoesOnUntilItsMemberLeavesThePool() {
        stateOfA = "Down";
        assertThat(flows.goesOn("/lb", PORT, "a")).isTrue();
        members = "b";
        assertThat(flows.goesOn("/lb", PORT, "a")).isFalse();
    }

    @Test
    void nobodyTakesAFlowWhenAllMembersAreDown() {
        stateOfA = "Down";
        probes.set("b", false);
        clock.advance(Duration.ofSeconds(60));

        assertThat(flows.open("/lb", PORT, 1)).isEmpty();
    }

    private Set<String> reached() {
        Set<String> reached = new TreeSet<>();
        for (long flow = 0; flow < 100; flow++)
            flows.open("/lb", PORT, flow).ifPresent(reached::add);
        return reached;
    }

    private JsonNode balancer() {
        StringBuilder entries = new StringBuilder();
        for (String member : members.split(","))
            entries.append(entries.isEmpty() ? "" : ",")
                    .append("{\"name\": \"%s\", \"properties\": {\"ipAddress\": \"%s\", \"adminState\": \"%s\"}}"
                            .formatted(member, member, member.equals("a") ? stateOfA : "None"));
        return Json.parse("""
                {"properties": {
                  "loadBalancingRules": [{"name": "r", "properties": {"frontendPort": 80, %s
                    "backendAddressPools": [{"id": "/lb/backendAddressPools/p"}]}}],
                  "probes": [{"name": "p", "properties": {"intervalInSeconds": 5, "numberOfProbes": 2}}],
                  "backendAddressPools": [{"name": "p", "properties": {"loadBalancerBackendAddresses": [%s]}}]}}"""
                .formatted(probe, entries));
    }
}
