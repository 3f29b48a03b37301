package io.azureccm.common.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * One write of a plan. The body, which is not modified any more, is the complete resource to send (null for DELETE), or the
 * input of a POST for the action of the target ({@code action}, "" for the other verbs). {@code ifMatch} is the etag on which
 * the write was planned ("" sends none). {@code after} names targets of the same plan that must be applied first.
 * {@code awaits} names, for users, values that only exist after other writes of this plan (an address that Azure allocates, a
 * pool that will be created): such an operation is shown but not executed, and planned again with the actual values.
 * {@code subjects} are the Kubernetes objects ({@code namespace/name}) that cannot be reported as done without it, {@code
 * removing} those of them for which it only takes something away.
 */
public record Operation(Verb verb, ArmId target, String action, ObjectNode body, String ifMatch, List<Change> changes,
        Set<ArmId> after, Set<String> awaits, Set<String> subjects, Set<String> removing) {
    /** The HTTP verb of the write. */
    public enum Verb {
        PUT, DELETE, POST
    }

    public Operation {
        if ((verb == Verb.DELETE) != (body == null)) {
            throw new IllegalArgumentException(
                    verb + " of " + target + (body == null ? " needs" : " takes no") + " body");
        }
        if ((verb == Verb.POST) == action.isEmpty()) {
            throw new IllegalArgumentException(
                    verb + " of " + target + (action.isEmpty() ? " needs" : " takes no") + " action");
        }
        changes = List.copyOf(changes);
        after = Set.copyOf(after);
        awaits = sorted(awaits);
        subjects = sorted(subjects);
        removing = sorted(removing);
    }

    public static Operation put(ArmId target, ObjectNode body, String ifMatch, List<Change> changes) {
        return new Operation(Verb.PUT, target, "", body, ifMatch, changes, Set.of(), Set.of(), Set.of(), Set.of());
    }

    public static Operation delete(ArmId target, List<Change> changes) {
        return new Operation(Verb.DELETE, target, "", null, "", changes, Set.of(), Set.of(), Set.of(), Set.of());
    }

    /** An action on an existing resource; its effect on the resource is only visible by reading it again. */
    public static Operation post(ArmId target, String action, ObjectNode body, List<Change> changes) {
        return new Operation(Verb.POST, target, action, body, "", changes, Set.of(), Set.of(), Set.of(), Set.of());
    }

    public Operation after(Set<ArmId> targets) {
        return new Operation(verb, target, action, body, ifMatch, changes, targets, awaits, subjects, removing);
    }

    public Operation awaiting(Set<String> values) {
        return new Operation(verb, target, action, body, ifMatch, changes, after, values, subjects, removing);
    }

    public Operation forSubjects(Set<String> names) {
        return new Operation(verb, target, action, body, ifMatch, changes, after, awaits, names, removing);
    }

    /** The same write, which only takes something away from these subjects. */
    public Operation removingFor(Set<String> names) {
        return new Operation(verb, target, action, body, ifMatch, changes, after, awaits, subjects, names);
    }

    /** The same write with other changes in its description. */
    public Operation with(List<Change> described) {
        return new Operation(verb, target, action, body, ifMatch, described, after, awaits, subjects, removing);
    }

    public boolean isDeferred() {
        return !awaits.isEmpty();
    }

    /** True for a PUT that, by a change that adds the resource itself, is the creation of the target. */
    public boolean isCreation() {
        return verb == Verb.PUT && changes.stream()
                .anyMatch(change -> change.isResource() && change.kind() == Change.Kind.ADD);
    }

    private static Set<String> sorted(Set<String> names) {
        return java.util.Collections.unmodifiableSet(new TreeSet<>(names));
    }
}
