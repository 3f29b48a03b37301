package io.azureccm.e2e.charts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Copies of the charts in which the annotation of hooks has another name: the Helm of these tests leaves hooks out of what it renders.
 */
final class HooksShown {
    private static final String HOOK = "helm.sh/hook";
    private static final String SHOWN = "shown.example/hook";
    private static final Map<String, Path> COPIES = new ConcurrentHashMap<>();

    private HooksShown() {}

    static Path folder(String chart) {
        return COPIES.computeIfAbsent(chart, HooksShown::copy);
    }

    /** What was rendered, with the name that the annotation has in the chart. */
    static String asInTheChart(String rendered) {
        return rendered.replace(SHOWN, HOOK);
    }

    private static Path copy(String chart) {
        Path from = Charts.folder(chart);
        try (Stream<Path> files = Files.walk(from, FileVisitOption.FOLLOW_LINKS)) {
            Path to = Files.createTempDirectory("charts").resolve(chart);
            List<Path> made = files.map(file -> copy(file, to.resolve(from.relativize(file).toString()))).toList();
            made.reversed().forEach(file -> file.toFile().deleteOnExit());
            return to;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path copy(Path file, Path to) {
        try {
            if (Files.isDirectory(file))
                return Files.createDirectories(to);
            return Files.writeString(to, Files.readString(file).replace(HOOK, SHOWN));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
