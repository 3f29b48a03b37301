package io.azureccm.e2e.suite.docs;

import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.parse.key.ConfigKey;
import io.azureccm.common.config.parse.key.KeyCatalogue;
import io.azureccm.common.config.parse.key.KeyGroup;
import io.azureccm.service.spec.parse.PortAnnotation;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import io.azureccm.service.spec.parse.ServiceAnnotation.Topic;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** The pages under {@code docs/resources} that are made from the code, so that they cannot say anything else. */
enum ReferencePage {
    ANNOTATIONS("service/annotations.md", ReferencePage::annotations),
    CLOUD_CONFIG("cloud-config.md", ReferencePage::cloudConfig),
    FLAGS("flags.md", ReferencePage::flags),
    REASONS("service/reasons.md", ReasonsPage::text),
    NODE_REASONS("node/reasons.md", NodeReasonsPage::initialised),
    DRAIN_REASONS("service/draining.md", NodeReasonsPage::drained),
    ROUTE_REASONS("route/reasons.md", NodeReasonsPage::routed),
    SETTINGS("settings.md", SettingsPage::text);

    private static final String HEAD = "| Annotation | Value | Default | Effect |\n|---|---|---|---|\n";

    private final String file;
    private final Supplier<String> text;

    ReferencePage(String file, Supplier<String> text) {
        this.file = file;
        this.text = text;
    }

    String file() {
        return file;
    }

    String text() {
        return text.get();
    }

    private static String annotations() {
        StringBuilder page = new StringBuilder(
                """
                        # Annotations of Services

                        What the service-controller reads. A value that cannot be read keeps its Service as it is in Azure, with a warning
                        event that names the key, the value and what would be right; it never blocks another Service, and never a deletion.
                        A Service that is new gets a public IP all the same, unless the mistake is about its address.

                        A key that is not known has no effect. One that was meant to be one of these, without its prefix, with another
                        one, misspelt, or of another cloud provider, is told by the event `UnknownAnnotation` with the right key. If it would have
                        made the Service internal, or restricted who can reach it, and the whole Internet can, the event says so.

                        What is neither true nor false reads as false, and an unknown probe protocol as tcp: both with an event
                        ([decision 8](../../decisions/0008-unclear-annotations.md)).
                        """);
        for (Topic topic : Topic.values()) {
            page.append("\n## ").append(topic.title()).append("\n\n").append(HEAD);
            for (ServiceAnnotation annotation : topic.annotations()) {
                row(page, code(annotation.key()), annotation.grammar(), annotation.fallback(),
                        annotation.effect());
            }
        }
        page.append("\n## One port\n\nThey go before those of the Service; `PORT` is the number of the port.\n\n")
                .append(HEAD);
        for (PortAnnotation annotation : PortAnnotation.values()) {
            row(page, code(annotation.key("PORT")), annotation.grammar(), annotation.fallback(), annotation.effect());
        }
        return page.toString();
    }

    private static String cloudConfig() {
        StringBuilder page = new StringBuilder(
                """
                        # Cloud config (azure.json)

                        JSON or YAML. Keys are read in any case. An unknown key is warned about, with the nearest known one. Secrets are never
                        printed.
                        """);
        for (KeyGroup group : KeyGroup.values()) {
            List<ConfigKey<?>> keys = KeyCatalogue.all().stream().filter(key -> key.group() == group).toList();
            if (keys.isEmpty()) {
                continue;
            }
            page.append("\n## ").append(group.title()).append("\n\n");
            if (group == KeyGroup.IGNORED) {
                page.append("| Key | Why |\n|---|---|\n");
                keys.forEach(key -> row(page, code(key.name()), key.effect()));
            } else {
                page.append("| Key | Value | Default | Effect |\n|---|---|---|---|\n");
                keys.forEach(key -> row(page, code(key.name()), key.expected(), fallback(key), key.effect()));
            }
        }
        return page.toString();
    }

    private static String flags() {
        StringBuilder page = new StringBuilder(
                """
                        # Flags

                        Names, defaults and meaning are those of the Go cloud-controller-manager where it has the flag, so that a command line
                        can be kept. An unknown flag is warned about and has no effect. This is what `--help` prints.
                        """);
        for (App app : App.values()) {
            page.append("\n## ")
                    .append(app.title())
                    .append("\n\n```text\n")
                    .append(ControllerFlags.help(app))
                    .append(
                            "```\n");
        }
        return page.toString();
    }

    private static String fallback(ConfigKey<?> key) {
        String json = key.renderDefault().toString();
        return switch (json.toLowerCase(Locale.ROOT)) {
            case "", "null", "\"\"", "[]", "{}" -> "";
            default -> code(json.replaceAll("^\"|\"$", ""));
        };
    }

    private static String code(String text) {
        return "`" + text + "`";
    }

    private static void row(StringBuilder page, String... cells) {
        page.append("| ").append(String.join(" | ", cells).replace("||", "| |")).append(" |\n");
    }
}
