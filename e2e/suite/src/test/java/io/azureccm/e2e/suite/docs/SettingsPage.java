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
            "number", "java.lang.Long", "number", "java.lang.Double", "number", "java.lang.Boolean",
            "flag", "java.time.Duration", "duration", "org.springframework.util.unit.DataSize", "size",
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

    /** All names below {@code azureccm}, old ones too, with {@code .*} for those below which the user chooses keys. */
    static List<String> names() {
        try {
            return metadata().values()
                    .stream()
                    .filter(setting -> name(setting).startsWith(AppSettings.PREFIX + "."))
                    .map(setting -> name(setting).substring(AppSettings.PREFIX.length() + 1)
                            + (setting.path("type").asText().startsWith("java.util.Map") ? ".*" : ""))
                    .toList();
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

                        Options without a flag in the Go controllers and without a key in `azure.json`, for each of the three apps; [a credential](spring-cloud-azure.md) is below `spring.cloud.azure.`. The first of these that has a setting takes precedence:

                        * the command line: `--azureccm.leader-election.mode=lease`
                        * the environment, in capitals, without dashes, `_` for a dot: `AZURECCM_LEADERELECTION_MODE=lease`
                        * a file that `--spring.config.additional-location` names

                        An invalid value ends the start with what is valid; an unknown key is a warning with the nearest known one. Durations: `500ms`, `30s`, `5m`; a flag is `true` or `false`. The jars contain this page as metadata for editors.

                        ## azureccm

                        """)
                .append(head());
        metadata.values()
                .stream()
                .filter(setting -> name(setting).startsWith(AppSettings.PREFIX + ".") && replacement(setting).isEmpty())
                .forEach(setting -> row(page, setting));
        page.append(
                """

                        ## resilience4j

                        The [protection of calls to Azure](../explanation/resilience.md): keys below `resilience4j.MODULE.instances.NAME` for one instance, and below `resilience4j.MODULE.configs.default` for all. A TYPE is %s.

                        | Module | Key | Value | Default | What it does |
                        |---|---|---|---|---|
                        """
                        .formatted(types()));
        for (InstanceKey key : common())
            page.append("| all | ").append(cells(key, key.usual().isEmpty() ? "" : "`" + key.usual() + "`"));
        for (Module module : Module.values())
            module(page, module);
        page.append("\n## Settings of Spring Boot\n\nAll work; changed most often are: ")
                .append(OF_SPRING.stream().map(this::withDefault).collect(Collectors.joining(", ")))
                .append(".\n\n## Old names\n\nOld names still work, with a warning:\n\n");
        metadata.values()
                .stream()
                .filter(setting -> replacement(setting).startsWith(AppSettings.PREFIX + ".")
                        || replacement(setting).startsWith(Module.PREFIX + "."))
                .forEach(setting -> page.append("* `")
                        .append(name(setting))
                        .append("`: `")
                        .append(replacement(setting))
                        .append("`\n"));
        return page.toString();
    }

    private static void module(StringBuilder page, Module module) {
        page.append("| `")
                .append(module.title())
                .append("` | | ")
                .append(isOfTypes(module)
                        ? "TYPE`-reads`, TYPE`-writes`"
                        : module.instances().stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ")))
                .append(" | | its instances |\n");
        for (InstanceKey key : module.keys())
            if (!common().contains(key))
                page.append("| | ").append(cells(key, usual(module, key)));
    }

    private static String cells(InstanceKey key, String usual) {
        String value = key.expected()
                .replaceFirst(" such as .*", "")
                .replaceFirst("^an? (?:whole )?", "")
                .replace("number of at least ", "at least ")
                .replace("true or false", "flag");
        return ("`" + key.name() + "` | " + value + " | " + usual + " | " + key.what()).replace("|  |", "| |") + " |\n";
    }

    /** Keys that every module has, with the same meaning. */
    private static List<InstanceKey> common() {
        return Module.values()[0].keys()
                .stream()
                .filter(key -> Arrays.stream(Module.values()).allMatch(module -> module.keys().contains(key)))
                .toList();
    }

    private static boolean isOfTypes(Module module) {
        return module.instances().stream().anyMatch(name -> name.endsWith("-reads"));
    }

    private static String types() {
        return Arrays.stream(Module.values())
                .filter(SettingsPage::isOfTypes)
                .flatMap(module -> module.instances().stream())
                .map(name -> "`" + name.replaceFirst("-(reads|writes)$", "") + "`")
                .distinct()
                .collect(Collectors.joining(", "));
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

    private String withDefault(String name) {
        String usual = fallback(known(name));
        return "`" + name + "`" + (usual.isEmpty() ? "" : " (" + usual + ")");
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

    private static String name(JsonNode setting) {
        return setting.path("name").asText();
    }

    private static String replacement(JsonNode setting) {
        return setting.path("deprecation").path("replacement").asText();
    }
}
