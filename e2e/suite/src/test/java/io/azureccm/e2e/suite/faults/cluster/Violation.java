package io.azureccm.e2e.suite.faults.cluster;

/** A sequence in which something happened that must not, with its story. */
public final class Violation extends AssertionError {
    private static final long serialVersionUID = 1;

    public Violation(String what) {
        super(what);
    }
}
