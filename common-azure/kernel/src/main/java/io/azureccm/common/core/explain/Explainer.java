package io.azureccm.common.core.explain;

import io.azureccm.common.core.explain.Explanation.Section;
import java.util.List;
import java.util.Optional;

/** Explains the state of the objects that a controller manages; thread-safe. */
@FunctionalInterface
public interface Explainer {
    /** Knows nothing. */
    Explainer NONE = subject -> Optional.empty();

    /** One object: {@code namespace/name}, or the name of one without a namespace. Empty while nothing is known. */
    Optional<Explanation> explain(String subject);

    /** All objects, by name and without sections. Empty while nothing is known. */
    default Optional<List<Explanation>> explainAll() {
        return Optional.empty();
    }

    /**
     * Which backends of an object are up, asked for now: the only answer here that takes a call. Empty while nothing is known, or for an
     * object that has none.
     */
    default Optional<Section> health(String subject) {
        return Optional.empty();
    }

    /** Diagrams of what is in Azure; empty while nothing is known, or if there is nothing to draw. */
    default List<Picture> pictures() {
        return List.of();
    }
}
