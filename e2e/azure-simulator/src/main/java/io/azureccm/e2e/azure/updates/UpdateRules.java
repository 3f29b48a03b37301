package io.azureccm.e2e.azure.updates;

import io.azureccm.e2e.azure.updates.PropertyRule.LeftOut;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The effects of PUT and PATCH on an existing resource: the rows of the two tables in {@code update-rules.md}. */
public final class UpdateRules {
    private static final List<List<String>> ROWS = rows("update-rules.md");
    private static final List<PropertyRule> PROPERTIES = ROWS.stream()
            .filter(row -> row.size() == 5)
            .map(row -> new PropertyRule(type(row), row.get(1).replace("`", ""), word(LeftOut.class, row.get(2))))
            .toList();
    /** By lower-case type; {@code provider/*} stands for all other types of the provider. */
    private static final Map<String, PatchEffect> PATCHES = ROWS.stream()
            .filter(row -> row.size() == 4)
            .collect(Collectors.toMap(row -> type(row).toLowerCase(Locale.ROOT),
                    row -> word(PatchEffect.class, row.get(1))));

    private UpdateRules() {}

    private static List<List<String>> rows(String page) {
        try (InputStream in = Objects.requireNonNull(UpdateRules.class.getResourceAsStream(page), page)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> line.startsWith("| ") && !line.startsWith("| Type |"))
                    .map(line -> Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String type(List<String> row) {
        return row.getFirst().contains("/") ? "Microsoft." + row.getFirst() : row.getFirst();
    }

    private static <T extends Enum<T>> T word(Class<T> values, String words) {
        return Enum.valueOf(values, words.toUpperCase(Locale.ROOT).replace(' ', '_'));
    }

    public static List<PropertyRule> properties() {
        return PROPERTIES;
    }

    /** Rules of exactly this type, without those of {@code *}. */
    static List<PropertyRule> of(String type) {
        return PROPERTIES.stream().filter(rule -> rule.type().equalsIgnoreCase(type)).toList();
    }

    /** The effect of a PATCH on the type. */
    public static PatchEffect patch(String type) {
        String key = type.toLowerCase(Locale.ROOT);
        PatchEffect others = PATCHES.getOrDefault(key.substring(0, key.indexOf('/')) + "/*", PatchEffect.NOT_SUPPORTED);
        return PATCHES.getOrDefault(key, others);
    }
}
