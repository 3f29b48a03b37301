package io.azureccm.common.config.options;

/**
 * How the program runs.
 *
 * @param dryRun    watches, plans and prints, writes nothing
 * @param shadow    a dry run that compares what another controller leaves in Azure with its plan, and gives a verdict
 * @param verbosity 0 (normal) and up, as {@code -v} of the reference
 */
public record RunOptions(App app, boolean dryRun, boolean shadow, int verbosity, ControllerSelection controllers) {

    RunOptions asDryRun() {
        return new RunOptions(app, true, shadow, verbosity, controllers);
    }
}
