package io.azureccm.e2e.suite.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What the Dockerfiles promise to those who run the images. */
class DockerfileTest {
    static final List<String> APPS = Dockerfile.APPS;

    @Test
    void theThreeDifferInNamePortAndDescriptionOnly() {
        assertThat(APPS.stream().map(DockerfileTest::template).distinct()).hasSize(1);
    }

    private static String template(String app) {
        Dockerfile file = Dockerfile.of(app);
        return file.instructions()
                .toString()
                .replace(app, "APP")
                .replace(file.all("EXPOSE").getFirst(), "PORT")
                .replaceAll("description=\"[^\"]*\"", "");
    }

    @ParameterizedTest
    @FieldSource("APPS")
    void bothStagesAreOfOneBaseThatNamesNoRegistry(String app) {
        Dockerfile file = Dockerfile.of(app);

        assertThat(file.value("ARG", "JAVA")).matches("[a-z-]+:25-jre");
        assertThat(file.all("FROM")).containsExactly("${JAVA} AS app", "${JAVA}");
    }

    @ParameterizedTest
    @FieldSource("APPS")
    void theAppIsNotRootAndGetsSignalsItself(String app) {
        Dockerfile file = Dockerfile.of(app);

        assertThat(file.all("USER")).containsExactly("65532:65532");
        assertThat(file.entrypoint()).startsWith("java").endsWith("-jar", "/app/" + app + ".jar");
        assertThat(file.all("VOLUME")).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("APPS")
    void theImageSaysWhatItIs(String app) {
        String labels = Dockerfile.of(app).all("LABEL").getFirst();

        assertThat(labels).contains("org.opencontainers.image.title=\"" + app + "\"",
                "org.opencontainers.image.description=\"", "org.opencontainers.image.licenses=\"Apache-2.0\"",
                "org.opencontainers.image.version=\"${VERSION}\"", "org.opencontainers.image.revision=\"${REVISION}\"",
                "org.opencontainers.image.created=\"${CREATED}\"",
                "io.azureccm.image.sbom=\"/app/" + app + ".jar!/META-INF/sbom/application.cdx.json\"");
    }

    @ParameterizedTest
    @FieldSource("APPS")
    void theFilesHaveTheTimeOfTheArtifacts(String app) throws IOException {
        Matcher time = Pattern.compile("<project.build.outputTimestamp>(.*)</project.build.outputTimestamp>")
                .matcher(Files.readString(Dockerfile.root().resolve("pom.xml")));

        assertThat(time.find()).isTrue();
        assertThat(Dockerfile.of(app).value("ARG", "CREATED")).isEqualTo(time.group(1));
        assertThat(Dockerfile.of(app).value("ARG", "SOURCE_DATE_EPOCH"))
                .isEqualTo(Long.toString(Instant.parse(time.group(1)).getEpochSecond()));
    }

    @ParameterizedTest
    @FieldSource("APPS")
    void theChartGivesTheSameOptionsAndPort(String app) throws IOException {
        Path values = Dockerfile.root().resolve("charts").resolve(app).resolve("values.yaml");
        List<String> lines = Files.readAllLines(values);

        assertThat(lines).contains("javaOptions: \"" + Dockerfile.of(app).value("ENV", "JAVA_TOOL_OPTIONS") + "\"",
                "port: " + Dockerfile.of(app).all("EXPOSE").getFirst());
    }

    @Test
    void whatTheDockerfilesCopyIsNotIgnored() throws IOException {
        List<String> taken = Files.readAllLines(Dockerfile.root().resolve(".dockerignore"))
                .stream()
                .filter(line -> line.startsWith("!"))
                .map(line -> line.substring(1))
                .toList();

        assertThat(APPS.stream().flatMap(app -> Stream.of(Dockerfile.of(app).all("COPY").getFirst().split(" "))))
                .filteredOn(source -> source.contains("target/"))
                .allMatch(taken::contains);
    }
}
