package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;
import io.azureccm.common.core.text.PlanText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Plans of writes to Azure, turn by turn, as they are recorded. A plan that is equal to the one before costs little. Not thread-safe. */
public final class RecordedPlans {
    private final PlanText text;
    private Digests<Operation> operations = operations();
    private Plan last;
    private RecordedPlan recorded;

    /** {@code noun}: what is planned for. */
    public RecordedPlans(String noun) {
        this.text = new PlanText(noun, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    private static Digests<Operation> operations() {
        return new Digests<>(each -> PlanJson.of(new Plan("", List.of(each), List.of(), Plan.Basis.NONE),
                PlanNumbers.NONE, false));
    }

    /** {@code more}: what the turn decides beside the plan. */
    public RecordedPlan of(Plan plan, String more) {
        Plan now = plan.with(Plan.Basis.NONE);
        if (!now.equals(last)) {
            last = now;
            recorded = new RecordedPlan(text.render(now), digest(now), bodies(now));
        }
        JsonNode all = JsonNodeFactory.instance.arrayNode()
                .add(recorded.digest())
                .add(String.valueOf(plan.basis()))
                .add(more);
        return new RecordedPlan(recorded.text(), Digests.of(all), recorded.bodies());
    }

    /** Of most operations of a large plan, nothing changes from turn to turn; their order and waits are in its text. */
    private String digest(Plan plan) {
        Plan rest = new Plan(plan.scope(), List.of(), plan.refusals(), Plan.Basis.NONE, plan.schedule(), plan.held());
        Map<String, Operation> byTarget = new HashMap<>();
        plan.operations().forEach(each -> byTarget.put(each.target().toString(), each));
        if (plan.isEmpty())
            operations = operations();
        return Digests.of(PlanJson.of(rest, PlanNumbers.NONE, false)) + operations.of(byTarget);
    }

    private static Map<String, JsonNode> bodies(Plan plan) {
        Map<String, JsonNode> bodies = new TreeMap<>();
        for (Operation each : plan.operations()) {
            if (each.body() != null)
                bodies.put(each.verb() + " " + each.target(), each.body());
        }
        return bodies;
    }
}
