package io.azureccm.e2e.playground.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The options that an image gives its JVM, read from the app's Dockerfile, so that what is measured is what runs. */
public final class ImageOptions {
    private static final String LINE = "ENV JAVA_TOOL_OPTIONS=\"";

    private ImageOptions() {}

    public static List<String> of(String app) throws IOException {
        Path file = Path.of(app, "Dockerfile").toAbsolutePath();
        return Files.readAllLines(file)
                .stream()
                .filter(line -> line.startsWith(LINE) && line.endsWith("\""))
                .map(line -> List.of(line.substring(LINE.length(), line.length() - 1).split(" ")))
                .findFirst()
                .orElseThrow(() -> new IOException(file + " has no line " + LINE + "...\""));
    }
}
