package io.azureccm.common.config.value;

/**
 * A value that must never be printed: {@link #toString()} only shows whether it is set, and it has no bean property, so
 * serializers find nothing either. Two secrets are equal if their values are.
 */
public final class Secret {

    /** The secret that is not set. */
    public static final Secret NONE = new Secret("");

    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    public static Secret of(String value) {
        return value == null || value.isEmpty() ? NONE : new Secret(value);
    }

    public boolean isSet() {
        return !value.isEmpty();
    }

    /** The value itself, for the one place that authenticates with it. */
    public String reveal() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && value.equals(secret.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return isSet() ? "(redacted)" : "";
    }
}
