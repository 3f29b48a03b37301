package io.azureccm.e2e.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.azure.wire.ArmError;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RefusalTableTest {
    private static final Pattern REFUSAL = Pattern.compile("ArmError\\.of\\(\\s*\"([\\w.]+)\"");

    @Test
    void everyRefusalHasARowAndEveryRowIsUsed() throws IOException {
        Properties rows = new Properties();
        try (InputStream in = ArmError.class.getResourceAsStream("refusals.properties")) {
            rows.load(in);
        }
        String code = code();
        assertThat(rows.stringPropertyNames()).allMatch(row -> code.contains("\"" + row + "\""))
                .allMatch(row -> rows.getProperty(row).matches("[45]\\d\\d( gateway)?: .+"))
                .containsAll(REFUSAL.matcher(code).results().map(found -> found.group(1)).toList());
    }

    private static String code() throws IOException {
        try (var files = Files.walk(Path.of("src/main/java"))) {
            return files.filter(Files::isRegularFile).map(RefusalTableTest::read).collect(Collectors.joining());
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
