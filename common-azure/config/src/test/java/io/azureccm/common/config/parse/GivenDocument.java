package io.azureccm.common.config.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.util.List;
import java.util.Map;

/** Reads the text of one document named azure.json, without environment. */
final class GivenDocument {
    private GivenDocument() {}

    static ParsedCloudConfig parse(String text) {
        return CloudConfigParser.parse(new ConfigLayer("azure.json", text), Map.of());
    }

    static CloudConfig accepted(String text) {
        ParsedCloudConfig parsed = parse(text);
        assertThat(texts(parsed, Severity.WARNING)).isEmpty();
        return parsed.orThrow();
    }

    static List<String> errors(String text) {
        return texts(parse(text), Severity.ERROR);
    }

    static List<String> warnings(String text) {
        return texts(parse(text), Severity.WARNING);
    }

    static List<String> texts(ParsedCloudConfig parsed, Severity severity) {
        return parsed.problems().stream().filter(p -> p.severity() == severity).map(ConfigProblem::text).toList();
    }
}
