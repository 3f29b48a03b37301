package io.azureccm.e2e.cluster.rules;

import io.azureccm.e2e.cluster.api.call.ApiError.Cause;
import io.azureccm.e2e.cluster.network.NetworkAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;

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

    void ip(String field, String value) {
        if (!NetworkAddress.isLiteral(value))
            invalid(field, value, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }

    void cidr(String field, String value) {
        if (!ServiceNetwork.isCidr(value))
            invalid(field, value, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
    }

    /** Checks each element of a list; the check gets its path. */
    static <T> void each(String list, List<T> elements, BiConsumer<String, T> check) {
        for (int i = 0; i < elements.size(); i++)
            check.accept(list + "[" + i + "]", elements.get(i));
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
