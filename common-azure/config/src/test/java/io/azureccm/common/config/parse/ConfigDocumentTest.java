package io.azureccm.common.config.parse;

import static io.azureccm.common.config.parse.GivenDocument.accepted;
import static io.azureccm.common.config.parse.GivenDocument.errors;
import static io.azureccm.common.config.parse.GivenDocument.parse;
import static io.azureccm.common.config.parse.GivenDocument.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as a document, in YAML and in JSON, and what its words and marks stand for. */
class ConfigDocumentTest {
    @Test
    void yamlAndJsonMeanTheSame() {
        CloudConfig yaml = accepted("""
                tenantID: t
                subscriptionId: s   # of the cluster
                tagsMap:
                  team: shop
                maximumLoadBalancerRuleCount: 148
                """);
        CloudConfig json = accepted(
                """
                        {"tenantId": "t", "subscriptionID": "s", "tagsMap": {"team": "shop"}, "MAXIMUMLoadBalancerRuleCount": 148,}
                        """);

        assertThat(yaml).isEqualTo(json);
    }

    @Test
    void numbersAreTakenWhereTextIsWanted() {
        assertThat(accepted("tenantId: 123").identity().tenantId()).isEqualTo("123");
    }

    @ParameterizedTest
    @CsvSource({"true, true", "True, true", "TRUE, true", "yes, true", "Yes, true", "YES, true", "on, true", "On, true",
            "ON, true", "false, false", "False, false", "FALSE, false", "no, false", "No, false", "NO, false",
            "off, false", "Off, false", "OFF, false"})
    void everyWordOfYamlForASwitchIsTakenWithoutQuotes(String word, boolean on) {
        assertThat(accepted("excludeMasterFromStandardLB: " + word).loadBalancer().pool().excludeControlPlane())
                .isEqualTo(on);
        assertThat(accepted("{useInstanceMetadata: " + word + "}").machines().useInstanceMetadata()).isEqualTo(on);
    }

    @ParameterizedTest
    @ValueSource(strings = {"useInstanceMetadata: 'yes'", "useInstanceMetadata: \"off\"", "useInstanceMetadata: oN",
            "useInstanceMetadata: !!str yes", "{\"useInstanceMetadata\": \"no\"}"})
    void aWordInQuotesIsTextAndNoSwitch(String document) {
        assertThat(errors(document)).singleElement().asString().endsWith("expected true or false without quotes");
    }

    @Test
    void aKeyWrittenTwiceInDifferentCaseIsAWarningAndTheLaterCounts() {
        ParsedCloudConfig parsed = parse("{\"tenantId\": \"a\", \"tenantID\": \"b\"}");

        assertThat(parsed.orThrow().identity().tenantId()).isEqualTo("b");
        assertThat(texts(parsed, Severity.WARNING))
                .containsExactly("azure.json: tenantID: is the same key as tenantId, the later one is used");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''| azure.json: is empty, expected YAML or JSON with keys such as subscriptionId
            [1, 2]| azure.json: contains no keys, expected a JSON object or a YAML mapping
            just text| azure.json: contains no keys, expected a JSON object or a YAML mapping
            """)
    void aDocumentWithoutKeysIsRefused(String document, String message) {
        assertThat(errors(document)).containsExactly(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"aadClientSecret\": \"topsecret", "{\"aadClientSecret\": topsecret: [}",
            "aadClientSecret: \"topsecret\n  x: [", "aadClientSecret: topsecret: topsecret", "a: b\n topsecret\n- c",
            "{\"aadClientSecret\": \"x\"} topsecret", "a: b\n---\nc: topsecret"})
    void aSyntaxErrorSaysWhereButQuotesNothing(String document) {
        assertThat(errors(document)).singleElement().asString().contains("is not valid").doesNotContain("topsecret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"tenantId\": \"a\", \"tenantId\": \"b\"}", "tenantId: a\ntenantId: b"})
    void aKeyWrittenTwiceIsAWarningAndTheLastCounts(String document) {
        ParsedCloudConfig parsed = parse(document);

        assertThat(parsed.orThrow().identity().tenantId()).isEqualTo("b");
        assertThat(texts(parsed, Severity.WARNING))
                .containsExactly("azure.json: tenantId: is written more than once; the last one is used");
    }

    @Test
    void aSyntaxErrorInJsonNamesLineAndColumn() {
        assertThat(errors("{\n  \"tenantId\": \"a\"\n  \"location\": \"b\"\n}"))
                .containsExactly("azure.json: is not valid JSON: check line 3, column 3");
    }

    @Test
    void aYamlAliasIsRefusedInsteadOfBeingReadAsText() {
        assertThat(errors("tenantId: &t abc\nnetworkResourceTenantID: *t")).singleElement()
                .asString()
                .startsWith("azure.json: uses a YAML alias; write out the value: check line 2");
    }

    @Test
    void aByteOrderMarkIsNoContent() {
        assertThat(accepted("\uFEFF{\"tenantId\": \"a\"}").identity().tenantId()).isEqualTo("a");
        assertThat(errors("\uFEFF")).singleElement().asString().contains("is empty");
    }
}
