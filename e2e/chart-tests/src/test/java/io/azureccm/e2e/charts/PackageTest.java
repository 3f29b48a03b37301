package io.azureccm.e2e.charts;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A package depends on the chart alone: two of them differ in nothing but the times that Helm writes into the archive. */
class PackageTest {
    static final List<String> CHARTS = Charts.ALL;
    private static final int BLOCK = 512;

    @ParameterizedTest
    @FieldSource("CHARTS")
    void aPackageHoldsTheFilesOfTheChartAndNoOthers(String chart, @TempDir Path target) throws IOException {
        new Helm(Charts.folder(chart)).packageIt().withDestination(target).call();
        try (Stream<Path> files = Files.list(target)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactly(chart + "-0.1.0.tgz");
        }
        Map<String, String> packed = contents(target.resolve(chart + "-0.1.0.tgz"));
        Map<String, String> files = new TreeMap<>(Charts.texts(chart, ""));

        // Helm sorts the keys of this one.
        assertThat(Charts.YAML.readTree(packed.remove(chart + "/Chart.yaml")))
                .isEqualTo(Charts.YAML.readTree(files.remove("Chart.yaml")));
        assertThat(packed).hasSize(files.size());
        files.forEach((name, text) -> assertThat(packed).containsEntry(chart + "/" + name, text));
    }

    /** The files of a tar archive: blocks with a name and a size in octal digits, each followed by the content. */
    private static Map<String, String> contents(Path archive) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (InputStream tar = new ByteArrayInputStream(
                new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(archive))).readAllBytes())) {
            for (byte[] head = tar.readNBytes(BLOCK); head.length == BLOCK && head[0] != 0; head = tar
                    .readNBytes(BLOCK)) {
                int size = Integer.parseInt(text(head, 124, 12).strip(), 8);
                String content = new String(tar.readNBytes(size), StandardCharsets.UTF_8);
                tar.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
                files.put(text(head, 0, 100), content);
            }
        }
        return files;
    }

    private static String text(byte[] block, int from, int length) {
        String text = new String(block, from, length, StandardCharsets.US_ASCII);
        return text.contains("\0") ? text.substring(0, text.indexOf('\0')) : text;
    }
}
