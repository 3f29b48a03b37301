package io.azureccm.service.plan.context;

/** An input of a part of a plan that is compared by identity: large, and replaced when it changes. */
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
