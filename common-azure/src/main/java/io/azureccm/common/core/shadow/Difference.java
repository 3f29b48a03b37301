package io.azureccm.common.core.shadow;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One thing that is not as the plan wants it: a part of a resource of Azure, a write into the cluster, or an object that is refused.
 * {@code subjects} are the known objects it concerns, none for the cluster as a whole; {@code key} is the id of the resource in lower
 * case and {@code resource} its short name; {@code type} is its type, or {@code Kubernetes}. Equal as long as neither what is there
 * nor what is wanted changes.
 */
public record Difference(Set<String> subjects, String key, String resource, String type, Change.Kind kind,
        String element, String name, List<FieldChange> fields, String reason) {
    /** The type of what is written into objects of the cluster, and of refusals. */
    public static final String KUBERNETES = "Kubernetes";
    /** The element of an object that is refused: the name is the code, the reason the message. */
    public static final String REFUSAL = "refused";

    public Difference {
        subjects = java.util.Collections.unmodifiableSet(new TreeSet<>(subjects));
        fields = List.copyOf(fields);
    }

    /** In one line, with the sign of the change that the plan would make. */
    public String text() {
        String sign = element.equals(REFUSAL) ? "!" : switch (kind) {
            case ADD -> "+";
            case REMOVE -> "-";
            case UPDATE -> "~";
        };
        String part = element.equals(Change.RESOURCE) ? "" : " " + element + " " + name;
        return sign + " " + resource + part
                + fields.stream().map(field -> " " + field).collect(Collectors.joining(","))
                + (reason.isEmpty() ? "" : " (" + reason + ")");
    }
}
