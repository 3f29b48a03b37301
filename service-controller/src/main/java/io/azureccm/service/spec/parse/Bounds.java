package io.azureccm.service.spec.parse;

/** The inclusive range of an integer setting. */
public record Bounds(int min, int max) {
    /** No upper bound other than that of a 32-bit int. */
    static Bounds atLeast(int min) {
        return new Bounds(min, Integer.MAX_VALUE);
    }

    boolean hold(int number) {
        return number >= min && number <= max;
    }
}
