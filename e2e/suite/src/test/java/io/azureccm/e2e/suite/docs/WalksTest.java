package io.azureccm.e2e.suite.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The walks through the code name classes that are there, each once, and none that does not follow from one before it. */
class WalksTest {
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("/test/io/"))
            .importPackages("io.azureccm.common", "io.azureccm.route", "io.azureccm.node", "io.azureccm.service");
    private static final int MAX_CLASSES = 25;
    private static final Pattern SECTION = Pattern.compile("(?ms)^## (.+?)\n(.*?)(?=^## |\\z)");
    private static final Pattern ROOT = Pattern.compile("`(io\\.azureccm\\.\\w+)`");
    private static final Pattern ROW = Pattern
            .compile("\\| (\\d+) \\| `(\\w+)` \\| (?:(hears )?`(\\w+)` )?\\| \\S.* \\|");

    /** One class of a walk; {@code from} is "" for the first. */
    private record Stop(int number, String name, boolean hears, String from) {}

    private record Walk(String title, List<String> roots, List<Stop> stops) {
        @Override
        public String toString() {
            return title;
        }
    }

    static List<Walk> walks() throws IOException {
        return read(Files.readString(Repository.root().resolve("docs/explanation/walks.md")));
    }

    @Test
    void theWalksOfAServicePortOfARouteAndOfANodeAreThere() throws IOException {
        assertThat(walks()).extracting(Walk::title).contains("A Service port", "A route", "A node");
    }

    @ParameterizedTest
    @MethodSource("walks")
    void everyClassOfAWalkFollowsFromOneBeforeIt(Walk walk) {
        assertThat(lies(walk)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("walks")
    void aWalkIsShortAndCountsItsClasses(Walk walk) {
        assertThat(walk.stops()).hasSizeBetween(5, MAX_CLASSES);
        for (int i = 0; i < walk.stops().size(); i++)
            assertThat(walk.stops().get(i).number()).isEqualTo(i + 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"EventLoop; `Inbox`; Inbox; is named twice",
            "EventLoop; `NodeGone`; Inbox; NodeGone is named before it",
            "NoSuchLoop; `Inbox`; Inbox; NoSuchLoop: 0 classes",
            "CollectingWindow; `Inbox`; CollectingWindow; does not refer to CollectingWindow",
            "CollectingWindow; hears `Inbox`; CollectingWindow; does not refer to Inbox"})
    void aWalkThatIsNotTrueIsNoticed(String name, String from, String second, String lie) {
        String page = """
                ## A walk
                Classes of `io.azureccm.common`.

                | 1 | `Inbox` | | first |
                | 2 | `%s` | %s | second |
                | 3 | `%s` | `Inbox` | third |
                """.formatted(name, from, second);

        assertThat(lies(read(page).getFirst())).anyMatch(each -> each.contains(lie));
    }

    @Test
    void anInterfaceLeadsToItsClassAndWhoHearsRefersToWhatItHears() {
        String page = """
                ## A walk
                Classes of `io.azureccm.route` and `io.azureccm.common`.

                | 1 | `Inbox` | | first |
                | 2 | `LoopThread` | hears `Inbox` | second |
                | 3 | `EventLoop` | `LoopThread` | third |
                | 4 | `RouteScope` | `EventLoop` | by the interface of scopes |
                """;

        assertThat(lies(read(page).getFirst())).isEmpty();
    }

    private static List<Walk> read(String page) {
        List<Walk> walks = new ArrayList<>();
        Matcher section = SECTION.matcher(page);
        while (section.find()) {
            List<String> roots = ROOT.matcher(section.group(2)).results().map(root -> root.group(1)).toList();
            List<Stop> stops = section.group(2).lines().filter(line -> line.matches("\\| \\d+ .*")).map(line -> {
                Matcher row = ROW.matcher(line);
                assertThat(row.matches()).as("a row of a walk: " + line).isTrue();
                return new Stop(Integer.parseInt(row.group(1)), row.group(2), row.group(3) != null,
                        row.group(4) == null ? "" : row.group(4));
            }).toList();
            walks.add(new Walk(section.group(1), roots, stops));
        }
        return walks;
    }

    private static List<String> lies(Walk walk) {
        List<String> lies = new ArrayList<>();
        Set<String> named = new HashSet<>();
        for (Stop stop : walk.stops()) {
            List<JavaClass> classes = classes(walk, stop.name());
            if (classes.size() != 1)
                lies.add(stop.name() + ": " + classes.size() + " classes of this name in " + walk.roots());
            else if (!stop.from().isEmpty() && named.contains(stop.from()))
                classes(walk, stop.from()).forEach(from -> lies.addAll(lies(stop, from, classes.getFirst())));
            if (stop.from().isEmpty() ? !named.isEmpty() : !named.contains(stop.from()))
                lies.add(stop.name() + ": no class " + stop.from() + " is named before it");
            if (!named.add(stop.name()))
                lies.add(stop.name() + " is named twice");
        }
        return lies;
    }

    private static List<String> lies(Stop stop, JavaClass from, JavaClass to) {
        if (stop.hears())
            return refersTo(to, from) ? List.of() : List.of(to.getSimpleName() + " does not refer to " + stop.from());
        boolean leadsThere = Stream.concat(Stream.of(to), to.getAllRawInterfaces().stream())
                .anyMatch(each -> refersTo(from, each));
        return leadsThere ? List.of() : List.of(stop.from() + " does not refer to " + to.getSimpleName());
    }

    /** Whether a class, or one inside of it, refers to the other, or to one inside of that. */
    private static boolean refersTo(JavaClass from, JavaClass to) {
        return PRODUCTION.stream()
                .filter(each -> isOrIsIn(each.getName(), from))
                .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
                .anyMatch(dependency -> isOrIsIn(dependency.getTargetClass().getName(), to));
    }

    private static boolean isOrIsIn(String name, JavaClass outer) {
        return name.equals(outer.getName()) || name.startsWith(outer.getName() + "$");
    }

    private static List<JavaClass> classes(Walk walk, String simpleName) {
        return PRODUCTION.stream()
                .filter(each -> each.getSimpleName().equals(simpleName) && each.isTopLevelClass())
                .filter(each -> walk.roots().stream().anyMatch(root -> each.getPackageName().startsWith(root)))
                .collect(Collectors.toList());
    }
}
