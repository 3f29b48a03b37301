package io.azureccm.common.boot;

/** What makes an app that app: builds its loop from the ports that all apps share. */
public interface ControllerProgram {
    /** For people, at start: what it watches and what it writes, in one line each. */
    record Description(String watches, String writes) {}

    Description description();

    /** What the first line of a plan counts: {@code services}, {@code nodes}. */
    String noun();

    /** Builds a loop, starting nothing; called again, after the one before is closed, when the cloud config has changed. */
    ControllerLoop open(ControllerPorts ports);
}
