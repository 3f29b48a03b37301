package io.azureccm.e2e.suite.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.boot.preview.CommandFlags;
import io.azureccm.common.boot.preview.PlanCommand;
import io.azureccm.common.boot.preview.SnapshotCommand;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.flags.FlagsOutcome;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.config.parse.key.KeyCatalogue;
import io.azureccm.common.config.value.ConfigProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What pages tell people to type or to apply is something that Kubernetes, Helm and the apps understand. */
class SnippetsTest {
    private static final Pattern APP = Pattern.compile("^\\./run ([a-z]+-controller)(.*)");
    private static final Pattern CHART = Pattern.compile("charts/([a-z-]+)");
    private static final Pattern SET = Pattern.compile("--set(?:-string|-file)?[ =]([A-Za-z.\\[\\]0-9-]+)=");
    private static final Pattern FILE = Pattern.compile("(?:^|\\s)(?:-f|--filename)[ =]?(docs/[^\\s]+)");

    static List<Snippet> yaml() throws IOException {
        return Snippet.in("yaml");
    }

    static List<Snippet> json() throws IOException {
        return Snippet.in("json");
    }

    static List<Snippet> shell() throws IOException {
        return Snippet.in("bash");
    }

    static Stream<Path> manifests() throws IOException {
        Path folder = Repository.root().resolve("docs/example-manifests");
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".manifest")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("yaml")
    void objectsInPagesHaveNoUnknownFields(Snippet snippet) {
        KubernetesObjects.read(snippet.text());
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void exampleManifestsHaveNoUnknownFields(Path manifest) throws IOException {
        assertThat(KubernetesObjects.read(Files.readString(manifest))).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("json")
    void cloudConfigsInPagesAreTakenWithoutAWarning(Snippet snippet) throws JsonProcessingException {
        JsonNode tree = new ObjectMapper().readTree(snippet.text());
        if (!tree.isObject() || KeyCatalogue.find(tree.fieldNames().next()).isEmpty())
            return;
        List<ConfigProblem> problems = switch (CloudConfigParser.parse(new ConfigLayer("page", snippet.text()),
                Map.of())) {
            case ParsedCloudConfig.Accepted(var config, var told) -> told;
            case ParsedCloudConfig.Rejected(var told) -> told;
        };
        assertThat(problems).as(snippet.toString()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("shell")
    void flagsOfTheAppsExist(Snippet snippet) {
        snippet.commands().forEach(command -> {
            Matcher app = APP.matcher(command);
            if (!app.find())
                return;
            List<String> flags = Arrays.stream(app.group(2).strip().split("\\s+"))
                    .takeWhile(word -> !word.matches("[|&>].*"))
                    .toList();
            App which = Arrays.stream(App.values())
                    .filter(each -> each.title().equals(app.group(1)))
                    .findFirst()
                    .orElseThrow();
            List<String> ofTheApp = ofTheApp(flags);
            assertThat(ControllerFlags.parse(which, ofTheApp)).as("%s: %s", snippet, command)
                    .isInstanceOfSatisfying(FlagsOutcome.Run.class,
                            run -> assertThat(run.notices().stream().map(Object::toString))
                                    .noneMatch(notice -> notice.contains("unknown") || notice.contains("belongs")));
        });
    }

    /** Without the flags of a command; one that works on files needs no cloud config. */
    private static List<String> ofTheApp(List<String> flags) {
        if (flags.contains("snapshot"))
            return CommandFlags.of(flags, SnapshotCommand.FLAGS).rest();
        if (!flags.contains("plan"))
            return flags;
        CommandFlags plan = CommandFlags.of(flags, PlanCommand.FLAGS);
        boolean stored = plan.last("snapshot").isPresent() || plan.last("filename").isPresent();
        return stored
                ? Stream.concat(plan.rest().stream(), Stream.of("--cloud-config=snapshot")).toList()
                : plan.rest();
    }

    @ParameterizedTest
    @MethodSource("shell")
    void noCommandDependsOnTheJavaOfThePath(Snippet snippet) {
        assertThat(snippet.commands()).as("%s: ./run finds Java 25, a bare java may be an older one", snippet)
                .noneMatch(command -> command.matches("java .*"));
    }

    @ParameterizedTest
    @MethodSource("shell")
    void chartsAndTheirValuesExist(Snippet snippet) {
        snippet.commands().filter(command -> command.startsWith("helm ")).forEach(command -> {
            Matcher chart = CHART.matcher(command);
            while (chart.find()) {
                Path folder = Repository.root().resolve("charts").resolve(chart.group(1));
                assertThat(folder).as("%s: %s", snippet, command).isDirectory();
                Matcher set = SET.matcher(command);
                while (set.find()) {
                    assertThat(hasValue(folder, set.group(1))).as("%s: %s in %s", snippet, set.group(1), folder)
                            .isTrue();
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("shell")
    void filesToApplyExist(Snippet snippet) {
        snippet.commands().forEach(command -> {
            Matcher file = FILE.matcher(command);
            while (file.find()) {
                assertThat(Repository.root().resolve(file.group(1))).as("%s: %s", snippet, command).exists();
            }
        });
    }

    @Test
    void everySettingThatAPageNamesExists() throws IOException {
        String reference = Files.readString(Repository.root().resolve("docs/resources/settings.md"));
        Pattern setting = Pattern.compile("(?<![.\\w])azureccm(?:\\.[a-z][a-z0-9-]*)+\\b(?!\\.io|/)");
        List<String> unknown = new ArrayList<>();
        for (Path page : Repository.pages()) {
            Matcher named = setting.matcher(Files.readString(page));
            while (named.find()) {
                if (!reference.contains(named.group()) && !isEntry(reference, named.group()))
                    unknown.add(Repository.root().relativize(page) + ": " + named.group());
            }
        }
        assertThat(new TreeSet<>(unknown)).isEmpty();
    }

    /** A setting with a key for each entry is followed by the key. */
    private static boolean isEntry(String reference, String name) {
        return reference.contains("`" + name.substring(0, name.lastIndexOf('.')) + "` | a key for each entry |");
    }

    /** A value under an object that is empty by default ({@code flags}, {@code podLabels}) is free. */
    private static boolean hasValue(Path chart, String key) {
        JsonNode at = KubernetesObjects.tree(chart.resolve("values.yaml"));
        for (String part : key.replaceAll("\\[\\d+]", "").split("\\.")) {
            if (at.isObject() && at.isEmpty() || at.isArray())
                return true;
            JsonNode next = at.path(part);
            if (next.isMissingNode())
                return isFree(at);
            at = next;
        }
        return true;
    }

    private static boolean isFree(JsonNode object) {
        return object.has("cluster-name");
    }
}
