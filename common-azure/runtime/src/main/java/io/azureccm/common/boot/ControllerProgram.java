package io.azureccm.common.boot;

import io.azureccm.common.config.options.ControllerOptions;
import java.util.function.Function;

/** What distinguishes one app from another: builds the app's loop from the ports that all apps share. */
public interface ControllerProgram {
    /** Start-up summary for users: what the app watches and what it writes, one line each. */
    record Description(String watches, String writes) {}

    Description description(ControllerOptions options);

    /** What the first line of a plan counts: {@code services}, {@code nodes}. */
    String noun();

    /** Builds a loop without starting it. Called again when the cloud config has changed, after the previous loop is closed. */
    ControllerLoop open(ControllerPorts ports);

    /** The same program with another way to build the loop. */
    default ControllerProgram opening(Function<ControllerPorts, ControllerLoop> open) {
        ControllerProgram program = this;
        return new ControllerProgram() {
            @Override
            public Description description(ControllerOptions options) {
                return program.description(options);
            }

            @Override
            public String noun() {
                return program.noun();
            }

            @Override
            public ControllerLoop open(ControllerPorts ports) {
                return open.apply(ports);
            }
        };
    }
}
