package io.azureccm.e2e.suite.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The steps of the Dockerfiles without an engine: their RUN lines in a shell with other folders, then the entry point. An engine
 * adds nothing to them but the file system they run in.
 */
@Order(1)
class ImageStepsTest {
    static final List<String> APPS = Dockerfile.APPS;

    @TempDir
    Path folder;

    @ParameterizedTest
    @FieldSource("APPS")
    void leaveAnAppThatRunsWithItsCache(String app) throws IOException, InterruptedException {
        Dockerfile file = Dockerfile.of(app);
        for (Path source : sources(file)) {
            Files.createDirectories(folder.resolve("build"));
            Files.copy(source, folder.resolve("build").resolve(source.getFileName()));
        }
        for (String step : file.all("RUN"))
            run(List.of("sh", "-c", here(step)), Map.of("SOURCE_DATE_EPOCH", file.value("ARG", "SOURCE_DATE_EPOCH")));

        for (String copied : file.all("COPY")) {
            if (copied.startsWith("--from=app "))
                run(List.of("cp", "--archive", here(copied.split(" ")[1]) + ".", folder.toString()), Map.of());
        }
        Path apps = folder.resolve("app");
        FileTime time = FileTime.from(Instant.parse(file.value("ARG", "CREATED")));
        assertThat(apps.resolve(app + ".aot")).exists();
        assertThat(hasBill(apps.resolve(app + ".jar")))
                .isEqualTo(hasBill(folder.resolve("build").resolve(app + ".jar")));
        assertThat(Files.getLastModifiedTime(apps.resolve(app + ".jar"))).isEqualTo(time);
        List<String> command = new ArrayList<>(file.entrypoint().stream().map(this::here).toList());
        command.set(0, java());
        // With "on" a JVM ends when it cannot use its cache; by itself it would run without.
        command.addAll(1, List.of("-XX:AOTMode=on", "-Xlog:aot"));
        command.add("--version");
        assertThat(run(command, Map.of("JAVA_TOOL_OPTIONS", file.value("ENV", "JAVA_TOOL_OPTIONS"))))
                .contains("Using AOT-linked classes: true")
                .contains(app + " ");
    }

    private static List<Path> sources(Dockerfile file) {
        List<String> copied = List.of(file.all("COPY").getFirst().split(" "));
        List<Path> sources = copied.subList(0, copied.size() - 1).stream().map(Dockerfile.root()::resolve).toList();
        for (Path source : sources)
            Assumptions.assumeTrue(Files.exists(source), () -> source + " has not been packaged");
        return sources;
    }

    private static boolean hasBill(Path jar) throws IOException {
        try (JarFile opened = new JarFile(jar.toFile())) {
            return opened.getEntry("META-INF/sbom/application.cdx.json") != null;
        }
    }

    private String here(String text) {
        return text.replace("java -", java() + " -")
                .replaceAll("(?<![\\w/])/(app|build|layers)\\b", Matcher.quoteReplacement(folder.toString()) + "/$1");
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private String run(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(15, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(command + " does not end:\n" + Files.readString(output));
        }
        assertThat(process.exitValue()).as(() -> command + "\n" + text(output)).isZero();
        return text(output);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
