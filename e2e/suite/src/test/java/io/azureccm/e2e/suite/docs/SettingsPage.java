package io.azureccm.e2e.suite.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.resilience4j.InstanceKey;
import io.azureccm.common.boot.settings.resilience4j.Module;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;

/** The page of settings, made from the metadata of the settings records and of Spring Boot. */
final class SettingsPage {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Settings of Spring Boot that people who run the apps change. */
    private static final List<String> OF_SPRING = List.of("spring.profiles.active", "spring.config.additional-location",
            "spring.lifecycle.timeout-per-shutdown-phase", "server.port", "server.address", "server.ssl.certificate",
            "server.ssl.certificate-private-key", "management.endpoints.web.exposure.include",
            "management.endpoint.health.show-details", "management.server.port", "logging.level",
            "logging.structured.format.console", "logging.file.name");
    /** What the metadata cannot know: what flags decide. */
    private static final Map<String, String> DEFAULTS = Map.of("server.port", "the port of `--secure-port`",
            "server.address", "`--bind-address`", "server.ssl.certificate", "`--tls-cert-file`",
            "server.ssl.certificate-private-key", "`--tls-private-key-file`", "logging.level",
            "`WARN`, and `INFO` for `io.azureccm`; `-v=4` and more show more");
    private static final Map<String, String> TYPES = Map.of("java.lang.String", "text", "java.lang.Integer",
            "whole number", "java.lang.Long", "whole number", "java.lang.Double", "number", "java.lang.Boolean",
            "`true`, `false`", "java.time.Duration", "duration", "org.springframework.util.unit.DataSize", "size",
            "java.net.InetAddress", "address");

    private final Map<String, JsonNode> metadata;
    private final PropertySource<?> ours;

    private SettingsPage(Map<String, JsonNode> metadata, PropertySource<?> ours) {
        this.metadata = metadata;
        this.ours = ours;
    }

    static String text() {
        try {
            return new SettingsPage(metadata(), new YamlPropertySourceLoader()
                    .load("ours", new ClassPathResource("application.yml"))
                    .getFirst()).page();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Map<String, JsonNode> metadata() throws IOException {
        Map<String, JsonNode> all = new TreeMap<>();
        for (URL each : Collections.list(SettingsPage.class.getClassLoader()
                .getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream stream = each.openStream()) {
                JSON.readTree(stream)
                        .path("properties")
                        .forEach(one -> all.putIfAbsent(one.path("name").asText(), one));
            }
        }
        return all;
    }

    private String page() {
        StringBuilder page = new StringBuilder(
                """
                        # Settings

                        Options that have no flag in the Go controllers and no key in `azure.json` are settings. They begin with `azureccm.`, or with
                        `resilience4j.` for the [protection of calls to Azure](../explanation/resilience.md), and work in each of the three apps.
                        `spring.cloud.azure.` sets [a credential](spring-cloud-azure.md). Set them as in Spring Boot, in one of these
                        ways. The first one that has the setting takes precedence:

                        * on the command line: `--azureccm.leader-election.mode=lease`
                        * as an environment variable, in capitals, without dashes, with `_` for a dot: `AZURECCM_LEADERELECTION_MODE=lease`
                        * in a file that `--spring.config.additional-location` names

                        If a value is invalid, the start fails with a line that names the key, the value and what is valid. An unknown key below
                        `azureccm.` or `resilience4j.` causes a warning with the nearest known key. Durations are written like `500ms`, `30s`, `5m`. The jars contain
                        this page as metadata, so that editors can complete and check the keys.
                        """);
        Map<String, List<JsonNode>> groups = metadata.values()
                .stream()
                .filter(setting -> name(setting).startsWith(AppSettings.PREFIX + ".") && replacement(setting).isEmpty())
                .collect(Collectors.groupingBy(SettingsPage::group, TreeMap::new, Collectors.toList()));
        groups.forEach((group, settings) -> {
            page.append("\n## ").append(group).append("\n\n").append(head());
            settings.forEach(setting -> row(page, setting));
        });
        for (Module module : Module.values()) {
            page.append(module(module));
        }
        page.append("\n## Settings of Spring Boot\n\nThese are changed most often; all others work, too.\n\n")
                .append(head());
        OF_SPRING.forEach(name -> row(page, known(name)));
        page.append("\n## Old names\n\nOld names still work, with a warning.\n\n| Old | New |\n|---|---|\n");
        metadata.values()
                .stream()
                .filter(setting -> replacement(setting).startsWith(AppSettings.PREFIX + ".")
                        || replacement(setting).startsWith(Module.PREFIX + "."))
                .forEach(setting -> page.append("| `")
                        .append(name(setting))
                        .append("` | `")
                        .append(replacement(setting))
                        .append("` |\n"));
        return page.toString();
    }

    private static String module(Module module) {
        String prefix = Module.PREFIX + "." + module.title();
        StringBuilder section = new StringBuilder(
                "\n## " + prefix + "\n\nKeys below `" + prefix + ".instances.NAME` for one instance, and below `"
                        + prefix + ".configs.default` for all of them. The instances are " + module.instances()
                                .stream()
                                .map(name -> "`" + name + "`")
                                .collect(Collectors.joining(", "))
                        + ".\n\n| Key | Value | Default | What it does |\n|---|---|---|---|\n");
        for (InstanceKey key : module.keys()) {
            String cells = "`" + key.name() + "` | " + key.expected() + " | " + usual(module, key) + " | " + key.what();
            section.append("| ").append(cells.replace("|  |", "| |")).append(" |\n");
        }
        return section.toString();
    }

    /** The default, or the defaults of instances that have different ones. */
    private static String usual(Module module, InstanceKey key) {
        String own = module.instances()
                .stream()
                .filter(name -> module.usual(name).containsKey(key.name()))
                .map(name -> "`" + module.usual(name).get(key.name()) + "` for `" + name + "`")
                .collect(Collectors.joining(", "));
        if (own.isEmpty())
            return key.usual().isEmpty() ? "" : "`" + key.usual() + "`";
        return module == Module.TIME_LIMITER
                ? own + ", a minute more than `azureccm.resilience.operation.bound` for `writes`"
                : own;
    }

    private static String head() {
        return "| Setting | Value | Default | What it does |\n|---|---|---|---|\n";
    }

    private JsonNode known(String name) {
        JsonNode found = metadata.get(name);
        if (found == null)
            throw new IllegalStateException("Spring Boot knows no " + name);
        return found;
    }

    private void row(StringBuilder page, JsonNode setting) {
        String cells = "`" + name(setting) + "` | " + value(setting.path("type").asText()) + " | " + fallback(setting)
                + " | " + setting.path("description").asText().replace("|", "\\|");
        page.append("| ").append(cells.replace("|  |", "| |")).append(" |\n");
    }

    private String fallback(JsonNode setting) {
        String name = name(setting);
        if (DEFAULTS.containsKey(name))
            return DEFAULTS.get(name);
        String own = String.join(",", ownList(name));
        String text = own.isEmpty() ? setting.path("defaultValue").asText() : own;
        return text.isEmpty() ? "" : "`" + text + "`";
    }

    private List<String> ownList(String name) {
        Object single = ours.getProperty(name);
        if (single != null)
            return List.of(single.toString());
        return IntStream.range(0, 50)
                .mapToObj(i -> ours.getProperty(name + "[" + i + "]"))
                .takeWhile(Objects::nonNull)
                .map(Object::toString)
                .toList();
    }

    private static String value(String type) {
        String known = TYPES.get(type);
        if (known != null)
            return known;
        if (type.startsWith("java.util.Map"))
            return "a key for each entry";
        if (type.startsWith("java.util.List") || type.startsWith("java.util.Set"))
            return "list";
        try {
            Class<?> found = Class.forName(type, false, SettingsPage.class.getClassLoader());
            if (found.isEnum())
                return Arrays.stream(found.getEnumConstants())
                        .map(each -> "`" + each.toString().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
                        .collect(Collectors.joining(", "));
        } catch (ClassNotFoundException unknown) {
            return type.substring(type.lastIndexOf('.') + 1);
        }
        return "text";
    }

    private static String group(JsonNode setting) {
        String[] parts = name(setting).split("\\.");
        return parts[0] + "." + parts[1];
    }

    private static String name(JsonNode setting) {
        return setting.path("name").asText();
    }

    private static String replacement(JsonNode setting) {
        return setting.path("deprecation").path("replacement").asText();
    }
}
