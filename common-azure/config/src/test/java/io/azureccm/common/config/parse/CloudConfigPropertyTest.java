package io.azureccm.common.config.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.key.KeyCatalogue;
import io.azureccm.common.config.parse.key.KeyTable;
import io.azureccm.common.config.parse.key.KeyTable.Row;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class CloudConfigPropertyTest {

    private static final ObjectMapper JSON = JsonMapper.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES).build();

    private static final List<String> SECRET_KEYS = List.of("aadClientSecret", "aadClientCertPassword");

    @Property(tries = 300)
    void whatIsRenderedReadsBackAsTheSame(@ForAll("rowSets") Set<Row> rows) throws JsonProcessingException {
        ParsedCloudConfig parsed = parse(document(rows).toString());
        Assume.that(parsed instanceof ParsedCloudConfig.Accepted);
        CloudConfig config = parsed.orThrow();

        ParsedCloudConfig again = parse(CloudConfigRenderer.render(config).toString());

        assertThat(again.orThrow()).isEqualTo(config);
        assertThat(parse(CloudConfigRenderer.renderChanged(config).toString()).orThrow()).isEqualTo(config);
    }

    @Property(tries = 300)
    void noSecretIsEverPrinted(@ForAll("secrets") String secret, @ForAll("secrets") String password,
            @ForAll @IntRange(max = 5) int shape) {
        assertThat(everythingPrinted(parse(documentWith(secret, password, shape), secret))).doesNotContain(secret,
                password);
    }

    @Property(tries = 300)
    void noMessageRepeatsASecretThatAlsoStandsWhereItShouldNot(@ForAll("secrets") String secret,
            @ForAll("places") String elsewhere, @ForAll @IntRange(max = 5) int shape) {
        ObjectNode document = documentWith(secret, "", shape);
        document.put(elsewhere, secret);

        assertThat(messages(parse(document, secret))).doesNotContain(secret);
    }

    private static ObjectNode documentWith(String secret, String password, int shape) {
        ObjectNode document = JSON.createObjectNode();
        switch (shape) {
            case 0 -> document.put("aadClientSecret", secret);
            case 1 -> document.putArray("aadClientSecret").add(secret);
            case 2 -> document.putObject("aadClientSecret").put("value", secret);
            case 3 -> document.put("AADCLIENTSECRET", secret).put("vmType", "bad");
            case 4 -> document.put("aadClientSecret", secret).put("loadBalancerSku", secret + "x");
            default -> document.put("aadClientSecret", secret).put("vmType", password + secret);
        }
        return document.put("aadClientCertPassword", password);
    }

    @Property(tries = 200)
    void aBrokenDocumentPrintsNothingOfItself(@ForAll("secrets") String secret,
            @ForAll @IntRange(min = 1, max = 60) int cut) {
        String document = "{\"aadClientSecret\": \"" + secret + "\", \"x\": " + secret + "}";
        ParsedCloudConfig parsed = parse(document.substring(0, Math.min(cut, document.length() - 1)));

        assertThat(everythingPrinted(parsed)).doesNotContain(secret);
    }

    @Provide
    Arbitrary<Set<Row>> rowSets() {
        List<Row> rows = KeyTable.rows().stream().filter(r -> !SECRET_KEYS.contains(r.key())).toList();
        return Arbitraries.of(rows).set().ofMinSize(1).ofMaxSize(25);
    }

    @Provide
    Arbitrary<String> secrets() {
        return Arbitraries.strings()
                .withChars("abcXYZ019~!#$%&*()_-+=/\\\"'{}[]:,.<>? é")
                .ofMinLength(12)
                .ofMaxLength(120)
                .filter(s -> s.equals(s.strip()));
    }

    @Provide
    Arbitrary<String> places() {
        return Arbitraries.of(KeyCatalogue.names())
                .filter(k -> !SECRET_KEYS.contains(k))
                .injectDuplicates(0.1)
                .flatMap(k -> Arbitraries.of(k, k + "x", "aadClientSecrt"));
    }

    private static String messages(ParsedCloudConfig parsed) {
        return parsed.problems().stream().map(ConfigProblem::toString).collect(Collectors.joining("\n"));
    }

    private static String everythingPrinted(ParsedCloudConfig parsed) {
        String problems = messages(parsed);
        return switch (parsed) {
            case ParsedCloudConfig.Accepted a -> problems + a + CloudConfigRenderer.render(a.config())
                    + CloudConfigRenderer.renderChanged(a.config());
            case ParsedCloudConfig.Rejected r -> problems + r + new CloudConfigException(r.problems());
        };
    }

    private static ObjectNode document(Set<Row> rows) throws JsonProcessingException {
        ObjectNode document = JSON.createObjectNode();
        for (Row row : rows) {
            document.set(row.key(), JSON.readTree(row.good()));
            document.setAll((ObjectNode) JSON.readTree("{" + row.with() + "}"));
        }
        return document;
    }

    private static ParsedCloudConfig parse(ObjectNode document, String secret) {
        return CloudConfigParser.parse(new ConfigLayer("azure.json", document.toString()),
                Map.of("AZURE_CLIENT_SECRET", secret + "-env"));
    }

    private static ParsedCloudConfig parse(String text) {
        return CloudConfigParser.parse(new ConfigLayer("azure.json", text), Map.of());
    }
}
