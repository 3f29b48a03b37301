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
 * Marks the changes of a plan that are drift. A change is drift if the plan would not contain it if Azure still showed what was last in place:
 * then the desired state is the same, and the observed state is not. Pure. The requests to send stay unchanged. {@code rules}: how observed parts
 * are compared with those to be sent.
 */
public record DriftCauses(PartsReader reader, DiffRules rules) {
    /** The reason of a change that corrects drift. */
    public static final String DRIFT = "Drift";
    /** Reasons of writes to a resource whose last change is unknown. */
    private static final Set<String> UNSURE = Set.of("LastWriteFailed", "OperationUnderWay");

    public static boolean isDrift(Change change) {
        return change.cause().reason().equals(DRIFT);
    }

    /** The same plan; changes that are drift get the reason and keep the subject of their cause. */
    public Plan in(Plan plan, LastKnownGood lastKnownGood) {
        if (lastKnownGood.isEmpty() || plan.isEmpty())
            return plan;
        List<Operation> operations = plan.operations().stream().map(each -> in(each, lastKnownGood)).toList();
        return new Plan(plan.scope(), operations, plan.refusals(), plan.basis()).holding(plan.held());
    }

    private Operation in(Operation operation, LastKnownGood lastKnownGood) {
        Optional<LastKnownGood.Known> known = lastKnownGood.of(reader.shownBy(operation.target()));
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

    private boolean isDrift(Change change, LastKnownGood.Known known, Map<Part, JsonNode> wanted) {
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

    /** True if none of the fields that differ now would differ if the part had stayed unchanged. */
    private boolean isAsideFrom(Change change, JsonNode before, JsonNode after) {
        List<String> wanted = Differ.fields(before, after, rules).stream().map(FieldChange::path).toList();
        return !change.fields().isEmpty() && change.fields()
                .stream()
                .map(FieldChange::path)
                .noneMatch(path -> wanted.stream().anyMatch(other -> path.startsWith(other) || other.startsWith(path)));
    }
}
