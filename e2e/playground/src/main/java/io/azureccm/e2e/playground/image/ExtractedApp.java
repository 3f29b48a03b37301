package io.azureccm.e2e.playground.image;

import io.azureccm.e2e.playground.cloud.ControllerProcess.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An app as in its image: {@code NAME.jar} with its class path in {@code lib} next to it, and {@code NAME.aot}, the AOT
 * cache that a JVM of the same build maps instead of loading the classes.
 */
public record ExtractedApp(String name, Path folder) {
    private static final Duration PROCESS_TIMEOUT = Duration.ofMinutes(3);

    /** Extracts the packaged jar. */
    public static ExtractedApp extract(String name, Path folder) throws IOException, InterruptedException {
        ExtractedApp app = new ExtractedApp(name, folder);
        app.run("-Djarmode=tools", "-jar", Program.packagedJar(name).toString(), "extract", "--force", "--destination",
                folder.toString());
        return app;
    }

    Path jar() {
        return folder.resolve(name + ".jar");
    }

    /** The class path next to the jar. */
    public Path libraries() {
        return folder.resolve("lib");
    }

    public Path cache() {
        return folder.resolve(name + ".aot");
    }

    /** The app without its cache. */
    public Program plain(List<String> options) {
        return Program.jar(name, jar(), options);
    }

    /** The app with its cache. */
    public Program cached(List<String> options) {
        List<String> all = new ArrayList<>(options);
        all.add("-XX:AOTCache=" + cache());
        all.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0",
                "-XX:-AOTReplayTraining"));
        return Program.jar(name, jar(), all);
    }

    /** Fails if this JVM cannot use the cache, since the JVM would silently ignore an unusable one. */
    public void requireUsableCache(List<String> options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-XX:AOTMode=on"));
        arguments.addAll(cached(options).command());
        arguments.add("--version");
        run(arguments.toArray(String[]::new));
    }

    private void run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new Program(name, List.of(arguments)).with(List.of());
        Path output = Files.createTempFile("java", ".log");
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(PROCESS_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(String.join(" ", command) + " has not ended after " + PROCESS_TIMEOUT);
            }
            if (process.exitValue() != 0)
                throw new IOException(String.join(" ", command) + " ended with code " + process.exitValue() + ":\n"
                        + Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }
}
