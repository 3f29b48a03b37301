package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;
import io.azureccm.common.core.text.PlanText;
import java.util.Map;
import java.util.TreeMap;

/** Plans of writes to Azure, turn by turn, as they are recorded. A plan that is equal to the one before costs little. Not thread-safe. */
public final class RecordedPlans {
    private final PlanText text;
    private Plan last;
    private RecordedPlan recorded;

    /** {@code noun}: what is planned for. */
    public RecordedPlans(String noun) {
        this.text = new PlanText(noun, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** {@code more}: what the turn decides beside the plan. */
    public RecordedPlan of(Plan plan, String more) {
        Plan now = plan.with(Plan.Basis.NONE);
        if (!now.equals(last)) {
            last = now;
            recorded = new RecordedPlan(text.render(now), Digests.of(PlanJson.of(now, PlanNumbers.NONE, false)),
                    bodies(now));
        }
        JsonNode all = JsonNodeFactory.instance.arrayNode()
                .add(recorded.digest())
                .add(String.valueOf(plan.basis()))
                .add(more);
        return new RecordedPlan(recorded.text(), Digests.of(all), recorded.bodies());
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
