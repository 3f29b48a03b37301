package io.azureccm.common.core;

/**
 * Something that a plan wants done besides its writes to ARM: {@code what} is done to {@code target}, an ARM resource or an object of
 * the cluster as people call it. {@code waitsFor} says what has to happen first, "" when it begins at once.
 */
public record Step(Kind kind, String target, String what, Cause cause, String waitsFor) {
    /** Where it goes. */
    public enum Kind {
        /** A read from Azure of something that is not known, or not well enough. */
        READ,
        /** A write into an object of the cluster. */
        KUBERNETES
    }

    /** A read that begins at once. */
    public static Step read(String target, String reason) {
        return new Step(Kind.READ, target, "", Cause.of(reason), "");
    }

    /** A write into an object of the cluster that begins at once. */
    public static Step kubernetes(String object, String what, String reason) {
        return new Step(Kind.KUBERNETES, object, what, Cause.of(reason), "");
    }
}
