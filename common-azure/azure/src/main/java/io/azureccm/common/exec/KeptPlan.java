package io.azureccm.common.exec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One plan in the journal, with its outcomes so far. While it is kept completely, its JSON is created on request; afterwards
 * only the text and the packed JSON without bodies are left. Guarded by the journal's lock; the entries that it returns never
 * change.
 */
final class KeptPlan {
    private final long number;
    private final Instant at;
    private final String scope;
    private final Map<ArmId, Outcome> outcomes = new HashMap<>();
    private final Set<ArmId> open = new HashSet<>();
    private String text;
    private boolean done;
    /** Null once only the packed JSON is left. */
    private Plan plan;
    private PlanNumbers numbers;
    /** Null if something has changed since the last request. */
    private Supplier<ObjectNode> json;

    KeptPlan(Plan plan, PlanNumbers numbers, Instant at, String text) {
        this.number = numbers.number();
        this.at = at;
        this.scope = plan.scope();
        this.text = text;
        this.plan = plan;
        this.numbers = numbers;
        this.done = plan.isEmpty();
        plan.ready().forEach(operation -> open.add(operation.target()));
    }

    /** A plan of writes to something other than ARM. */
    KeptPlan(PrintedPlan plan, long number, Instant at, String text) {
        this.number = number;
        this.at = at;
        this.scope = plan.scope();
        this.text = text;
        this.numbers = PlanNumbers.of(number);
        this.done = plan.isEmpty();
        this.json = PackedJson.of(plan.json(number));
    }

    long number() {
        return number;
    }

    String scope() {
        return scope;
    }

    PlanJournal.Entry entry() {
        return new PlanJournal.Entry(number, at, scope, text, json(), done);
    }

    private Supplier<ObjectNode> json() {
        if (json == null)
            json = render(false);
        return json;
    }

    private Supplier<ObjectNode> render(boolean withBodies) {
        Plan whole = plan;
        PlanNumbers shown = numbers;
        if (outcomes.isEmpty())
            return () -> PlanJson.of(whole, shown, withBodies);
        Map<ArmId, Outcome> now = new HashMap<>(outcomes);
        return () -> PlanJson.of(soFar(whole, now), shown, withBodies);
    }

    private static PlanOutcome soFar(Plan plan, Map<ArmId, Outcome> outcomes) {
        Map<ArmId, Outcome> all = new HashMap<>();
        plan.operations()
                .forEach(operation -> all.put(operation.target(), outcomes.getOrDefault(operation.target(),
                        new Outcome.NotAttempted(Outcome.NotAttempted.Reason.DEFERRED, "not sent yet"))));
        return new PlanOutcome(plan, all);
    }

    /** Its unfinished operations are in the next plan of its scope. */
    void superseded() {
        done = true;
    }

    void executed(PlanOutcome whole, String line) {
        done = true;
        add(whole.outcomes(), line);
    }

    void executed(String line) {
        done = true;
        text += "\n" + line;
        json = PackedJson.of(json().get().put("outcome", line));
    }

    /** The plan is done when all operations that it did not defer have ended. */
    void ended(Operation operation, Outcome outcome, String line) {
        open.remove(operation.target());
        done |= open.isEmpty();
        add(Map.of(operation.target(), outcome), line);
    }

    private void add(Map<ArmId, Outcome> ended, String line) {
        text += "\n" + line;
        numbers = PlanNumbers.of(number);
        if (plan == null) {
            ObjectNode packed = json().get();
            ended.forEach((target, outcome) -> PlanJson.add(packed, target, outcome));
            json = PackedJson.of(packed);
        } else {
            outcomes.putAll(ended);
            json = null;
        }
    }

    /** Drops the bodies: both what it writes and what Azure has returned. */
    void withoutBodies() {
        if (plan == null)
            return;
        json = PackedJson.of(json().get());
        plan = null;
        outcomes.clear();
    }

    /** Empty once the bodies are dropped. */
    Optional<ObjectNode> withBodies() {
        return plan == null ? Optional.empty() : Optional.of(render(true).get());
    }
}
