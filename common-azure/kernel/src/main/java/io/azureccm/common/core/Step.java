package io.azureccm.common.core;

/**
 * A step of a plan other than a write to ARM: {@code what} is done to {@code target}, an ARM resource or an object of the
 * cluster in users' terms. {@code waitsFor} says what has to happen first, "" if it begins at once.
 */
public record Step(Kind kind, String target, String what, Cause cause, String waitsFor) {
    /** The destination of the step. */
    public enum Kind {
        /** A read from Azure of data that is unknown or outdated. */
        READ,
        /** A write to an object of the cluster. */
        KUBERNETES
    }

    /** A read that begins at once. */
    public static Step read(String target, String reason) {
        return new Step(Kind.READ, target, "", Cause.of(reason), "");
    }

    /** An object of the cluster that is planned for after {@code what}; what is written depends on that. */
    public static Step waiting(String object, String what) {
        return new Step(Kind.KUBERNETES, object, "", Cause.of(""), what);
    }

    /** A write to an object of the cluster that begins at once. */
    public static Step kubernetes(String object, String what, String reason) {
        return new Step(Kind.KUBERNETES, object, what, Cause.of(reason), "");
    }
}
