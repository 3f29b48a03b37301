package io.azureccm.e2e.charts.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import io.azureccm.e2e.charts.Charts;
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

/**
 * A package depends on the chart alone: two that Helm makes differ in nothing but the times that it writes into the archive, two that
 * {@code charts/package} makes differ in nothing.
 */
class PackageTest {
    static final List<String> CHARTS = Stream.concat(Charts.ALL.stream(), Stream.of(Charts.PARENT)).toList();
    private static final int BLOCK = 512;

    @ParameterizedTest
    @FieldSource("CHARTS")
    void aPackageHoldsTheFilesOfTheChartAndNoOthers(String chart, @TempDir Path target) throws IOException {
        new Helm(Charts.folder(chart)).packageIt().withDestination(target).call();
        try (Stream<Path> files = Files.list(target)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactly(chart + "-0.1.0.tgz");
        }
        holdsTheFiles(chart, contents(target.resolve(chart + "-0.1.0.tgz")));
    }

    @ParameterizedTest
    @FieldSource("CHARTS")
    void theSameFilesAreTheSameArchiveWhereverAndWheneverItIsMade(String chart, @TempDir Path target)
            throws IOException, InterruptedException {
        Path elsewhere = Files.createDirectory(target.resolve("elsewhere"));
        run(List.of("cp", "-R", Charts.repository().resolve("charts").toString(), elsewhere.toString()));
        run(List.of("cp", Charts.repository().resolve("pom.xml").toString(), elsewhere.toString()));
        run(List.of("find", elsewhere.toString(), "-type", "f", "-exec", "touch", "-d", "2020-02-02", "{}", "+"));

        Path one = packaged(Charts.repository(), chart, Files.createDirectory(target.resolve("one")));
        Path other = packaged(elsewhere, chart, Files.createDirectory(target.resolve("other")));

        assertThat(one).hasSameBinaryContentAs(other);
        holdsTheFiles(chart, contents(one));
        assertThat(rendered(one)).contains("kind: DaemonSet").isEqualTo(rendered(Charts.folder(chart)));
    }

    private static String rendered(Path chart) {
        return new Helm(chart).template()
                .withName("azure")
                .withKubeVersion("1.32.0")
                .set(parent(chart) ? "global.azure.image.registry" : "image.registry", Charts.REGISTRY)
                .set(parent(chart) ? "global.azure.flags.cluster-cidr" : "flags.cluster-cidr", "10.244.0.0/16")
                .call();
    }

    private static boolean parent(Path chart) {
        return chart.getFileName().toString().startsWith(Charts.PARENT);
    }

    private static Path packaged(Path repository, String chart, Path into) throws IOException, InterruptedException {
        run(List.of(repository.resolve("charts").resolve("package").toString(), "--destination=" + into, chart));
        return into.resolve(chart + "-0.1.0.tgz");
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(() -> command + "\n" + output).isZero();
    }

    private static void holdsTheFiles(String chart, Map<String, String> packed) throws IOException {
        Map<String, String> files = new TreeMap<>(Charts.texts(chart, ""));

        // Helm sorts the keys of these.
        for (String name : files.keySet().stream().filter(file -> file.endsWith("Chart.yaml")).toList()) {
            assertThat(Charts.YAML.readTree(packed.remove(chart + "/" + name)))
                    .isEqualTo(Charts.YAML.readTree(files.remove(name)));
        }
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
