package io.azureccm.credential;

import io.azureccm.credential.standin.Seen;
import java.util.List;

/** The outcome of a call of the program. */
record Outcome(int exit, String out, String err, List<Seen> seen) {}
