package io.azureccm.common.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Azure accepts as tags, and which tags are left out if there are too many. */
class TagLimitsTest {
    @ParameterizedTest
    @ValueSource(strings = {"team", "cost center", "a:b", "größe", "hidden-link:/subscriptions/s", "azure-env", "*+#"})
    void namesThatAzureAccepts(String name) {
        assertThat(TagLimits.problem(name, "a<b>%&\\?/,=")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"app.kubernetes.io/name", "a<b", "a>b", "100%", "r&d", "a\\b", "why?", "tab\there"})
    void namesThatAzureRefuses(String name) {
        assertThat(TagLimits.problem(name, "x")).hasValueSatisfying(problem -> assertThat(problem)
                .contains("<>%&\\?/"));
    }

    @Test
    void lengthsAreCountedToTheCharacter() {
        assertThat(TagLimits.problem("n".repeat(512), "v".repeat(256))).isEmpty();
        assertThat(TagLimits.problem("n".repeat(513), "")).hasValueSatisfying(
                problem -> assertThat(problem).isEqualTo("has a name of 513 characters; Azure accepts 512"));
        assertThat(TagLimits.problem("n", "v".repeat(257))).hasValueSatisfying(
                problem -> assertThat(problem).isEqualTo("has a value of 257 characters; Azure accepts 256"));
    }

    @ParameterizedTest
    @CsvSource({"microsoft-team,true", "AzureEnv,true", "windows,true", "my-azure,false", "team,false"})
    void prefixesThatAzureReservesForItself(String name, boolean reserved) {
        assertThat(TagLimits.isReserved(name)).isEqualTo(reserved);
    }

    @Test
    void lightestAndOfTheseTheLastTagsAreLeftOut() {
        Map<String, String> wanted = tags("a", 30);
        wanted.putAll(tags("b", 30));
        Map<String, String> fitting = TagLimits.fitting(tags("b", 5), wanted, name -> name.startsWith("a") ? 1 : 0);
        assertThat(fitting).hasSize(50).containsKeys("a0", "a29", "b0", "b19").doesNotContainKeys("b20", "b29");
    }

    @Property(tries = 200)
    void tagsThatAResourceHasAreNeverRemovedToMakeRoom(@ForAll @IntRange(max = 60) int there,
            @ForAll @IntRange(max = 60) int more) {
        Map<String, String> observed = tags("there", there);
        Map<String, String> wanted = new LinkedHashMap<>(observed);
        wanted.putAll(tags("more", more));
        Map<String, String> fitting = TagLimits.fitting(observed, wanted, name -> 0);
        assertThat(fitting.keySet()).containsAll(observed.keySet());
        assertThat(fitting).hasSize(Math.max(there, Math.min(50, there + more)));
    }

    private static Map<String, String> tags(String prefix, int count) {
        Map<String, String> tags = new LinkedHashMap<>();
        IntStream.range(0, count).forEach(i -> tags.put(prefix + i, "x"));
        return tags;
    }
}
