package io.azureccm.e2e.suite.docs;

import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.parse.key.ConfigKey;
import io.azureccm.common.config.parse.key.KeyCatalogue;
import io.azureccm.service.spec.parse.PortAnnotation;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import io.azureccm.service.spec.parse.ServiceAnnotation.Topic;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The pages under {@code docs/resources} that are made from the code, so that they cannot say anything else. */
enum ReferencePage {
    ANNOTATIONS("service/annotations.md", ReferencePage::annotations),
    CLOUD_CONFIG("cloud-config.md", ReferencePage::cloudConfig),
    FLAGS("flags.md", ReferencePage::flags),
    REASONS("service/reasons.md", ReasonsPage::text),
    NODE_REASONS("node/reasons.md", NodeReasonsPage::initialised),
    DRAIN_REASONS("service/draining.md", NodeReasonsPage::drained),
    ROUTE_REASONS("route/reasons.md", NodeReasonsPage::routed),
    REFUSALS("refusals.md", RefusalsPage::text),
    LIMITS("limits.md", LimitsPage::text),
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

                        A value that cannot be parsed leaves the Service as it is in Azure; a warning event names key, value and what is valid. It never blocks another Service or a deletion. *Flag*: `true` or `false` in any case; anything else is read as false, and an unknown probe
                        protocol as tcp, with an event ([decision 8](../../contributing/decisions.md#8)). An unknown key has no effect; if it resembles one of these, the event `UnknownAnnotation` names the correct one.
                        """);
        for (Topic topic : Topic.values()) {
            page.append("\n## ").append(topic.title()).append("\n\n").append(HEAD);
            for (ServiceAnnotation annotation : topic.annotations()) {
                row(page, code(annotation.key()), value(annotation.help().grammar()), annotation.help().fallback(),
                        annotation.help().effect());
            }
        }
        page.append(
                "\n## One port\n\nThese take precedence over those of the Service; `PORT` is the number of the port.\n\n")
                .append(HEAD);
        for (PortAnnotation annotation : PortAnnotation.values()) {
            row(page, code(annotation.key("PORT")), value(annotation.help().grammar()), annotation.help().fallback(),
                    annotation.help().effect());
        }
        return page.toString();
    }

    private static String value(String grammar) {
        return grammar.replace("`true` or `false`, case-insensitive", "flag");
    }

    private static String cloudConfig() {
        StringBuilder page = new StringBuilder(
                """
                        # Cloud config (azure.json)

                        JSON or YAML, in UTF-8, or in UTF-16 with a byte order mark. Keys are not case-sensitive; an unknown key causes a warning with the nearest known one. Secrets are never printed.

                        A *resource name* has up to 80 letters, digits, and . _ -, beginning with a letter or digit; a *resource group* up to 90 letters, digits, and . _ - ( ), not ending with a period. *Flag*: true or false. *Seconds* are whole and at least 0.
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
                continue;
            }
            page.append("| Key | Value | Default | Effect |\n|---|---|---|---|\n");
            keys.stream()
                    .filter(key -> !isClientLimit(key))
                    .forEach(key -> row(page, code(key.name()), words(key.expected()), fallback(key), key.effect()));
            List<ConfigKey<?>> limits = keys.stream().filter(ReferencePage::isClientLimit).toList();
            if (!limits.isEmpty()) {
                row(page, names(limits, key -> !isInert(key)), words(limits.getFirst().expected()), "",
                        "Limits of the calls about that type of resource; missing values are inherited from above");
                row(page, names(limits, ReferencePage::isInert), "the same", "",
                        "Have no effect: no such call is made");
            }
        }
        return page.toString();
    }

    private static boolean isClientLimit(ConfigKey<?> key) {
        return key.group() == KeyGroup.RATE_LIMITS && key.name().endsWith("RateLimit")
                && key.expected().startsWith("an object");
    }

    private static boolean isInert(ConfigKey<?> key) {
        return key.effect().startsWith("Has no effect");
    }

    private static String names(List<ConfigKey<?>> keys, Predicate<ConfigKey<?>> which) {
        return keys.stream().filter(which).map(key -> code(key.name())).collect(Collectors.joining(", "));
    }

    /** What is expected, in the words that the head of the page explains. */
    private static String words(String expected) {
        if (expected.startsWith("a resource name: "))
            return "resource name";
        if (expected.startsWith("a resource group name: "))
            return "resource group";
        return switch (expected) {
            case "true or false" -> "flag";
            case "a whole number of seconds, at least 0" -> "seconds";
            case "a string on one line", "a string" -> "string";
            case "an id without blanks and slashes" -> "id";
            default -> expected.replaceFirst("^an? ", "");
        };
    }

    private static String flags() {
        StringBuilder page = new StringBuilder(
                """
                        # Flags

                        Flags of the Go cloud-controller-manager keep their names, defaults and meaning, so that a command line can be kept. A flag of another app is accepted without effect; an unknown one causes a warning.
                        `--help` prints the flags of one app. Defaults that differ are those of the node-controller, the service-controller and the route-controller. Arguments with a dot in their name, such as
                        `--server.port=8443`, are passed to Spring Boot.
                        """);
        section(page, "All apps", EnumSet.allOf(App.class));
        Set<App> pairs = EnumSet.allOf(App.class);
        for (App without : App.values()) {
            pairs.remove(without);
            section(page, pairs.stream().sorted().map(App::title).collect(Collectors.joining(" and ")), pairs);
            pairs.add(without);
        }
        for (App app : App.values())
            section(page, app.title(), EnumSet.of(app));
        page.append("\n## Accepted without effect\n\n");
        ControllerFlags.ignored()
                .forEach((reason, flags) -> page.append("* `")
                        .append(String.join("`, `", flags))
                        .append("`: ")
                        .append(reason)
                        .append('\n'));
        return page.toString();
    }

    private static void section(StringBuilder page, String title, Set<App> apps) {
        String flags = ControllerFlags.described(apps);
        if (!flags.isEmpty())
            page.append("\n## ").append(title).append("\n\n```text\n").append(flags).append("```\n");
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
