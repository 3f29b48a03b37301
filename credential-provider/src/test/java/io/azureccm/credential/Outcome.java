package io.azureccm.credential;

import io.azureccm.credential.standin.Seen;
import java.util.List;

/** What a call of the program came to. */
record Outcome(int exit, String out, String err, List<Seen> seen) {}
