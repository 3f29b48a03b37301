package io.azureccm.common.config.parse;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.CloudConfigType;
import io.azureccm.common.config.LoadingConfig;
import io.azureccm.common.config.parse.key.ConfigKey;
import io.azureccm.common.config.parse.key.KeyCatalogue;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.ProblemCollector;
import io.azureccm.common.config.value.Redaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code azure.json}: YAML or JSON, keys in any case, with validation; reports all problems at once. The environment is
 * passed in; only AZURE_TENANT_ID, AZURE_CLIENT_ID, AZURE_CLIENT_SECRET and AZURE_FEDERATED_TOKEN_FILE are read, and they
 * take precedence over every document.
 */
public final class CloudConfigParser {

    static final String CLIENT_SECRET_VARIABLE = "AZURE_CLIENT_SECRET";

    private CloudConfigParser() {}

    /** Reads one document. */
    public static ParsedCloudConfig parse(ConfigLayer document, Map<String, String> environment) {
        return parse(List.of(document), environment);
    }

    /** Reads several documents, each merged over the previous ones. */
    public static ParsedCloudConfig parse(List<ConfigLayer> layers, Map<String, String> environment) {
        Map<ConfigLayer, ConfigTree.Document> documents = new LinkedHashMap<>();
        List<ConfigProblem> unreadable = new ArrayList<>();
        for (ConfigLayer layer : layers) {
            try {
                documents.put(layer, ConfigTree.read(layer.text()));
            } catch (ConfigTree.Unreadable e) {
                unreadable.add(new ConfigProblem(Severity.ERROR, layer.source(), "", e.getMessage()));
            }
        }
        if (!unreadable.isEmpty()) {
            return new ParsedCloudConfig.Rejected(unreadable);
        }
        ProblemCollector problems = new ProblemCollector(Redaction.of(secrets(documents.values(), environment)));
        ConfigEntries entries = new ConfigEntries(problems);
        documents.forEach((layer, document) -> {
            document.twice()
                    .forEach(
                            k -> problems.warning(layer.source(), k,
                                    "is written more than once; the last one is used"));
            entries.overlay(layer.source(), document.tree());
        });
        entries.override(environment);
        KeyValues values = KeyValues.read(entries, problems);
        CloudConfig config = values.as(CloudConfig.class);
        new CloudConfigRules(config, values, layers.getFirst().source(), problems).check();
        return problems.failed()
                ? new ParsedCloudConfig.Rejected(problems.all())
                : new ParsedCloudConfig.Accepted(config, problems.all());
    }

    /** The {@code cloudConfigType} of the document; the default if it is absent or invalid. */
    public static CloudConfigType declaredType(ConfigLayer document) {
        try {
            ProblemCollector problems = new ProblemCollector(Redaction.of(List.of()));
            ConfigEntries entries = new ConfigEntries(problems);
            entries.overlay(document.source(), ConfigTree.read(document.text()).tree());
            return KeyValues.read(entries, problems).as(LoadingConfig.class).type();
        } catch (ConfigTree.Unreadable e) {
            return CloudConfigType.MERGE;
        }
    }

    /** All scalars below secret keys, so that they are redacted from messages wherever else they occur. */
    private static List<String> secrets(Iterable<ConfigTree.Document> documents, Map<String, String> environment) {
        List<String> secrets = new ArrayList<>();
        secrets.add(environment.getOrDefault(CLIENT_SECRET_VARIABLE, ""));
        for (ConfigTree.Document document : documents) {
            for (Map.Entry<String, JsonNode> field : document.tree().properties()) {
                if (KeyCatalogue.find(field.getKey()).filter(ConfigKey::secret).isPresent()) {
                    leaves(field.getValue(), secrets);
                }
            }
        }
        return secrets;
    }

    private static void leaves(JsonNode node, List<String> into) {
        if (node.isContainerNode()) {
            node.forEach(child -> leaves(child, into));
        } else {
            into.add(node.asText());
        }
    }
}
