package io.azureccm.e2e.suite.apps.observe;

import io.azureccm.common.config.options.App;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows of the page of metrics. */
record DocumentedMetrics(Map<String, Row> rows) {
    /** The labels of a metric, the apps that have it, and whether it is there from the start. */
    record Row(Set<String> labels, Set<App> apps, boolean always) {}

    static DocumentedMetrics read() throws IOException {
        Path root = Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(path -> Files.isDirectory(path.resolve("charts")))
                .findFirst()
                .orElseThrow();
        Map<String, Row> rows = new TreeMap<>();
        for (String line : Files.readAllLines(root.resolve("docs/resources/metrics.md"))) {
            if (line.startsWith("| `")) {
                String[] cells = line.split("\\|");
                rows.put(cells[1].strip().replace("`", ""), new Row(words(cells[3]), apps(cells[4].strip()),
                        !cells[2].contains("\\*")));
            }
        }
        return new DocumentedMetrics(rows);
    }

    Set<String> of(App app) {
        return rows.keySet()
                .stream()
                .filter(name -> rows.get(name).apps().contains(app))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those that an app which does its work has to show. */
    Set<String> sureOf(App app) {
        return of(app).stream().filter(name -> rows.get(name).always()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> words(String cell) {
        Set<String> words = new TreeSet<>(Arrays.asList(cell.strip().split(", *")));
        words.remove("");
        return words;
    }

    private static Set<App> apps(String cell) {
        if (cell.equals("all"))
            return Set.of(App.values());
        Set<App> apps = new TreeSet<>();
        words(cell).forEach(word -> apps.add(App.valueOf(word.toUpperCase(Locale.ROOT))));
        return apps;
    }
}
