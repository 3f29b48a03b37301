package io.azureccm.e2e.charts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Copies of the charts in which the annotation of hooks has another name: the Helm of these tests leaves hooks out of what it renders.
 */
final class HooksShown {
    private static final String HOOK = "helm.sh/hook";
    private static final String SHOWN = "shown.example/hook";
    private static final String TESTS = "test.yaml";
    private static final Map<String, Path> COPIES = new ConcurrentHashMap<>();

    private HooksShown() {}

    /** With the hooks of an installation. */
    static Path folder(String chart) {
        return COPIES.computeIfAbsent(chart, name -> copy(name, file -> !file.endsWith(TESTS)));
    }

    /** With those of {@code helm test}, too. */
    static Path withTests(String chart) {
        return COPIES.computeIfAbsent(chart + " with tests", _ -> copy(chart, _ -> true));
    }

    /** What was rendered, with the name that the annotation has in the chart. */
    static String asInTheChart(String rendered) {
        return rendered.replace(SHOWN, HOOK);
    }

    private static Path copy(String chart, Predicate<Path> shown) {
        Path from = Charts.folder(chart);
        try (Stream<Path> files = Files.walk(from, FileVisitOption.FOLLOW_LINKS)) {
            Path folder = Files.createTempDirectory("charts");
            folder.toFile().deleteOnExit();
            Path to = folder.resolve(chart);
            List<Path> made = files.map(file -> copy(file, to.resolve(from.relativize(file).toString()), shown))
                    .toList();
            made.forEach(file -> file.toFile().deleteOnExit());
            return to;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path copy(Path file, Path to, Predicate<Path> shown) {
        try {
            if (Files.isDirectory(file))
                return Files.createDirectories(to);
            String text = Files.readString(file);
            return Files.writeString(to, shown.test(file) ? text.replace(HOOK, SHOWN) : text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
