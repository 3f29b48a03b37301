package io.azureccm.e2e.suite.apps.observe;

import io.azureccm.common.config.options.App;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the page of the actuator says: paths with the fields of their answers, components of health with their groups. */
record ActuatorPage(List<Row> rows, Map<String, Set<String>> components, Set<String> ofDebug) {
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    /** Paths that answer the same, the fields on top of the answer (none for text), and the apps that answer so. */
    record Row(List<String> paths, Set<String> fields, Set<App> apps) {}

    static ActuatorPage read(Path page) throws IOException {
        List<Row> rows = new ArrayList<>();
        Map<String, Set<String>> components = new TreeMap<>();
        Set<String> ofDebug = new TreeSet<>();
        for (String line : Files.readAllLines(page)) {
            String[] cells = line.split("\\|");
            if (line.startsWith("| `/")) {
                rows.add(new Row(quoted(cells[1]), fields(cells[2]), apps(cells[3].strip())));
            } else if (line.startsWith("| `")) {
                components.put(quoted(cells[1]).getFirst(), words(cells[2]));
            } else if (line.contains("profiles.md) `debug` adds")) {
                quoted(line).stream().filter(each -> each.startsWith("/actuator/")).forEach(ofDebug::add);
            }
        }
        return new ActuatorPage(rows, components, ofDebug);
    }

    List<Row> of(App app) {
        return rows.stream().filter(row -> row.apps().contains(app)).toList();
    }

    /** Names of endpoints: what follows {@code /actuator/} up to the next slash or question mark. */
    Set<String> endpoints(App app) {
        Set<String> names = new TreeSet<>();
        of(app).forEach(row -> row.paths().forEach(path -> endpoint(path).ifPresent(names::add)));
        return names;
    }

    static Optional<String> endpoint(String path) {
        Matcher name = Pattern.compile("/actuator/([a-z]+).*").matcher(path);
        return name.matches() ? Optional.of(name.group(1)) : Optional.empty();
    }

    private static List<String> quoted(String text) {
        return QUOTED.matcher(text).results().map(found -> found.group(1)).toList();
    }

    private static Set<String> fields(String cell) {
        return new TreeSet<>(quoted(cell));
    }

    private static Set<String> words(String cell) {
        Set<String> words = new TreeSet<>(Arrays.asList(cell.strip().split(", *")));
        words.remove("");
        return words;
    }

    private static Set<App> apps(String cell) {
        if (cell.equals("all"))
            return EnumSet.allOf(App.class);
        Set<App> apps = EnumSet.noneOf(App.class);
        words(cell).forEach(word -> apps.add(App.valueOf(word.toUpperCase(Locale.ROOT))));
        return apps;
    }
}
