package io.azureccm.common.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text that is compared with a file under {@code src/test/resources/golden}; {@code -Dgolden.rewrite=true} writes the files anew. */
public final class GoldenFile {
    private static final Path FOLDER = Path.of("src/test/resources/golden");

    private GoldenFile() {}

    public static void assertMatches(String name, String text) {
        Path file = FOLDER.resolve(name);
        try {
            if (Boolean.getBoolean("golden.rewrite")) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, text + "\n");
            }
            assertThat(text + "\n").as(name).isEqualTo(Files.readString(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
