package io.azureccm.service.spec.parse;

/** Between which whole numbers a setting has to be, both included. */
public record Bounds(int min, int max) {
    /** No bound but that of an int of 32 bits. */
    static Bounds atLeast(int min) {
        return new Bounds(min, Integer.MAX_VALUE);
    }

    boolean hold(int number) {
        return number >= min && number <= max;
    }
}
