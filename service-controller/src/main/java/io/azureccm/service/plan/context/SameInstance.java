package io.azureccm.service.plan.context;

/** Something that a part of a plan follows from and that is the same only when it is the very same: large, and made anew when it changes. */
public record SameInstance(Object value) {
    @Override
    public boolean equals(Object other) {
        return other instanceof SameInstance that && value == that.value;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(value);
    }
}
