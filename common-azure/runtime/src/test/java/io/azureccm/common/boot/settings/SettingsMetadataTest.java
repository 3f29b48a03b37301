package io.azureccm.common.boot.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The metadata that completion and the reference page are made of, and what is read, are the same. */
class SettingsMetadataTest {
    @Test
    void everySettingThatIsReadIsDescribedAndTheOtherWayRound() throws IOException {
        Map<String, JsonNode> described = described();
        List<SettingKey> read = AppSettings.TYPES.stream().flatMap(type -> SettingKey.of(type).stream()).toList();

        assertThat(described.keySet()).containsExactlyInAnyOrderElementsOf(
                read.stream().map(SettingKey::name).toList());
        assertThat(described.values()).allSatisfy(setting -> {
            assertThat(setting.path("description").asText()).as(setting.path("name").asText()).endsWith(".");
            assertThat(setting.has("deprecated")).as(setting.path("name").asText()).isFalse();
        });
    }

    @Test
    void everyOldNamePointsToItsNewOne() throws IOException {
        for (Map.Entry<String, String> renamed : RenamedSettings.NEW_NAMES.entrySet()) {
            assertThat(properties()).filteredOn(each -> each.path("name").asText().equals(renamed.getKey()))
                    .singleElement()
                    .satisfies(each -> assertThat(each.path("deprecation").path("replacement").asText())
                            .isEqualTo(renamed.getValue()));
        }
    }

    private static Map<String, JsonNode> described() throws IOException {
        Map<String, JsonNode> described = new TreeMap<>();
        for (JsonNode property : properties()) {
            String name = property.path("name").asText();
            if (name.startsWith(AppSettings.PREFIX + ".") && !RenamedSettings.NEW_NAMES.containsKey(name)) {
                described.put(name, property);
            }
        }
        return described;
    }

    private static List<JsonNode> properties() throws IOException {
        String folder = AppSettings.class.getProtectionDomain().getCodeSource().getLocation().toString();
        try (InputStream metadata = java.net.URI.create(folder + "META-INF/spring-configuration-metadata.json")
                .toURL()
                .openStream()) {
            return StreamSupport
                    .stream(new ObjectMapper().readTree(metadata).path("properties").spliterator(), false)
                    .toList();
        }
    }
}
