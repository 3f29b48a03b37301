package io.azureccm.common.boot;

import io.azureccm.common.config.options.ControllerOptions;

/** What distinguishes one app from another: builds the app's loop from the ports that all apps share. */
public interface ControllerProgram {
    /** Start-up summary for users: what the app watches and what it writes, one line each. */
    record Description(String watches, String writes) {}

    Description description(ControllerOptions options);

    /** What the first line of a plan counts: {@code services}, {@code nodes}. */
    String noun();

    /** Builds a loop without starting it. Called again when the cloud config has changed, after the previous loop is closed. */
    ControllerLoop open(ControllerPorts ports);
}
