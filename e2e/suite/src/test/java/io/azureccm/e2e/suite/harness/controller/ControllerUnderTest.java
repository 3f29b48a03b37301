package io.azureccm.e2e.suite.harness.controller;

import io.azureccm.e2e.suite.harness.virtual.VirtualWorld;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The controller that a scenario runs on: in this process, or as the packaged jar. */
public interface ControllerUnderTest extends AutoCloseable {
    /**
     * How to start it. {@code environment} holds variables such as {@code SSL_CERT_FILE}; a controller in this process gets them
     * by its own means, and lives in the world, if there is one.
     */
    record Launch(Path cloudConfig, Path kubeconfig, List<String> flags, Map<String, String> environment,
            Optional<VirtualWorld> world) {
        public Launch {
            flags = List.copyOf(flags);
            environment = Map.copyOf(environment);
        }

        /** In the time of the machine. */
        public Launch(Path cloudConfig, Path kubeconfig, List<String> flags, Map<String, String> environment) {
            this(cloudConfig, kubeconfig, flags, environment, Optional.empty());
        }
    }

    /** Returns when the controller has been told to start; it need not watch yet. */
    void start(Launch launch);

    /** Waits until it has nothing to do any more, at most {@code bound}; an {@link AssertionError} says what is still open. */
    void awaitQuiet(Duration bound);

    /** What it printed, for the message of a failed test. */
    String log();

    @Override
    void close();
}
