package io.azureccm.service.reconcile;

import io.azureccm.common.arm.ArmException;

/** Classifies failed reads of Azure. */
final class ReadFailures {
    private ReadFailures() {}

    /** Status and code of the error: the same for each occurrence. */
    static String cause(RuntimeException problem) {
        return problem.getCause() instanceof ArmException error
                ? "reading " + error.status() + " " + error.code()
                : problem.getClass().getSimpleName();
    }
}
