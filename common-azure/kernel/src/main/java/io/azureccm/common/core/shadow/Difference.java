package io.azureccm.common.core.shadow;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One difference from the plan: a part of a resource in Azure, a write to the cluster, or a refused object. {@code subjects}
 * are the known objects concerned, none for the cluster as a whole; {@code key} is the id of the resource in lower case and
 * {@code resource} its short name; {@code type} is its type, or {@code Kubernetes}. Equal as long as neither the observed nor
 * the desired state changes.
 */
public record Difference(Set<String> subjects, String key, String resource, String type, Change.Kind kind,
        String element, String name, List<FieldChange> fields, String reason) {
    /** The type of writes to objects of the cluster, and of refusals. */
    public static final String KUBERNETES = "Kubernetes";
    /** The element of a refused object: the name is the code, the reason the message. */
    public static final String REFUSAL = "refused";

    public Difference {
        subjects = Collections.unmodifiableSet(new TreeSet<>(subjects));
        fields = List.copyOf(fields);
    }

    /** In one line, with the sign of the change that the plan would make. */
    public String text() {
        String sign = element.equals(REFUSAL) ? "!" : kind.sign();
        String part = element.equals(Change.RESOURCE) ? "" : " " + element + " " + name;
        return sign + " " + resource + part
                + fields.stream().map(field -> " " + field).collect(Collectors.joining(","))
                + (reason.isEmpty() ? "" : " (" + reason + ")");
    }
}
