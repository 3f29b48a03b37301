package io.azureccm.common.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.reconcile.Dispatcher;
import io.azureccm.common.reconcile.Scope;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.common.reconcile.turn.TurnSteps;
import java.time.Instant;
import java.util.List;

/** Knows the last text that was posted, and plans its length. */
public class LastText implements Scope<String, String, String, Effect>, TurnSteps<String, String, String, Effect> {
    /** Texts as JSON. */
    public static final class Codec implements TurnCodec<String, String, String> {
        @Override
        public JsonNode event(String event) {
            return JsonNodeFactory.instance.textNode(event);
        }

        @Override
        public String event(JsonNode json) {
            return json.asText();
        }

        @Override
        public JsonNode state(String known) {
            return event(known);
        }

        @Override
        public String state(JsonNode json) {
            return json.asText();
        }

        @Override
        public RecordedPlan plan(String plan) {
            return RecordedPlan.of(plan, event(plan));
        }
    }

    @Override
    public String begin(Instant now) {
        return "";
    }

    @Override
    public String update(String known, List<String> events, Instant now) {
        return events.isEmpty() ? known : events.getLast();
    }

    @Override
    public String plan(String known, Lanes underWay, Instant now) {
        return "length " + known.length();
    }

    @Override
    public TurnSteps<String, String, String, Effect> steps() {
        return this;
    }

    @Override
    public void print(String plan, Instant now) {}

    @Override
    public Result<String, Effect> decide(String known, String plan, Lanes underWay, Instant now) {
        return new Result<>(known, List.of());
    }

    @Override
    public void perform(Effect effect, Dispatcher<String> dispatcher) {}

    @Override
    public Instant nextTurn(String known, String plan, Instant now) {
        return Instant.MAX;
    }
}
