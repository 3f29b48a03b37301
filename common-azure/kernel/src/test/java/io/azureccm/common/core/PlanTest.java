package io.azureccm.common.core;

import static io.azureccm.common.core.Given.delete;
import static io.azureccm.common.core.Given.ip;
import static io.azureccm.common.core.Given.loadBalancer;
import static io.azureccm.common.core.Given.object;
import static io.azureccm.common.core.Given.plan;
import static io.azureccm.common.core.Given.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void onePlanWritesAResourceOnce() {
        ArmId odd = ArmId.parse(ip("a").toString().toUpperCase(java.util.Locale.ROOT));
        assertThatThrownBy(() -> plan(put(ip("a")), delete(odd))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two operations");
    }

    @Test
    void anActionIsNamedByAPostAndByNothingElse() {
        assertThatThrownBy(() -> Operation.post(ip("a"), "", object("{}"), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Operation(Operation.Verb.PUT, ip("a"), "start", object("{}"), "", List.of(),
                Set.of(), Set.of(), Set.of(), Set.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPutNeedsABodyAndADeleteTakesNone() {
        assertThatThrownBy(() -> Operation.put(ip("a"), null, "", List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                () -> new Operation(Operation.Verb.DELETE, ip("a"), "", object("{}"), "", List.of(), Set.of(),
                        Set.of(), Set.of(), Set.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void operationThatIsToldOtherwiseHasTheSameBody() {
        ObjectNode body = object("{'a':1}");
        Operation operation = Operation.put(ip("a"), body, "", List.of());
        assertThat(operation.after(Set.of(ip("b"))).forSubjects(Set.of("shop/web")).awaiting(Set.of("b")).body())
                .isSameAs(body);
    }

    @Test
    void onlyAChangeThatAddsTheResourceItselfMakesAPutACreation() {
        Cause cause = Cause.of("ServiceAdded");
        ObjectNode body = object("{}");
        assertThat(Operation.put(ip("a"), body, "", List.of(Change.create(ip("a"), cause))).isCreation()).isTrue();
        assertThat(Operation.put(ip("a"), body, "", List.of(Change.add("rule", "a", cause))).isCreation()).isFalse();
        assertThat(Operation.delete(ip("a"), List.of(Change.create(ip("a"), cause))).isCreation()).isFalse();
    }

    @Test
    void readyAndDeferredOperationsAreThePlan() {
        Plan plan = plan(put(loadBalancer("lb")), put(ip("a")).awaiting(Set.of("the address of b")), put(ip("b")));
        assertThat(plan.ready()).extracting(operation -> operation.target().name()).containsExactly("lb", "b");
        assertThat(plan.deferred()).extracting(operation -> operation.target().name()).containsExactly("a");
    }

    @Test
    void anOutcomeIsNotGoodWhileOneOfItsOperationsIsNot() {
        Plan plan = plan(put(ip("a")).forSubjects(Set.of("shop/web")),
                put(loadBalancer("lb")).forSubjects(Set.of("shop/web", "pay/api")));
        PlanOutcome outcome = new PlanOutcome(plan, Map.of(ip("a"), new Outcome.Unknown("lost"), loadBalancer("lb"),
                new Outcome.Applied(null)));
        assertThat(outcome.allGood()).isFalse();
    }
}
