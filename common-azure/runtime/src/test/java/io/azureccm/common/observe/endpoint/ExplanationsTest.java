package io.azureccm.common.observe.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation.Section;
import io.azureccm.common.core.explain.Explanation.State;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.observe.ControllerState.Leadership;
import io.azureccm.common.observe.ControllerState.OtherPrograms;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Why something is as it is: who may answer, in which form, and the last operations with what became of them. */
class ExplanationsTest {
    private static final Instant NOW = Instant.parse("2026-05-04T03:02:01.5Z");
    private static final ArmId ADDRESS = ArmId.of("sub", "rg", ArmTypes.PUBLIC_IP, "kubernetes-a1");

    private final PlanJournal journal = new PlanJournal(PlanText.of("services"), 10,
            Clock.fixed(NOW, ZoneOffset.UTC), () -> "");

    @Test
    void textHasTheHeadTheSectionsInColumnsAndTheLastOperationsOfTheObjectAlone() {
        record(Set.of("shop/web"), new Outcome.Rejected(403, "AuthorizationFailed", "no"));
        record(Set.of("shop/other"), new Outcome.Applied(null));
        record(Set.of("shop/web"), new Outcome.NotAttempted(Outcome.NotAttempted.Reason.DEFERRED, "not sent yet"));
        Explanation known = new Explanation("Service", "shop/web", State.FAILED, "it cannot be written",
                List.of(new Section("asks for", List.of(new Line("exposure", "external", "default"),
                        new Line("port", "TCP 80", "spec.ports"))), new Section("waits for", List.of())));

        WebEndpointResponse<Object> answer = of(Optional.of(known), leading(true, "me"))
                .of("shop/web", ResponseFormat.JSON, "text");

        assertThat(answer.getStatus()).isEqualTo(200);
        assertThat((String) answer.getBody()).isEqualTo("""
                Service shop/web: failed, it cannot be written
                asks for
                  exposure  external  default
                  port      TCP 80    spec.ports
                last operations
                  2026-05-04T03:02:01Z #1  + publicIPAddresses/kubernetes-a1  Rejected: no
                """);
    }

    @Test
    void longTextIsInFullOnce() {
        String problem = "LinkedAuthorizationFailed (HTTP 403): The client 'c' has permission to perform action"
                + " 'Microsoft.Network/loadBalancers/write'; however, it does not have permission to perform action"
                + " 'Microsoft.Network/publicIPAddresses/join/action' on the linked scope.";
        record(Set.of("shop/web"),
                new Outcome.Rejected(403, "LinkedAuthorizationFailed", problem + " (request id 12)"));
        Explanation known = new Explanation("Service", "shop/web", State.FAILED, problem + " (request id 13)",
                List.of(new Section("waits for",
                        List.of(new Line("the next attempt", "kubernetes: " + problem, "now")))));

        String text = (String) of(Optional.of(known), leading(true, "me")).of("shop/web", ResponseFormat.TEXT, null)
                .getBody();

        assertThat(text).containsOnlyOnce("on the linked scope")
                .contains("kubernetes: LinkedAuthorizationFailed (HTTP 403): The ... (as above)  now",
                        "Rejected: LinkedAuthorizationFailed (HTTP 403): The ... (as above)\n");
    }

    @Test
    void operationWithoutAnOutcomeSaysWhichPlanHasIt() {
        Operation operation = Operation.delete(ADDRESS, List.of()).forSubjects(Set.of("shop/web"));
        journal.planned(new Plan("lb=a", List.of(operation), List.of(), Plan.Basis.NONE));
        journal.planned(new Plan("lb=a", List.of(operation), List.of(), Plan.Basis.NONE));
        Explanation known = new Explanation("Service", "shop/web", State.PENDING, "", List.of());

        assertThat(of(Optional.of(known), leading(true, "me")).of("shop/web", ResponseFormat.TEXT, null).getBody())
                .asString()
                .contains("no outcome yet", "#1  - publicIPAddresses/kubernetes-a1  superseded by plan #2");
    }

    @Test
    void jsonIsTheExplanationItself() {
        Explanation known = new Explanation("Node", "n1", State.PROGRAMMED, "", List.of());

        WebEndpointResponse<Object> answer = of(Optional.of(known), leading(true, "me"))
                .of("n1", ResponseFormat.JSON, null);

        assertThat(answer.getBody()).isEqualTo(known);
    }

    @Test
    void anObjectThatTheControllerDoesNotWorkForIsNotFound() {
        Explanation known = new Explanation("Node", "n1", State.IGNORED, "there is no such node", List.of());

        assertThat(of(Optional.of(known), leading(true, "me")).of("n1", ResponseFormat.TEXT, null).getStatus())
                .isEqualTo(404);
    }

    @Test
    void anInstanceThatDoesNotLeadSaysWhoDoes() {
        WebEndpointResponse<Object> answer = of(Optional.empty(), leading(false, "azure-service-controller-7"))
                .of("shop/web", ResponseFormat.TEXT, null);

        assertThat(answer.getStatus()).isEqualTo(503);
        assertThat(answer.getBody())
                .isEqualTo("This instance does not lead; azure-service-controller-7 does.\n");
    }

    @Test
    void anInstanceThatHasJustBegunToLeadSaysThatItHasNoPlanYet() {
        WebEndpointResponse<Object> answer = of(Optional.empty(), leading(true, "me"))
                .of("shop/web", ResponseFormat.JSON, null);

        assertThat(answer.getStatus()).isEqualTo(503);
        assertThat(answer.getBody()).isEqualTo(new Explanations.Unknown(
                "This instance leads and has not made its first plan yet; try again in a moment."));
    }

    private Explanations of(Optional<Explanation> known, Leadership leadership) {
        return new Explanations(() -> subject -> known, journal, () -> leadership);
    }

    private static Leadership leading(boolean is, String holder) {
        return new Leadership(is, "lease", NOW, holder, Optional.empty(), OtherPrograms.NONE);
    }

    private void record(Set<String> subjects, Outcome outcome) {
        Operation operation = Operation
                .put(ADDRESS, com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode(), "",
                        List.of(Change.create(ADDRESS, Cause.of("ServiceAdded"))))
                .forSubjects(subjects);
        long number = journal.planned(new Plan("lb=kubernetes", List.of(operation), List.of(), Plan.Basis.NONE));
        journal.ended(number, operation, outcome, Duration.ofMillis(3));
    }
}
