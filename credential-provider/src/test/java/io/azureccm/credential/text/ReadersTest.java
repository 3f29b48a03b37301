package io.azureccm.credential.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadersTest {

    @Test
    void jsonOfAllKindsIsRead() {
        assertThat(JsonReader
                .read(" {\"a\":[1,-2.5e1,true,false,null],\"b\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E9\",\"a\\n\":{}} "))
                .isEqualTo(
                        Map.of("a", Arrays.asList(1.0, -25.0, true, false, null), "b", "\"\\/\b\f\n\r\t\u00e9", "a\n",
                                Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "[1", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "{} {}", "01", "1.", "+1",
            "tru", "'a'", "\"a",
            "\"\n\"", "\"\\x\"", "\"\\u12\"", "{a:1}", "-"})
    void whatIsNoJsonIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonReader.read(text))
                .withMessageStartingWith("at character ");
    }

    @Test
    void depthIsLimited() {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonReader.read("[".repeat(100_000)))
                .withMessageContaining("levels");
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        StringBuilder json = new StringBuilder();
        String text = "a\"b\\c\n\u0001\u2028\u00e9\ud83d\ude00";
        JsonText.quoted(json, text);

        assertThat(JsonReader.read(json.toString())).isEqualTo(text);
    }

    @Test
    void yamlOfAllKindsIsRead() {
        assertThat(YamlReader.read(
                "# config\na: &x yes\nb: 'yes'\nc: [1, .5, ~, *x]\nd:\n  e: |\n    two\n    lines\nf: Off\ng: 1.2.3\n"))
                .isEqualTo(Map.of("a", true, "b", "yes", "c", Arrays.asList(1.0, 0.5, null, true), "d",
                        Map.of("e", "two\nlines\n"), "f",
                        false, "g", "1.2.3"));
        assertThat(YamlReader.read("")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: [", "a: b: c", "*x", "a: 1\n---\nb: 2", "{[]: 1}", "\u0000"})
    void whatIsNoYamlIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> YamlReader.read(text));
    }

    @Test
    void theNearestNameIsFound() {
        assertThat(List.of("AzureChina", "azureusgovernmentclod", "Public"))
                .extracting(
                        name -> NearestName.of(name, "AzurePublicCloud", "AzureChinaCloud", "AzureUSGovernmentCloud"))
                .containsExactly("AzureChinaCloud", "AzureUSGovernmentCloud", "AzurePublicCloud");
    }

    @Test
    void charactersOfTwoUnitsMayStandAnywhereInYaml() {
        for (int before = 1000; before < 1100; before++) {
            String text = "a".repeat(before) + "\uD83D\uDE00".repeat(8);

            assertThat(YamlReader.read("key: " + text)).isEqualTo(Map.of("key", text));
        }
    }
}
