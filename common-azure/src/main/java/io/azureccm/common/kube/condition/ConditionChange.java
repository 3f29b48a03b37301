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

/** Conditions to be set in the status of an object, and types to be taken away from it; conditions of others are not touched. */
public record ConditionChange(List<Condition> set, Set<String> removed) {
    public static final ConditionChange NONE = new ConditionChange(List.of(), Set.of());

    public ConditionChange {
        set = List.copyOf(set);
        removed = Set.copyOf(removed);
    }

    /**
     * What is to be written where {@code seen} is shown and {@code wanted} is to be: nothing for those that say so already. The time of
     * a transition is {@code now} only where the status becomes another. {@code generation}: of the object, null where it has none.
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

    /** Takes away those of these types that are shown. */
    public static ConditionChange toRemove(List<Condition> seen, Set<String> types) {
        Set<String> removed = new TreeSet<>(types);
        removed.removeIf(type -> of(seen, type).isEmpty());
        return new ConditionChange(List.of(), removed);
    }

    /** The condition of a type, if it is shown. */
    public static Optional<Condition> of(List<Condition> seen, String type) {
        return seen.stream().filter(condition -> type.equals(condition.getType())).findFirst();
    }

    public boolean isEmpty() {
        return set.isEmpty() && removed.isEmpty();
    }

    /** What is shown once this is written over {@code seen}. */
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
