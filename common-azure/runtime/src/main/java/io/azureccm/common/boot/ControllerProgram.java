package io.azureccm.common.boot;

import io.azureccm.common.config.options.ControllerOptions;
import java.util.function.Function;

/**
 * What distinguishes one app from another: builds the app's loop from the ports that all apps share. {@code noun}: what the first line of
 * a plan counts, {@code services} or {@code nodes}; {@code loop} builds a loop without starting it.
 */
public record ControllerProgram(String noun, Function<ControllerOptions, Description> summary,
        Function<ControllerPorts, ControllerLoop> loop) {
    /** Start-up summary for users: what the app watches and what it writes, one line each. */
    public record Description(String watches, String writes) {}

    public Description description(ControllerOptions options) {
        return summary.apply(options);
    }

    /** Builds a loop without starting it. Called again when the cloud config has changed, after the previous loop is closed. */
    public ControllerLoop open(ControllerPorts ports) {
        return loop.apply(ports);
    }

    /** The same program with another way to build the loop. */
    public ControllerProgram opening(Function<ControllerPorts, ControllerLoop> open) {
        return new ControllerProgram(noun, summary, open);
    }
}
