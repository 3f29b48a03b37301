package io.azureccm.common.boot.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.value.ConfigProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A misspelt profile is told; what users bring themselves is theirs. */
class ActiveProfilesTest {
    @TempDir
    Path folder;

    @Configuration(proxyBeanMethods = false)
    static class Nothing {}

    @ParameterizedTest
    @CsvSource({"pubic, public", "chine, china", "us-gov, usgov", "azurestack, azure-stack", "agnt, agent",
            "Debug, debug"})
    void aMisspeltProfileIsToldWithTheNearestName(String written, String meant) {
        assertThat(warnings(App.NODE, written)).singleElement()
                .satisfies(warning -> assertThat(warning)
                        .startsWith("profiles: spring.profiles.active: there is no profile \"" + written + "\"")
                        .contains("(did you mean \"" + meant + "\"?)")
                        .contains("application-" + written + ".yml"));
    }

    @Test
    void aNameThatIsNearToNothingIsToldWithAllThatThereAre() {
        assertThat(warnings(App.SERVICE, "production")).singleElement()
                .satisfies(warning -> assertThat(warning).doesNotContain("did you mean")
                        .contains("known profiles are public, china, usgov, azure-stack, tenants, agent, debug"));
    }

    @Test
    void ourOwnProfilesAreNotTold() {
        assertThat(warnings(App.NODE, String.join(",", ActiveProfiles.KNOWN))).isEmpty();
        assertThat(warnings(App.SERVICE, "china,debug")).isEmpty();
    }

    @Test
    void theAgentIsForTheNodeController() {
        assertThat(warnings(App.ROUTE, "agent")).singleElement()
                .satisfies(
                        warning -> assertThat(warning).contains("profile \"agent\" is for the node-controller"));
    }

    @Test
    void aProfileWithAFileOfTheUserIsTheUsers() throws IOException {
        Files.writeString(folder.resolve("application-pubic.yml"), "logging.level.root: WARN\n");

        assertThat(warnings(App.SERVICE, "pubic", here())).isEmpty();
    }

    @Test
    void aProfileWithAPartOfAFileOfTheUserIsTheUsers() throws IOException {
        Files.writeString(folder.resolve("application.yml"),
                "logging.level.root: WARN\n---\nspring.config.activate.on-profile: pubic\nlogging.level.root: INFO\n");

        assertThat(warnings(App.SERVICE, "pubic", here())).isEmpty();
    }

    @Test
    void aGroupOfProfilesIsTheUsers() {
        assertThat(warnings(App.SERVICE, "prod", "--spring.profiles.group.prod=china,debug")).isEmpty();
        assertThat(warnings(App.SERVICE, "prod", "--spring.profiles.group.prod=china,debgu")).singleElement()
                .satisfies(warning -> assertThat(warning).contains("\"debgu\"").contains("\"debug\""));
    }

    @Test
    void theKnownOnesAreThoseThatHaveAFileAndARowOnTheirPage() throws IOException {
        Path resources = Path.of("src/main/resources");
        try (Stream<Path> files = Files.list(resources)) {
            assertThat(files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("application-"))
                    .map(name -> name.substring("application-".length(), name.indexOf('.'))))
                    .containsExactlyInAnyOrderElementsOf(ActiveProfiles.KNOWN);
        }
        List<String> rows = Files.readAllLines(Path.of("../../docs/resources/profiles.md"))
                .stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("\\|")[1])
                .toList();
        assertThat(ActiveProfiles.KNOWN)
                .allSatisfy(name -> assertThat(rows).anyMatch(row -> row.contains("`" + name + "`")));
    }

    private String here() {
        return "--spring.config.additional-location=file:" + folder + "/";
    }

    private static List<String> warnings(App app, String profiles, String... more) {
        List<String> arguments = new ArrayList<>(List.of(more));
        arguments.add("--spring.profiles.active=" + profiles);
        SpringApplication spring = new SpringApplication(Nothing.class);
        spring.setWebApplicationType(WebApplicationType.NONE);
        spring.setBannerMode(Banner.Mode.OFF);
        spring.setLogStartupInfo(false);
        try (ConfigurableApplicationContext context = spring.run(arguments.toArray(String[]::new))) {
            return ActiveProfiles.problems(context.getEnvironment(), app).stream().map(ConfigProblem::text).toList();
        }
    }
}
