package io.azureccm.e2e.suite.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.record.RunRecords;
import io.azureccm.e2e.suite.process.CachedApp;
import io.azureccm.node.NodeControllerApplication;
import io.azureccm.route.RouteControllerApplication;
import io.azureccm.service.ServiceControllerApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An app as a process of its own, with signals and an exit code: as its image has it, or on the class path of the tests while nothing is packaged. */
public final class AppProcess implements AutoCloseable {
    private static final Map<App, Class<?>> CLASSES = Map.of(App.NODE, NodeControllerApplication.class, App.SERVICE,
            ServiceControllerApplication.class, App.ROUTE, RouteControllerApplication.class);

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Pattern HEALTH = Pattern.compile("localhost:(\\d+)/actuator/health");

    /** How a process ended, and how long after the signal. */
    public record End(int code, Duration took) {}

    private final Process process;
    private final Path log;
    private String actuator = "";

    private AppProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts an app; {@code log} is the file it prints to. */
    public static AppProcess start(App app, List<String> flags, Map<String, String> environment, Path log) {
        List<String> command = new ArrayList<>(java(app));
        command.addAll(AdminClient.allowed(flags));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        RunRecords.begin(app.title(), builder.environment());
        try {
            return new AppProcess(builder.start(), log);
        } catch (IOException failed) {
            throw new UncheckedIOException("starting " + app, failed);
        }
    }

    /** What starts an app, without its arguments: {@code java}, its options, and what it runs. */
    public static List<String> java(App app) {
        List<String> options = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        if (CachedApp.isPackaged(app.title()))
            return CachedApp.command(app.title(), options);
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                CLASSES.get(app).getName()));
        return command;
    }

    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public void awaitLog(String text) {
        RunningApp.await("\"" + text + "\" in the log", () -> log().contains(text), this::state);
    }

    /** What it says of itself, and what its threads wait for: its log, its health and its virtual threads. */
    private String state() {
        String health = HEALTH.matcher(log()).find() ? get("health") : "";
        return log() + "\nhealth: " + health + "\nvirtual threads:\n" + virtualThreads();
    }

    private String virtualThreads() {
        Path dump = log.resolveSibling(log.getFileName() + ".threads");
        try {
            new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                    Long.toString(process.pid()), "Thread.dump_to_file", "-overwrite", dump.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(Duration.ofSeconds(20));
            return Files.exists(dump)
                    ? Stream.of(Files.readString(dump).split("\n\n"))
                            .filter(thread -> thread.contains("virtual"))
                            .collect(Collectors.joining("\n\n"))
                    : "no dump";
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    /** What its actuator says at a path; "" while it does not answer. */
    public String get(String path) {
        return AdminClient.CLIENT.text(actuator() + (path.isEmpty() ? "" : "/" + path)).orElse("");
    }

    /** A detail of a component of its health. */
    public JsonNode detail(String component, String name) {
        try {
            return JSON.readTree(get("health")).path("components").path(component).path("details").path(name);
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    private String actuator() {
        if (actuator.isEmpty()) {
            RunningApp.await("its port in the log", () -> HEALTH.matcher(log()).find(), this::log);
            Matcher port = HEALTH.matcher(log());
            port.find();
            actuator = "https://127.0.0.1:" + port.group(1) + "/actuator";
        }
        return actuator;
    }

    /** Its resident memory; 0 where the operating system does not tell. */
    public int residentMebibytes() {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        try {
            return Files.exists(status)
                    ? Files.readAllLines(status)
                            .stream()
                            .filter(line -> line.startsWith("VmRSS:"))
                            .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")) / 1024)
                            .findFirst()
                            .orElse(0)
                    : 0;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Sends SIGTERM and waits for the end. */
    public End terminate() {
        long began = System.nanoTime();
        process.destroy();
        try {
            if (!process.waitFor(SteadyState.BOUND))
                throw new AssertionError("it does not end:\n" + log());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
        return new End(process.exitValue(), Duration.ofNanos(System.nanoTime() - began));
    }

    /** Waits until it ends by itself. */
    public End awaitEnd() {
        long began = System.nanoTime();
        int code = process.onExit().orTimeout(SteadyState.BOUND.toSeconds(), TimeUnit.SECONDS).join().exitValue();
        return new End(code, Duration.ofNanos(System.nanoTime() - began));
    }

    /** Ends it without any warning. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
