package io.azureccm.common.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.Schedule;
import io.azureccm.common.core.text.PlanText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The text of a plan is recorded in parts; those of operations that are described as before are the same ones. */
class RecordedPlansTest {
    private static final ArmId FIRST = ArmId.of("sub", "group", ArmTypes.PUBLIC_IP, "first");
    private static final ArmId SECOND = ArmId.of("sub", "group", ArmTypes.LOAD_BALANCER, "a-longer-name");

    private final RecordedPlans plans = new RecordedPlans("services");

    @Test
    void theTextOfAPlanHasTheWordsThatTheLogShows() {
        Schedule schedule = new Schedule(List.of(), Map.of(FIRST, "the end of a pause"));
        for (Plan plan : List.of(plan(), plan(put(FIRST, "a")),
                plan(put(FIRST, "a"), put(SECOND, "b").after(Set.of(FIRST))),
                plan(put(FIRST, "a")).with(schedule),
                new Plan("scope", List.of(), List.of(new Refusal("Code", "ns/name", "wrong")), Plan.Basis.NONE)))
            assertThat(words(plans.of(plan, "").text()))
                    .isEqualTo(words(new PlanText("services", 9, 9, 9).render(plan)));
    }

    @Test
    void whatIsNotDescribedAsBeforeHasOtherLinesAndTheRestIsNotMadeAgain() {
        RecordedPlan before = plans.of(plan(put(FIRST, "a"), put(SECOND, "b")), "");

        RecordedPlan now = plans.of(plan(put(FIRST, "a"), put(SECOND, "c")), "");

        assertThat(now.text()).contains(" a ", " c ").doesNotContain(" b ");
        assertThat(part(now, "first")).isSameAs(part(before, "first"));
        assertThat(plans.of(plan(put(FIRST, "a").awaiting(Set.of("x")), put(SECOND, "c")), "").text())
                .contains("awaits x");
    }

    @Test
    void aPlanIsComparedWithThatOfAnEarlierFormatWhateverTheWidthsOfItsColumns() {
        RecordedPlan plan = plans.of(plan(put(FIRST, "a"), put(SECOND, "b")), "");
        String text = new PlanText("services", 9, 9, 9).render(plan(put(FIRST, "a"), put(SECOND, "b")));
        RecordedPlan earlier = new RecordedPlan(JsonNodeFactory.instance.textNode(text), plan.digest(), Map.of());

        assertThat(plan.isSameAs(earlier)).isTrue();
        assertThat(plan.isSameAs(new RecordedPlan(MissingNode.getInstance(), plan.digest(), Map.of()))).isFalse();
    }

    private static JsonNode part(RecordedPlan plan, String name) {
        return plan.lines()
                .valueStream()
                .filter(each -> each.toString().contains(name))
                .findFirst()
                .orElseThrow();
    }

    private static Plan plan(Operation... operations) {
        return new Plan("scope", List.of(operations), List.of(), Plan.Basis.NONE);
    }

    private static Operation put(ArmId target, String rule) {
        return Operation.put(target, JsonNodeFactory.instance.objectNode(), "",
                List.of(Change.add("rule", rule, new Cause("Wanted", "ns/name"))));
    }

    private static String words(String text) {
        return text.replaceAll(" +", " ");
    }
}
