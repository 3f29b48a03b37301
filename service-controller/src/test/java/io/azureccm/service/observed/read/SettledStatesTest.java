package io.azureccm.service.observed.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ArmElement;
import io.azureccm.service.observed.InFlightChanges;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What may still change while an operation is in progress. */
class SettledStatesTest {
    private static final ArmId BALANCER = ArmId.of("sub", "rg", ArmTypes.LOAD_BALANCER, "kubernetes");
    private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");

    private record Shown(ObjectNode json) implements ArmElement {}

    private SettledStates states = SettledStates.NONE;

    @Test
    void resourceThatWasNeverSeenAtRestIsInDoubtAltogether() {
        assertThat(after(balancer("Updating", 80), BEGIN).of(BALANCER)).isEmpty();
    }

    @Test
    void whatIsAsItWasBeforeTheOperationIsInNoDoubt() {
        after(balancer("Succeeded", 80), BEGIN);

        assertThat(after(balancer("Updating", 80), BEGIN).of(BALANCER).orElseThrow()).isEmpty();
    }

    @Test
    void elementsThatChangedCameOrWentAreInDoubt() {
        after(with(balancer("Succeeded", 80), "probes", "old"), BEGIN);
        ObjectNode changed = with(balancer("Updating", 81), "frontendIPConfigurations", "New");

        assertThat(after(changed, BEGIN).of(BALANCER).orElseThrow()).containsExactlyInAnyOrder("new", "old", "rule");
    }

    @Test
    void whatAzureFillsInByItselfIsNoChange() {
        after(balancer("Succeeded", 80), BEGIN);
        ObjectNode changed = balancer("Updating", 80);
        ArmJson.list(changed, "properties", "loadBalancingRules")
                .forEach(rule -> rule.put("etag", "2")
                        .withObjectProperty("properties")
                        .put("provisioningState", "Updating"));

        assertThat(after(changed, BEGIN).of(BALANCER).orElseThrow()).isEmpty();
    }

    @Test
    void afterAFailureNothingIsKnown() {
        after(balancer("Succeeded", 80), BEGIN);
        after(balancer("Failed", 80), BEGIN);

        assertThat(after(balancer("Updating", 80), BEGIN).of(BALANCER)).isEmpty();
    }

    @Test
    void operationThatRunsForLongerThanAnyOfOursIsSomebodyElses() {
        after(balancer("Updating", 80), BEGIN);
        assertThat(after(balancer("Updating", 80), BEGIN.plus(SettledStates.MAX_AGE)).of(BALANCER)).isEmpty();
        assertThat(after(balancer("Updating", 80), BEGIN.plus(SettledStates.MAX_AGE).plusSeconds(1)).of(BALANCER)
                .orElseThrow()).isEmpty();
    }

    private InFlightChanges after(ObjectNode shown, Instant now) {
        SettledStates.Observed observed = states.after(List.of(new Shown(shown)), now);
        states = observed.states();
        return observed.inFlight();
    }

    private static ObjectNode balancer(String state, int port) {
        ObjectNode balancer = ArmJson.object().put("id", BALANCER.toString());
        balancer.putObject("properties").put("provisioningState", state);
        with(balancer, "loadBalancingRules", "Rule");
        ArmJson.list(balancer, "properties", "loadBalancingRules")
                .forEach(rule -> rule.withObjectProperty("properties").put("frontendPort", port));
        return balancer;
    }

    private static ObjectNode with(ObjectNode balancer, String property, String name) {
        balancer.withObjectProperty("properties").withArrayProperty(property).addObject().put("name", name);
        return balancer;
    }
}
