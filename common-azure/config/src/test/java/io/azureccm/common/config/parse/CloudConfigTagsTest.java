package io.azureccm.common.config.parse;

import static io.azureccm.common.config.parse.GivenDocument.accepted;
import static io.azureccm.common.config.parse.GivenDocument.parse;
import static io.azureccm.common.config.parse.GivenDocument.texts;
import static io.azureccm.common.config.parse.GivenDocument.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tags of created resources, and which tags of others are removed. */
class CloudConfigTagsTest {
    @Test
    void tagsThatSayWhoseAResourceIsAreAWarning() {
        assertThat(warnings("{tags: 'team=net,K8S-azure-service=a/b', tagsMap: {service: x}}")).containsExactly(
                "azure.json: tags: \"K8S-azure-service\" has no effect: it says whose a resource is, and only the"
                        + " controllers set it; remove it",
                "azure.json: tagsMap: \"service\" has no effect: it says whose a resource is, and only the controllers"
                        + " set it; remove it");
    }

    @Test
    void tagsMapWinsOverTagsWithoutRegardToCase() {
        CloudConfig config = accepted("{tags: 'Team=old,env=prod', tagsMap: {team: new}, systemTags: 'aks-, k8s'}");

        assertThat(config.placement().tags().tags()).containsExactly(Map.entry("env", "prod"),
                Map.entry("team", "new"));
        assertThat(config.placement().tags().systemTags()).containsExactly("aks-", "k8s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aks-,", ",aks-", "aks-, ,k8s"})
    void anEmptySystemTagIsAPrefixOfAllSoThatNoTagIsRemoved(String prefixes) {
        ParsedCloudConfig parsed = parse("{systemTags: '" + prefixes + "'}");

        assertThat(parsed.orThrow().placement().tags().systemTags()).isEmpty();
        assertThat(texts(parsed, Severity.WARNING)).singleElement().asString().contains("systemTags: ", "no tag");
    }

    @Test
    void blanksAroundTagsAreNoPartOfThemExceptAroundNull() {
        String tags = "tags: ' a = b ,c= null'";
        String map = "tagsMap: {' a ': ' b ', 'c': ' null', ' ': d}";

        for (String document : List.of(tags, map))
            assertThat(parse("{" + document + "}").orThrow().placement().tags().tags())
                    .containsExactly(Map.entry("a", "b"), Map.entry("c", " null"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tags: 'app.kubernetes.io/name=web,env=prod'| tags: tag "app.kubernetes.io/name" with value "web" has a name with one of the characters <>%&\\?/ or a control character, which Azure does not accept; it is left out
            tagsMap: {'r&d': lab, env: prod}| tagsMap: tag "r&d" with value "lab" has a name with one of the characters <>%&\\?/ or a control character, which Azure does not accept; it is left out
            tags: 'ENV=test,env=prod'| tags: tag "env" with value "prod" is the same tag as one before it in another case, the later one is used
            """)
    void tagsThatAzureRefusesAreLeftOutAndTheOthersStay(String document, String warning) {
        ParsedCloudConfig parsed = parse("{" + document + "}");

        assertThat(texts(parsed, Severity.WARNING)).containsExactly("azure.json: " + warning);
        assertThat(parsed.orThrow().placement().tags().tags()).containsExactly(Map.entry("env", "prod"));
    }

    @Test
    void tagsThatAreTooLongAreLeftOut() {
        ParsedCloudConfig parsed = parse("{tags: 'long=" + "x".repeat(257) + "," + "n".repeat(513) + "=v,env=prod'}");

        assertThat(texts(parsed, Severity.WARNING)).hasSize(2)
                .anyMatch(text -> text.endsWith("has a value of 257 characters; Azure accepts 256; it is left out"))
                .anyMatch(text -> text.endsWith("has a name of 513 characters; Azure accepts 512; it is left out"));
        assertThat(parsed.orThrow().placement().tags().tags()).containsOnlyKeys("env");
    }

    @Test
    void tagWithAReservedPrefixIsKeptWithAWarning() {
        ParsedCloudConfig parsed = parse("{tagsMap: {azure-team: shop}}");

        assertThat(texts(parsed, Severity.WARNING)).singleElement()
                .asString()
                .contains("\"azure-team\"", "has a prefix that Azure reserves for itself");
        assertThat(parsed.orThrow().placement().tags().tags()).containsOnlyKeys("azure-team");
    }

    @ParameterizedTest
    @CsvSource({"47, 0", "48, 1"})
    void moreTagsThanAResourceCanHaveAreAWarning(int count, int warnings) {
        String tags = IntStream.range(0, count).mapToObj(i -> "t" + i + "=v").collect(Collectors.joining(","));

        assertThat(warnings("{tags: '" + tags + "'}")).hasSize(warnings)
                .allMatch(text -> text
                        .startsWith("azure.json: tags: contains 48 tags in all, but a resource can have 50"));
    }
}
