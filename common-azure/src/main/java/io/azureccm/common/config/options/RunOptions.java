package io.azureccm.common.config.options;

import java.util.Objects;

/**
 * How the program runs.
 *
 * @param dryRun        watches, plans and prints, writes nothing
 * @param verbosity     0 (normal) and up, as {@code -v} of the reference
 */
public record RunOptions(App app, boolean dryRun, int verbosity, ControllerSelection controllers) {

    public RunOptions {
        Objects.requireNonNull(app);
        Objects.requireNonNull(controllers);
    }

    RunOptions asDryRun() {
        return new RunOptions(app, true, verbosity, controllers);
    }
}
