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
import java.util.jar.JarFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The steps of the Dockerfiles without an engine: their RUN lines in a shell with other folders, then the entry point. An engine
 * adds nothing to them but the file system they run in. What they leave is what other tests start.
 */
@Order(1)
class ImageStepsTest {
    static final List<String> APPS = Dockerfile.APPS;

    @ParameterizedTest
    @FieldSource("APPS")
    void leaveAnAppThatRunsWithItsCache(String app) throws IOException {
        Assumptions.assumeTrue(ImageFolder.arePackaged(app), () -> app + " has not been packaged");
        Dockerfile file = Dockerfile.of(app);
        ImageFolder image = ImageFolder.of(app);
        Path jar = image.app().resolve(app + ".jar");
        assertThat(image.app().resolve(app + ".aot")).exists();
        assertThat(hasBill(jar)).isEqualTo(hasBill(image.packaged()));
        assertThat(Files.getLastModifiedTime(jar))
                .isEqualTo(FileTime.from(Instant.parse(file.value("ARG", "CREATED"))));
        List<String> command = new ArrayList<>(file.entrypoint().stream().map(image::here).toList());
        command.set(0, ImageFolder.java());
        // With "on" a JVM ends when it cannot use its cache; by itself it would run without.
        command.addAll(1, List.of("-XX:AOTMode=on", "-Xlog:aot"));
        command.add("--version");
        assertThat(image.run(command, Map.of("JAVA_TOOL_OPTIONS", file.value("ENV", "JAVA_TOOL_OPTIONS"))))
                .contains("Using AOT-linked classes: true")
                .contains(app + " ");
    }

    private static boolean hasBill(Path jar) throws IOException {
        try (JarFile opened = new JarFile(jar.toFile())) {
            return opened.getEntry("META-INF/sbom/application.cdx.json") != null;
        }
    }
}
