package io.azureccm.service.reconcile;

import io.azureccm.common.arm.ArmException;

/** Tells apart why Azure could not be read. */
final class ReadFailures {
    private ReadFailures() {}

    /** Status and code of the error: the same each time it comes. */
    static String cause(RuntimeException problem) {
        return problem.getCause() instanceof ArmException error
                ? "reading " + error.status() + " " + error.code()
                : problem.getClass().getSimpleName();
    }
}
