package io.azureccm.e2e.suite.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.LeaseName;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a chart gives its app is what the app understands, with the app's own port and lease. */
class ChartFlagsTest {
    private static final Pattern HELP = Pattern.compile("^ {2}--([a-z][a-z0-9-]*)", Pattern.MULTILINE);
    private static final Pattern FLAG = Pattern.compile("- --([a-z][a-z-]*)");

    @ParameterizedTest
    @EnumSource
    void everyFlagOfTheChartMeansSomethingToTheApp(App app) throws IOException {
        Set<String> flags = new TreeSet<>();
        try (Stream<Path> templates = Files.walk(chart(app).resolve("templates"), FileVisitOption.FOLLOW_LINKS)) {
            for (Path template : templates.filter(Files::isRegularFile).toList()) {
                FLAG.matcher(ofTheApp(Files.readString(template)))
                        .results()
                        .forEach(found -> flags.add(found.group(1)));
            }
        }
        values(app).path("flags").fieldNames().forEachRemaining(flags::add);
        String help = ControllerFlags.help(app);
        String understood = help.substring(0, help.indexOf("Accepted without effect"));

        assertThat(flags).contains("cloud-config", "leader-elect", "cluster-name")
                .allMatch(flag -> Pattern.compile("^ {2}--" + flag + "( |$)", Pattern.MULTILINE)
                        .matcher(understood)
                        .find());
    }

    @Test
    void chartsAcceptTheFlagsAndSettingsOfTheAppsAndNoOthers() throws IOException {
        Path file = Repository.root().resolve("charts/shared/files/names.yaml");
        if (Boolean.getBoolean("docs.write"))
            Files.writeString(file, names());
        assertThat(file).as("run with -Ddocs.write=true to rewrite it").hasContent(names());
    }

    private static String names() {
        StringBuilder names = new StringBuilder(
                "# Made from the code: the flags that each app accepts, and all settings below azureccm, with .* where keys of the user follow.\nflags:\n");
        for (App app : App.values()) {
            names.append("  ").append(app.title()).append(":\n");
            HELP.matcher(ControllerFlags.help(app))
                    .results()
                    .map(found -> "    - " + found.group(1) + "\n")
                    .sorted()
                    .distinct()
                    .forEach(names::append);
        }
        names.append("settings:\n");
        SettingsPage.names().forEach(name -> names.append("  - ").append(name).append('\n'));
        return names.toString();
    }

    /** Without the flag that the command before it takes, not the app. */
    private static String ofTheApp(String template) {
        return template.replaceAll("- doctor\\s+- --fail-on=failure", "- doctor");
    }

    @ParameterizedTest
    @EnumSource
    void portAndLeaseAreTheDefaultsOfTheApp(App app) throws IOException {
        assertThat(values(app).path("port").asInt()).isEqualTo(app.port());
        assertThat(values(app).path("leaderElection").path("resourceName").asText()).isEqualTo(app.leaseName());
        assertThat(values(app).path("waitForLeases")).extracting(JsonNode::asText)
                .containsExactly(LeaseName.GO_CONTROLLER_MANAGER.toString(), "kube-system/" + app.leaseName(),
                        LeaseName.ANY_GO_CONTROLLER_MANAGER.toString());
    }

    private static JsonNode values(App app) throws IOException {
        return new ObjectMapper(new YAMLFactory()).readTree(chart(app).resolve("values.yaml").toFile());
    }

    private static Path chart(App app) {
        return Repository.root().resolve("charts").resolve(app.title());
    }
}
