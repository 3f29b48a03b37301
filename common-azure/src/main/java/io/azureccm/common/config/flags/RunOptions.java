package io.azureccm.common.config.flags;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * How the program runs.
 *
 * @param dryRun        watches, plans and prints, writes nothing
 * @param verbosity     0 (normal) and up, as {@code -v} of the reference
 * @param startInterval pause between the starts of controllers
 */
public record RunOptions(App app, boolean dryRun, int verbosity, ControllerSelection controllers,
        Duration startInterval,
        Map<String, Boolean> featureGates) {

    public RunOptions {
        Objects.requireNonNull(app);
        Objects.requireNonNull(controllers);
        Objects.requireNonNull(startInterval);
        featureGates = Map.copyOf(featureGates);
    }
}
