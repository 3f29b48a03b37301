package io.azureccm.common.config.parse;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Writes the reference page of the cloud config keys, Markdown, from the catalogue. */
public final class CloudConfigPage {

    private static final String INTRODUCTION = """
            # Cloud config keys

            This page is made from the catalogue that the parser works with (`KeyCatalogue`).

            The cloud config (`azure.json`) is YAML or JSON. Keys are matched without regard to case. A bad value is an
            error that names file, key and value and says what would be right; all errors are reported at once and the
            program does not work with such a config. Unknown keys are a warning with the nearest known key. The
            environment variables `AZURE_TENANT_ID`, `AZURE_CLIENT_ID`, `AZURE_CLIENT_SECRET` and
            `AZURE_FEDERATED_TOKEN_FILE` win over their keys. Secrets are never printed.

            Differences to the reference: an unknown `cloud` or `vmType` is an error instead of a silent fallback; rate
            limits take effect, under their own key as well as below `entries`; retry settings hold for HTTP calls too.
            """;

    private CloudConfigPage() {}

    public static String markdown() {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (KeyGroup group : KeyGroup.values()) {
            List<ConfigKey<?>> keys = KeyCatalogue.all().stream().filter(k -> k.group() == group).toList();
            page.append("\n## ").append(group.title()).append("\n\n");
            page.append(group == KeyGroup.IGNORED ? ignored(keys) : table(keys));
        }
        return page.toString();
    }

    private static String table(List<ConfigKey<?>> keys) {
        StringBuilder table = new StringBuilder("| Key | Value | Default | Effect |\n|---|---|---|---|\n");
        keys.forEach(k -> table.append("| `")
                .append(k.name())
                .append("` | ")
                .append(cell(k.expected()))
                .append(" | ")
                .append(fallback(k))
                .append(" | ")
                .append(cell(k.effect()))
                .append(" |\n"));
        return table.toString();
    }

    private static String ignored(List<ConfigKey<?>> keys) {
        StringBuilder table = new StringBuilder("| Key | Why |\n|---|---|\n");
        keys.forEach(k -> table.append("| `").append(k.name()).append("` | ").append(cell(k.effect())).append(" |\n"));
        return table.toString();
    }

    private static String fallback(ConfigKey<?> key) {
        JsonNode value = key.renderDefault();
        boolean nothing = value.isMissingNode() || value.isContainerNode() && value.isEmpty()
                || value.asText("").isEmpty() && value.isTextual();
        return nothing ? "" : "`" + value.asText() + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("*", "\\*");
    }
}
