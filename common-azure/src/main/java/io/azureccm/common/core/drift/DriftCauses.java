package io.azureccm.common.core.drift;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.diff.DiffRules;
import io.azureccm.common.core.diff.Differ;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Names the changes of a plan that nobody asked for. A change is drift when the plan would not have it if Azure still showed what
 * was last in place: then what is wanted is the same, and what is there is not. Pure. What is sent stays as it is.
 */
public final class DriftCauses {
    /** The reason of a change that nobody asked for. */
    public static final String DRIFT = "Drift";
    /** Reasons of writes to a resource of which nobody knows what was done to it last. */
    private static final Set<String> UNSURE = Set.of("LastWriteFailed", "OperationUnderWay");

    private final PartsReader reader;
    private final DiffRules rules;

    /** {@code rules}: how parts are compared that were seen with those that are to be sent. */
    public DriftCauses(PartsReader reader, DiffRules rules) {
        this.reader = reader;
        this.rules = rules;
    }

    public static boolean isDrift(Change change) {
        return change.cause().reason().equals(DRIFT);
    }

    /** The same plan; the changes that are drift say so and keep the subject of their cause. */
    public Plan in(Plan plan, InPlace inPlace) {
        if (inPlace.isEmpty() || plan.isEmpty())
            return plan;
        List<Operation> operations = plan.operations().stream().map(each -> in(each, inPlace)).toList();
        return new Plan(plan.scope(), operations, plan.refusals(), plan.basis()).holding(plan.held());
    }

    private Operation in(Operation operation, InPlace inPlace) {
        Optional<InPlace.Known> known = inPlace.of(reader.shownBy(operation.target()));
        if (known.isEmpty() || operation.verb() == Operation.Verb.POST || known.get().isOutdated(operation.ifMatch())
                || operation.changes().stream().anyMatch(change -> UNSURE.contains(change.cause().reason())))
            return operation;
        Map<Part, JsonNode> wanted = operation.verb() == Operation.Verb.PUT
                ? reader.read(operation.target(), operation.body())
                : Map.of();
        List<Change> changes = new ArrayList<>();
        for (Change change : operation.changes()) {
            changes.add(isDrift(change, known.get(), wanted)
                    ? change.because(new Cause(DRIFT, change.cause().subject()))
                    : change);
        }
        return changes.equals(operation.changes()) ? operation : operation.with(changes);
    }

    private boolean isDrift(Change change, InPlace.Known known, Map<Part, JsonNode> wanted) {
        Part part = Part.of(change);
        if (known.unsure().contains(part))
            return false;
        Optional<JsonNode> before = known.part(part);
        JsonNode after = wanted.get(part);
        return switch (change.kind()) {
            case REMOVE -> before.isEmpty() && !change.isResource();
            case ADD -> before.isPresent() && after != null && Differ.same(before.get(), after, rules);
            case UPDATE -> before.isPresent() && after != null && isAsideFrom(change, before.get(), after);
        };
    }

    /** True when none of the fields that differ now would differ had the part stayed as it was. */
    private boolean isAsideFrom(Change change, JsonNode before, JsonNode after) {
        List<String> wanted = Differ.fields(before, after, rules).stream().map(FieldChange::path).toList();
        return !change.fields().isEmpty() && change.fields()
                .stream()
                .map(FieldChange::path)
                .noneMatch(path -> wanted.stream().anyMatch(other -> path.startsWith(other) || other.startsWith(path)));
    }
}
