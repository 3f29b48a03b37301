package io.azureccm.common;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The picture of the modules on the page of the architecture shows what depends on what, and nothing that does not. */
class ModulePictureTest {
    private static final Path PAGE = Path.of("../../docs/contributing/architecture.md");
    private static final Path MODULES = Path.of("..");
    private static final Pattern PICTURE = Pattern.compile("(?s)```mermaid\\nflowchart BT\\n(.*?)```");
    private static final Pattern ARROW = Pattern.compile("(\\w+) --> (\\w+)");

    @Test
    void thePictureIsTrue() throws IOException {
        assertThat(lies(drawn(Files.readString(PAGE)), real())).isEmpty();
    }

    @Test
    void anArrowTooManyAndOneTooFewAreNoticed() {
        Map<String, Set<String>> real = Map.of("boot", Set.of("arm", "core"), "arm", Set.of("core"), "tls", Set.of());

        assertThat(lies(Map.of("boot", Set.of("arm"), "arm", Set.of("core"), "tls", Set.of()), real)).isEmpty();
        assertThat(lies(Map.of("boot", Set.of("tls"), "arm", Set.of("core")), real)).containsExactlyInAnyOrder(
                "boot -> tls is drawn and not there", "boot -> arm is there and not drawn",
                "boot -> core is there and not drawn");
        assertThat(lies(Map.of("boot", Set.of("arm"), "arm", Set.of("core")), real))
                .containsExactly("tls is not in the picture");
    }

    /** An arrow stands for a dependency of its own; one that follows from others may be left out. */
    private static List<String> lies(Map<String, Set<String>> drawn, Map<String, Set<String>> real) {
        List<String> lies = new ArrayList<>();
        Set<String> shown = new TreeSet<>(drawn.keySet());
        drawn.values().forEach(shown::addAll);
        real.keySet()
                .stream()
                .filter(each -> !shown.contains(each))
                .forEach(each -> lies.add(each + " is not in the picture"));
        drawn.forEach((from, targets) -> targets.stream()
                .filter(to -> !real.getOrDefault(from, Set.of()).contains(to))
                .forEach(to -> lies.add(from + " -> " + to + " is drawn and not there")));
        real.forEach((from, targets) -> targets.stream()
                .filter(to -> !reachable(from, drawn, new TreeSet<>()).contains(to))
                .forEach(to -> lies.add(from + " -> " + to + " is there and not drawn")));
        return lies;
    }

    private static Set<String> reachable(String from, Map<String, Set<String>> drawn, Set<String> found) {
        drawn.getOrDefault(from, Set.of()).forEach(to -> {
            if (found.add(to))
                reachable(to, drawn, found);
        });
        return found;
    }

    private static Map<String, Set<String>> drawn(String page) {
        Matcher picture = PICTURE.matcher(page);
        assertThat(picture.find()).as("a picture of modules in " + PAGE).isTrue();
        Map<String, Set<String>> arrows = new TreeMap<>();
        Matcher arrow = ARROW.matcher(picture.group(1));
        while (arrow.find())
            arrows.computeIfAbsent(arrow.group(1), from -> new TreeSet<>()).add(arrow.group(2));
        return arrows;
    }

    /** What the classes of a module use, which may be less than its pom names. */
    private static Map<String, Set<String>> real() throws IOException {
        Map<String, String> modules = modulesOfClasses();
        JavaClasses production = new ClassFileImporter()
                .withImportOption(ArchitectureTest::isProduction)
                .importPackages("io.azureccm.common");
        Map<String, Set<String>> dependencies = new TreeMap<>();
        for (JavaClass type : production) {
            String from = modules.get(topLevel(type));
            Set<String> targets = dependencies.computeIfAbsent(from, module -> new TreeSet<>());
            type.getDirectDependenciesFromSelf()
                    .stream()
                    .map(dependency -> modules.get(topLevel(dependency.getTargetClass().getBaseComponentType())))
                    .filter(to -> to != null && !to.equals(from))
                    .forEach(targets::add);
        }
        return dependencies;
    }

    private static Map<String, String> modulesOfClasses() throws IOException {
        Map<String, String> modules = new TreeMap<>();
        try (Stream<Path> files = Files.find(MODULES, 20,
                (file, is) -> file.toString().contains("/src/main/java/") && file.toString().endsWith(".java"))) {
            files.map(MODULES::relativize).forEach(file -> {
                String name = file.subpath(4, file.getNameCount()).toString();
                modules.put(name.substring(0, name.length() - ".java".length()).replace('/', '.'),
                        file.getName(0).toString());
            });
        }
        return modules;
    }

    private static String topLevel(JavaClass type) {
        return type.getName().split("\\$")[0];
    }
}
