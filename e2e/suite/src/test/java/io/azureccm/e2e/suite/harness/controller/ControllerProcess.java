package io.azureccm.e2e.suite.harness.controller;

import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.record.RunRecords;
import io.azureccm.e2e.suite.process.CachedApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A packaged controller as a process of its own, on the JDK that runs the tests. */
public final class ControllerProcess implements ControllerUnderTest {
    private static final List<String> OPTIONS = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final String app;
    private final List<String> program;
    private final Path log;
    private final SteadyState steadyState;
    private final Supplier<SteadyState.Observation> looking;
    private Process process;

    /**
     * An app as its image has it. {@code looking} is a look at the cloud and the cluster it works on; {@code log} is the file it prints
     * to.
     */
    public ControllerProcess(String app, Path log, SteadyState steadyState,
            Supplier<SteadyState.Observation> looking) {
        this(app, CachedApp.command(app, OPTIONS), log, steadyState, looking);
    }

    /** The same with a jar as Maven packages it. */
    public static ControllerProcess ofJar(Path jar, Path log, SteadyState steadyState,
            Supplier<SteadyState.Observation> looking) {
        List<String> program = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        program.addAll(OPTIONS);
        program.addAll(List.of("-jar", jar.toString()));
        return new ControllerProcess(jar.getFileName().toString().replace(".jar", ""), program, log, steadyState,
                looking);
    }

    private ControllerProcess(String app, List<String> program, Path log, SteadyState steadyState,
            Supplier<SteadyState.Observation> looking) {
        this.app = app;
        this.program = program;
        this.log = log;
        this.steadyState = steadyState;
        this.looking = looking;
    }

    @Override
    public void start(Launch launch) {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of("--cloud-config=" + launch.cloudConfig(), "--kubeconfig=" + launch.kubeconfig()));
        command.addAll(launch.flags());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(launch.environment());
        RunRecords.begin(app, builder.environment());
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("starting " + command, e);
        }
    }

    @Override
    public void awaitQuiet(Duration bound) {
        steadyState.await(bound, () -> {
            if (!process.isAlive()) {
                throw new AssertionError("the controller ended with code " + process.exitValue() + ":\n" + log());
            }
            return looking.get();
        });
    }

    @Override
    public String log() {
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + log, e);
        }
    }

    /** Stops it where it is; it notices nothing. */
    public void freeze() {
        signal("STOP");
    }

    /** Lets it go on after {@link #freeze}. */
    public void thaw() {
        signal("CONT");
    }

    /** Ends it without any warning. */
    public void kill() {
        signal("KILL");
        process.onExit().join();
    }

    private void signal(String name) {
        try {
            int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill -" + name + " ended with code " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("kill -" + name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (process == null) {
            return;
        }
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
