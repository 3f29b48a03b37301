package io.azureccm.common.kube.condition;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Conditions to set in the status of an object, and condition types to remove from it; conditions of other writers are not
 * modified.
 */
public record ConditionChange(List<Condition> set, Set<String> removed) {
    public static final ConditionChange NONE = new ConditionChange(List.of(), Set.of());

    public ConditionChange {
        set = List.copyOf(set);
        removed = Set.copyOf(removed);
    }

    /**
     * The changes from {@code seen} to {@code wanted}; nothing for conditions that are already as wanted. The transition time
     * is {@code now} only if the status changes. {@code generation} is that of the object, null if it has none.
     */
    public static ConditionChange toShow(List<Condition> seen, List<WantedCondition> wanted, Long generation,
            Instant now) {
        List<Condition> set = new ArrayList<>();
        for (WantedCondition each : wanted) {
            Optional<Condition> before = of(seen, each.type());
            if (before.filter(condition -> each.isSaidBy(condition, generation)).isPresent())
                continue;
            String since = before.filter(each::hasStatusOf)
                    .map(Condition::getLastTransitionTime)
                    .orElse(now.truncatedTo(ChronoUnit.SECONDS).toString());
            set.add(new ConditionBuilder().withType(each.type())
                    .withStatus(each.status().text())
                    .withReason(each.reason())
                    .withMessage(each.message())
                    .withObservedGeneration(generation)
                    .withLastTransitionTime(since)
                    .build());
        }
        return new ConditionChange(set, Set.of());
    }

    /** Removes the conditions of these types, if present. */
    public static ConditionChange toRemove(List<Condition> seen, Set<String> types) {
        Set<String> removed = new TreeSet<>(types);
        removed.removeIf(type -> of(seen, type).isEmpty());
        return new ConditionChange(List.of(), removed);
    }

    /** The condition of a type, if present. */
    public static Optional<Condition> of(List<Condition> seen, String type) {
        return seen.stream().filter(condition -> type.equals(condition.getType())).findFirst();
    }

    public boolean isEmpty() {
        return set.isEmpty() && removed.isEmpty();
    }

    /** The conditions after this change is applied to {@code seen}. */
    public List<Condition> over(List<Condition> seen) {
        List<Condition> after = new ArrayList<>();
        for (Condition each : seen) {
            if (!removed.contains(each.getType()))
                after.add(of(set, each.getType()).orElse(each));
        }
        set.stream().filter(each -> of(seen, each.getType()).isEmpty()).forEach(after::add);
        return List.copyOf(after);
    }
}
