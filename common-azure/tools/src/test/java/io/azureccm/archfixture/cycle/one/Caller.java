package io.azureccm.archfixture.cycle.one;

import io.azureccm.archfixture.cycle.two.Callee;

/** Needs a package that needs this one. */
public final class Caller {
    private Caller() {}

    public static String call() {
        return Callee.answer();
    }
}
