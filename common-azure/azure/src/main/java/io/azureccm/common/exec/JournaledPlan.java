package io.azureccm.common.exec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.text.CompressedJson;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;
import io.azureccm.common.core.text.PlanText;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * One plan in the journal, with its outcomes so far. While it is kept completely, its JSON is created on request; afterwards
 * only the text and the packed JSON without bodies are left. Guarded by the journal's lock; the entries that it returns never
 * change.
 */
final class JournaledPlan {
    private static final int MAX_LINES = 500;

    private final long number;
    private final Instant at;
    private final String scope;
    private final Map<ArmId, Outcome> outcomes = new HashMap<>();
    private final Set<ArmId> open = new HashSet<>();
    /** The latest lines after the head: outcomes, of which a write that is refused for days has one for each attempt. */
    private final Deque<String> lines = new ArrayDeque<>();
    private int droppedLines;
    private final Head head;
    /** By target, the earlier plan that made the same write. */
    private final Map<ArmId, Long> madeBy = new HashMap<>();
    private long successor;
    private boolean done;
    private boolean nothingLeft;
    /** Null once only the packed JSON is left. */
    private Plan plan;
    private PlanNumbers numbers;
    /** Null while the plan is kept completely. */
    private CompressedJson packed;
    /** Outcomes that the packed JSON does not have, without what Azure has returned. */
    private final Map<ArmId, Outcome> since = new HashMap<>();

    /** The plan as printed: whole, and without what the plan before it has, too. */
    record Head(String text, String news) {}

    JournaledPlan(Plan plan, PlanNumbers numbers, Instant at, Head head) {
        this.number = numbers.number();
        this.at = at;
        this.scope = plan.scope();
        this.head = head;
        this.plan = plan;
        this.numbers = numbers;
        this.done = plan.isEmpty();
        plan.ready().forEach(operation -> open.add(operation.target()));
    }

    /** Its writes to the cluster have an outcome, too. */
    JournaledPlan untilExecuted() {
        done = plan.schedule().clusterWrites().isEmpty();
        return this;
    }

    long number() {
        return number;
    }

    String scope() {
        return scope;
    }

    PlanJournal.Entry entry() {
        String rest = rest();
        return new PlanJournal.Entry(number, at, scope, head.text() + rest, head.news() + rest, json(), done);
    }

    private String rest() {
        return (droppedLines == 0 ? "" : "\n... and " + droppedLines + " earlier lines")
                + lines.stream().map(line -> "\n" + line).collect(Collectors.joining()) + nothingLeftLine();
    }

    private Supplier<ObjectNode> json() {
        if (plan != null)
            return render(false);
        CompressedJson before = packed;
        Map<ArmId, Outcome> later = Map.copyOf(since);
        long next = successor;
        return () -> {
            ObjectNode json = (ObjectNode) before.get();
            later.forEach((target, outcome) -> PlanJson.add(json, target, outcome));
            return superseded(json, next);
        };
    }

    private Supplier<ObjectNode> render(boolean withBodies) {
        Plan whole = plan;
        PlanNumbers shown = numbers;
        Map<ArmId, Outcome> now = new HashMap<>(outcomes);
        Map<ArmId, Long> earlier = new HashMap<>(madeBy);
        long later = successor;
        return () -> linked(json(whole, now, shown, withBodies), earlier, later);
    }

    private static ObjectNode json(Plan plan, Map<ArmId, Outcome> outcomes, PlanNumbers numbers, boolean withBodies) {
        if (outcomes.isEmpty())
            return withBodies ? PlanJson.withBodies(plan, numbers) : PlanJson.of(plan, numbers);
        PlanOutcome soFar = soFar(plan, outcomes);
        return withBodies ? PlanJson.withBodies(soFar, numbers) : PlanJson.of(soFar, numbers);
    }

    private static PlanOutcome soFar(Plan plan, Map<ArmId, Outcome> outcomes) {
        Map<ArmId, Outcome> all = new HashMap<>();
        plan.operations()
                .forEach(operation -> all.put(operation.target(), outcomes.getOrDefault(operation.target(),
                        new Outcome.NotAttempted(Outcome.NotAttempted.Reason.DEFERRED, "not sent yet"))));
        return new PlanOutcome(plan, all);
    }

    /** With the plans that the work of this one was shared with: earlier ones that made some of its writes, and the one that has the rest. */
    private static ObjectNode linked(ObjectNode json, Map<ArmId, Long> earlier, long later) {
        for (JsonNode operation : json.path("operations")) {
            Long maker = earlier.get(ArmId.parse(operation.path("target").asText()));
            if (maker != null && operation.path("outcome") instanceof ObjectNode outcome)
                outcome.put("madeByPlan", maker);
        }
        return superseded(json, later);
    }

    private static ObjectNode superseded(ObjectNode json, long by) {
        return by > 0 ? json.put("supersededBy", by) : json;
    }

    /** Its unfinished operations are in the next plan of its scope. */
    void superseded(long by) {
        if (done)
            return;
        done = true;
        successor = by;
        line("Plan #" + number + " is superseded by #" + by);
    }

    /** What it would still write is not needed any more, or was written otherwise. */
    void nothingLeft() {
        if (done)
            return;
        done = true;
        nothingLeft = true;
    }

    /** An outcome may come after it: a write shows in what is planned from before it is told here. */
    private String nothingLeftLine() {
        return nothingLeft && !open.isEmpty() ? "\nPlan #" + number + " has nothing left to write" : "";
    }

    /** An earlier plan has made a write; the same write of this plan is done with it. */
    void endedBefore(long earlier, Operation operation, Outcome outcome) {
        if (plan == null || !open.contains(operation.target())
                || plan.operations().stream().noneMatch(own -> isSame(own, operation)))
            return;
        madeBy.put(operation.target(), earlier);
        ended(operation, outcome, "Outcome #" + number + "  " + PlanText.sign(operation) + " "
                + operation.target().shortName() + "  " + PlanText.label(outcome) + " by plan #" + earlier);
    }

    private static boolean isSame(Operation one, Operation other) {
        return one.target().equals(other.target()) && one.verb() == other.verb()
                && parts(one).equals(parts(other));
    }

    /** What is written, whatever the cause. */
    private static List<List<Object>> parts(Operation operation) {
        return operation.changes()
                .stream()
                .map(each -> List.<Object>of(each.kind(), each.element(), each.name(), each.fields()))
                .toList();
    }

    private void line(String line) {
        lines.add(line);
        if (lines.size() > MAX_LINES) {
            lines.remove();
            droppedLines++;
        }
    }

    void executed(PlanOutcome whole, String line) {
        done = true;
        add(whole.outcomes(), line);
    }

    void executed(String line) {
        done = true;
        line(line);
        packed = CompressedJson.of(json().get().put("outcome", line));
        plan = null;
        outcomes.clear();
    }

    /** The plan is done when all operations that it did not defer have ended. */
    void ended(Operation operation, Outcome outcome, String line) {
        open.remove(operation.target());
        done |= open.isEmpty();
        add(Map.of(operation.target(), outcome), line);
    }

    private void add(Map<ArmId, Outcome> ended, String line) {
        line(line);
        numbers = PlanNumbers.of(number);
        if (plan == null) {
            ended.forEach((target, outcome) -> since.put(target,
                    outcome instanceof Outcome.Applied ? new Outcome.Applied(null) : outcome));
        } else {
            outcomes.putAll(ended);
        }
    }

    /** Drops the bodies: both what it writes and what Azure has returned. */
    void withoutBodies() {
        if (plan == null)
            return;
        packed = CompressedJson.of(json().get());
        plan = null;
        outcomes.clear();
    }

    /** Empty once the bodies are dropped. */
    Optional<ObjectNode> withBodies() {
        return plan == null ? Optional.empty() : Optional.of(render(true).get());
    }
}
