package io.azureccm.e2e.cluster.rules;

import io.azureccm.e2e.cluster.api.call.ApiError.Cause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The validation errors, field by field, in the words of an API server. */
public final class FieldErrors {
    private final List<Cause> causes = new ArrayList<>();

    public void required(String field, String detail) {
        add("FieldValueRequired", "Required value" + (detail.isEmpty() ? "" : ": " + detail), field);
    }

    /** {@code value} is shown as it is: quote strings. */
    public void invalid(String field, Object value, String detail) {
        add("FieldValueInvalid", "Invalid value: " + quoted(value) + ": " + detail, field);
    }

    /** The value is invalid if there is a problem with its syntax; "" for none. */
    public void syntax(String field, String value, String problem) {
        if (!problem.isEmpty())
            invalid(field, value, problem);
    }

    public void duplicate(String field, Object value) {
        add("FieldValueDuplicate", "Duplicate value: " + quoted(value), field);
    }

    public void forbidden(String field, String detail) {
        add("FieldValueForbidden", "Forbidden: " + detail, field);
    }

    public void notSupported(String field, String value, Collection<String> supported) {
        String list = String.join(", ", supported.stream().sorted().map(word -> "\"" + word + "\"").toList());
        add("FieldValueNotSupported", "Unsupported value: \"" + value + "\": supported values: " + list, field);
    }

    public void oneOf(String field, String value, List<String> supported) {
        if (!supported.contains(value))
            notSupported(field, value, supported);
    }

    public List<Cause> causes() {
        return causes;
    }

    private void add(String reason, String message, String field) {
        causes.add(new Cause(reason, message, field));
    }

    private static String quoted(Object value) {
        return value instanceof String text ? "\"" + text + "\"" : String.valueOf(value);
    }
}
