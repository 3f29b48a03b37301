package io.azureccm.common.observe.endpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.azureccm.common.resilience.budget.BudgetState;
import java.util.Map;

/** A {@link BudgetState} as a JSON tree. */
final class BudgetJson {
    private static final double HUNDRED = 100;

    private BudgetJson() {}

    static ObjectNode of(BudgetState state) {
        BudgetSettings settings = state.settings();
        ObjectNode json = JsonNodeFactory.instance.objectNode()
                .put("at", state.at().toString())
                .put("enabled", settings.enabled())
                .put("readShare", settings.shares().reads())
                .put("writeShare", settings.shares().writes())
                .put("reserve", settings.reserve())
                .put("longestWaitSeconds", settings.longestWait().toSeconds());
        json.set("waiting", waiting(state.waiting()));
        ArrayNode buckets = json.putArray("buckets");
        state.buckets().forEach(bucket -> buckets.add(bucket(state, bucket)));
        return json;
    }

    private static ObjectNode bucket(BudgetState state, BudgetState.Bucket bucket) {
        BudgetState.Level level = bucket.level();
        ObjectNode json = JsonNodeFactory.instance.objectNode()
                .put("subscription", bucket.subscription())
                .put("limit", bucket.limit());
        if (!bucket.resource().isEmpty()) {
            json.put("resource", bucket.resource());
        }
        json.put("left", rounded(level.left()))
                .put("size", rounded(level.size()))
                .put("perSecond", rounded(level.rate()))
                .put("source", level.source());
        if (level.closedForNanos() > 0) {
            json.put("closedUntil", state.at().plusNanos(level.closedForNanos()).toString());
        }
        json.set("waiting", waiting(bucket.waiting()));
        ObjectNode used = json.putObject("used");
        bucket.used().forEach(used::put);
        return json;
    }

    private static ObjectNode waiting(Map<CallPriority, Integer> counts) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        counts.forEach((priority, count) -> json.put(priority.label(), count));
        return json;
    }

    static double rounded(double figure) {
        return Math.floor(figure * HUNDRED) / HUNDRED;
    }
}
