package io.azureccm.e2e.suite.faults;

/** A sequence in which something happened that must not, with its story. */
final class Violation extends AssertionError {
    private static final long serialVersionUID = 1;

    Violation(String what) {
        super(what);
    }
}
