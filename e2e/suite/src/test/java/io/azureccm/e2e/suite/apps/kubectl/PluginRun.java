package io.azureccm.e2e.suite.apps.kubectl;

import io.azureccm.e2e.suite.apps.SimulatedCloud;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs {@code kubectl azureccm} as a user of a machine of his own does: with the folder of the plug-in on the PATH, a kubeconfig, a home and a
 * folder for temporary files.
 */
final class PluginRun {
    static final Path FOLDER = Path.of("../../kubectl").toAbsolutePath().normalize();

    private final Path home;
    private final SimulatedCloud cloud;
    private final String path;
    private final String input;

    PluginRun(Path home, SimulatedCloud cloud) {
        this(home, cloud, FOLDER + File.pathSeparator + System.getenv("PATH"), "");
    }

    private PluginRun(Path home, SimulatedCloud cloud, String path, String input) {
        this.home = home;
        this.cloud = cloud;
        this.path = path;
        this.input = input;
    }

    record Ended(int code, String output, String errors) {}

    static boolean canRun() {
        return onPath("kubectl").isPresent() && onPath("curl").isPresent();
    }

    private static Optional<Path> onPath(String program) {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .map(entry -> Path.of(entry, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Writes the kubeconfig; {@code user} are the fields of its user. */
    void kubeconfig(String user) {
        write("ca.pem", cloud.cluster().certificateAuthority());
        write("kubeconfig", """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "%s", certificate-authority: ca.pem}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                current-context: c
                users: [{name: u, user: {%s}}]
                """.formatted(cloud.cluster().url(), user));
    }

    /** The same with this text on standard input. */
    PluginRun typing(String text) {
        return new PluginRun(home, cloud, path, text);
    }

    /** The same, and every program that the plug-in starts by its name leaves its arguments in {@link #recorded}. */
    PluginRun recording() throws IOException {
        Path programs = Files.createDirectories(home.resolve("recording"));
        for (String program : List.of("kubectl", "curl", "sed", "cat", "base64", "tr", "awk")) {
            Path real = onPath(program).orElseThrow();
            Path recorder = Files.writeString(programs.resolve(program),
                    "#!/bin/sh\nprintf '%s ' " + program + " \"$@\" >>" + home.resolve("recorded") + "\nexec " + real
                            + " \"$@\"\n");
            recorder.toFile().setExecutable(true);
        }
        return new PluginRun(home, cloud, programs + File.pathSeparator + path, input);
    }

    String recorded() throws IOException {
        return Files.readString(home.resolve("recorded"));
    }

    List<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("tmp"))) {
            return files.toList();
        }
    }

    boolean succeeds(String... arguments) {
        return run(arguments).code() == 0;
    }

    Ended run(String... arguments) {
        List<String> command = new ArrayList<>(List.of("kubectl", "azureccm"));
        command.addAll(Arrays.asList(arguments));
        return start(command);
    }

    /** A command that goes on until it is closed, as by Ctrl-C. */
    Running background(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("env", "PATH=" + path, "kubectl", "azureccm"));
        command.addAll(Arrays.asList(arguments));
        return new Running(builder(command).start());
    }

    /** A command under way. */
    final class Running implements AutoCloseable {
        private final Process process;

        Running(Process process) {
            this.process = process;
        }

        /** The first group of the first line that is as the pattern says. */
        String awaitLine(Pattern pattern) throws IOException {
            try (BufferedReader lines = process.inputReader()) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    Matcher matcher = pattern.matcher(line);
                    if (matcher.matches())
                        return matcher.group(1);
                }
            }
            throw new AssertionError("ended without such a line: " + Files.readString(home.resolve("errors")));
        }

        @Override
        public void close() {
            process.destroy();
            try {
                if (process.waitFor(1, TimeUnit.MINUTES))
                    return;
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            process.destroyForcibly();
        }
    }

    /** A command as somebody types it. */
    Ended shell(String command) {
        return start(List.of("sh", "-c", command));
    }

    private Ended start(List<String> command) {
        try {
            Path output = home.resolve("output");
            Path errors = home.resolve("errors");
            List<String> all = new ArrayList<>(List.of("env", "PATH=" + path));
            all.addAll(command);
            Process process = builder(all).redirectOutput(output.toFile()).start();
            if (!process.waitFor(3, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError(command + " has not ended; " + Files.readString(errors));
            }
            return new Ended(process.exitValue(), Files.readString(output), Files.readString(errors));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    private ProcessBuilder builder(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile())
                .redirectInput(write("input", input).toFile())
                .redirectError(home.resolve("errors").toFile());
        builder.environment().put("KUBECONFIG", home.resolve("kubeconfig").toString());
        builder.environment().put("HOME", home.toString());
        builder.environment().put("TMPDIR", Files.createDirectories(home.resolve("tmp")).toString());
        return builder;
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(home.resolve(name), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
