package io.azureccm.common.core.explain;

import java.util.List;
import java.util.Optional;

/** Says of the objects that a controller works for why they are as they are; any thread may ask. */
@FunctionalInterface
public interface Explainer {
    /** Of one object: {@code namespace/name}, or the name of one without a namespace. Empty while nothing is known. */
    Optional<Explanation> explain(String subject);

    /** Of all objects, by name and without sections. Empty while nothing is known. */
    default Optional<List<Explanation>> explainAll() {
        return Optional.empty();
    }

    /** What is in Azure, drawn; none while nothing is known, or where there is nothing to draw. */
    default List<Picture> pictures() {
        return List.of();
    }
}
