package io.azureccm.common.config.key;

import java.util.Optional;

/** A value of a key whose fields have to fit each other. */
public interface Checked {

    /** A field with what is wrong. */
    record FieldProblem(String field, String message) {}

    Optional<FieldProblem> problem();
}
