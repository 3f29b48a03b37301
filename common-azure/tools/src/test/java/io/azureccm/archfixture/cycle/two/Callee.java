package io.azureccm.archfixture.cycle.two;

import io.azureccm.archfixture.cycle.one.Caller;

/** Needs a package that needs this one. */
public final class Callee {
    private Callee() {}

    public static String answer() {
        return Caller.class.getName();
    }
}
