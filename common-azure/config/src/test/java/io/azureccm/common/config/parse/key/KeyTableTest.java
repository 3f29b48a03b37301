package io.azureccm.common.config.parse.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.CloudConfigRenderer;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.config.parse.ParsedCloudConfig.Accepted;
import io.azureccm.common.config.parse.ParsedCloudConfig.Rejected;
import io.azureccm.common.config.parse.key.KeyTable.Row;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyTableTest {

    private static final ObjectMapper JSON = JsonMapper.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES).build();

    static List<Row> rows() {
        return KeyTable.rows();
    }

    @Test
    void theTableHasEveryKeyOnce() {
        assertThat(rows().stream().map(Row::key)).containsExactlyInAnyOrderElementsOf(
                KeyCatalogue.all().stream().filter(k -> !k.ignored()).<String>map(ConfigKey::name).toList());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void anAbsentKeyHasItsDefault(Row row) throws JsonProcessingException {
        assertThat(rendered("{}", row.key())).isEqualTo(json(row.fallback()));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aGoodValueIsTakenInAnyCaseOfTheKeyWithoutComplaint(Row row) throws JsonProcessingException {
        String document = document(row.key().toUpperCase(Locale.ROOT), row.good(), row.with());

        ParsedCloudConfig parsed = parse(document);

        assertThat(parsed).isInstanceOf(Accepted.class);
        assertThat(parsed.problems().stream().filter(p -> p.severity() != ConfigProblem.Severity.INFO)).isEmpty();
        assertThat(rendered(document, row.key())).isEqualTo(json(row.rendered()));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aBadValueIsOneErrorThatSaysWhatIsRight(Row row) throws JsonProcessingException {
        ParsedCloudConfig parsed = parse(document(row.key(), row.bad(), row.with()));

        assertThat(parsed).isInstanceOf(Rejected.class);
        List<String> errors = parsed.problems()
                .stream()
                .filter(ConfigProblem::isError)
                .map(ConfigProblem::text)
                .toList();
        assertThat(errors).singleElement().asString().startsWith("azure.json: " + row.key()).endsWith(row.message());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void nullMeansAbsent(Row row) throws JsonProcessingException {
        assertThat(rendered(document(row.key(), "null", ""), row.key())).isEqualTo(json(row.fallback()));
    }

    private static String document(String key, String value, String with) throws JsonProcessingException {
        return JSON.readTree("{'" + key + "': " + value + (with.isEmpty() ? "" : ", " + with) + "}").toString();
    }

    private static ParsedCloudConfig parse(String document) {
        return CloudConfigParser.parse(new ConfigLayer("azure.json", document), Map.of());
    }

    private static JsonNode rendered(String document, String key) throws JsonProcessingException {
        JsonNode value = CloudConfigRenderer.render(parse(document).orThrow()).path(key);
        return value.isMissingNode() ? value : JSON.readTree(value.toString());
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return text.isEmpty() ? MissingNode.getInstance() : JSON.readTree(text);
    }
}
