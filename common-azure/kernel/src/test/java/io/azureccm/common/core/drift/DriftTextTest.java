package io.azureccm.common.core.drift;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What users read: what was found, and what was done; only a good outcome is told as done. */
class DriftTextTest {
    private static final ArmId BALANCER = id(ArmTypes.LOAD_BALANCER, "kubernetes");
    private static final ArmId NIC = id(ArmTypes.NETWORK_INTERFACE, "vm-0-nic");
    private static final Cause DRIFT = new Cause("Drift", "shop/web");
    private static final Outcome GOOD = new Outcome.Applied(null);

    @Test
    void eachKindOfFindingIsOneSentence() {
        assertThat(text(GOOD, BALANCER, Change.add("rule", "a-TCP-80", DRIFT)))
                .isEqualTo("Rule a-TCP-80 of load balancer kubernetes was removed by somebody else; put back");
        assertThat(text(GOOD, BALANCER, Change.remove("rule", "a-TCP-99", DRIFT)))
                .isEqualTo("Rule a-TCP-99 of load balancer kubernetes was added by somebody else; removed");
        assertThat(text(GOOD, BALANCER,
                Change.update("rule", "a-TCP-80", List.of(new FieldChange("idleTimeoutInMinutes", "30", "4")), DRIFT)))
                .isEqualTo("Rule a-TCP-80 of load balancer kubernetes was changed by somebody else "
                        + "(idleTimeoutInMinutes is 30, not 4); set right");
        assertThat(text(GOOD, BALANCER.child("backendAddressPools", "kubernetes"), Change.update("pool", "kubernetes",
                List.of(new FieldChange("loadBalancerBackendAddresses[n1]", "", "{\"name\": \"a very long address\"}")),
                DRIFT))).isEqualTo("Pool kubernetes of load balancer kubernetes was changed by somebody else "
                        + "(loadBalancerBackendAddresses[n1]); set right");
        assertThat(text(GOOD, NIC, Change.add("pool", "kubernetes/kubernetes", DRIFT)))
                .isEqualTo("Network interface vm-0-nic was taken out of pool kubernetes/kubernetes by somebody else; "
                        + "put back");
    }

    @Test
    void partsOfWhatWasDeletedAreNotNamed() {
        assertThat(text(GOOD, BALANCER, Change.create(BALANCER, DRIFT), Change.add("frontend", "a", DRIFT),
                Change.add("rule", "a-TCP-80", DRIFT)))
                .isEqualTo("Load balancer kubernetes was deleted by somebody else; made again");
    }

    @Test
    void manyAreNamedByTheFirst() {
        Change[] rules = IntStream.range(0, 200)
                .mapToObj(port -> Change.add("rule", "a-TCP-" + port, DRIFT))
                .toArray(Change[]::new);

        assertThat(text(GOOD, BALANCER, rules)).isEqualTo(
                "Rules a-TCP-0, a-TCP-1, a-TCP-2 and 197 more of load balancer kubernetes were removed by somebody "
                        + "else; put back");
    }

    @Test
    void whatWasNotDoneIsNotToldAsDone() {
        assertThat(text(new Outcome.Rejected(403, "RequestDisallowedByPolicy", "no"), BALANCER,
                Change.add("rule", "a-TCP-80", DRIFT)))
                .isEqualTo("Rule a-TCP-80 of load balancer kubernetes was removed by somebody else; "
                        + "not put back yet: RequestDisallowedByPolicy (HTTP 403): no");
    }

    @Test
    void theLastRoundHasTheLastWord() {
        PlanOutcome conflict = round(new Outcome.Conflict("412"), BALANCER, Change.add("rule", "a", DRIFT));
        PlanOutcome good = round(GOOD, BALANCER, Change.add("rule", "a", DRIFT));
        PlanOutcome nothing = new PlanOutcome(plan(), Map.of());

        assertThat(DriftFinding.of(List.of(conflict, good))).singleElement()
                .matches(DriftFinding::isCorrected);
        assertThat(DriftFinding.of(List.of(good, nothing))).singleElement().matches(DriftFinding::isCorrected);
        assertThat(DriftFinding.of(List.of(conflict, nothing))).as("somebody else put it right").isEmpty();
        assertThat(DriftFinding.of(List.of(round(GOOD, BALANCER, Change.add("rule", "a", Cause.of("ServiceAdded"))))))
                .isEmpty();
    }

    private static String text(Outcome outcome, ArmId target, Change... changes) {
        return DriftText.of(DriftFinding.of(List.of(round(outcome, target, changes))));
    }

    private static PlanOutcome round(Outcome outcome, ArmId target, Change... changes) {
        Map<ArmId, Outcome> outcomes = new HashMap<>();
        outcomes.put(target, outcome);
        return new PlanOutcome(
                plan(Operation.put(target, JsonNodeFactory.instance.objectNode(), "", List.of(changes))), outcomes);
    }

    private static Plan plan(Operation... operations) {
        return new Plan("lb=kubernetes", List.of(operations), List.of(), Plan.Basis.NONE);
    }

    private static ArmId id(String type, String name) {
        return ArmId.of("00000000-0000-0000-0000-000000000001", "k8s", type, name);
    }
}
