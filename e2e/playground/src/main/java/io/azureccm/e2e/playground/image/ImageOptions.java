package io.azureccm.e2e.playground.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The JVM options of an image, read from the app's Dockerfile, so that measurements use the same options. */
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
