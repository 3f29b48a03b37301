package io.azureccm.e2e.cluster.schema;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import io.azureccm.e2e.cluster.schema.FieldType.ListOf;
import io.azureccm.e2e.cluster.schema.FieldType.MapOf;
import io.azureccm.e2e.cluster.schema.FieldType.Scalar;
import io.azureccm.e2e.cluster.schema.FieldType.Struct;

/** The types of {@code types.txt}. Other kinds are served as plain trees: untyped fields, lists replaced as a whole. */
public final class TypeCatalog {
    private final Map<String, Struct> structs = new LinkedHashMap<>();
    private final Struct untyped;

    private TypeCatalog(List<String> lines) {
        for (String line : lines) {
            String[] words = line.split(" ");
            if (!line.startsWith(" "))
                structs.put(words[0], new Struct(words[0], words.length > 1, new LinkedHashMap<>()));
        }
        Struct struct = null;
        for (String line : lines) {
            String[] words = line.strip().split(" ");
            if (line.startsWith(" "))
                struct.fields().put(words[0], type(words));
            else
                struct = structs.get(words[0]);
        }
        untyped = new Struct("", true, Map.of("metadata", plain("ObjectMeta")));
    }

    /** Reads the catalog from the class path. */
    public static TypeCatalog load() {
        return new TypeCatalog(lines("types.txt"));
    }

    /** The lines of a file beside this class, without comments and blank ones. */
    static List<String> lines(String source) {
        var stream = Objects.requireNonNull(TypeCatalog.class.getResourceAsStream(source), source);
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The type of a kind; a type with the group in its name takes precedence over one without. */
    public Struct of(ResourceType type) {
        Struct grouped = structs.get(type.group() + "/" + type.kind());
        return grouped != null ? grouped : structs.getOrDefault(type.kind(), untyped);
    }

    public Map<String, Struct> all() {
        return structs;
    }

    private FieldType type(String[] words) {
        String name = words[1];
        if (name.startsWith("["))
            return list(inner(name), words);
        if (name.startsWith("{"))
            return new MapOf(inner(name), words.length > 2 && words[2].equals("atomic"));
        return plain(name);
    }

    private FieldType list(FieldType item, String[] words) {
        Map<String, String> rules = new HashMap<>();
        for (int i = 2; i < words.length; i++) {
            String[] rule = words[i].split("=");
            rules.put(rule[0], rule.length > 1 ? rule[1] : "");
        }
        return new ListOf(item, rules.containsKey("merge"), rules.getOrDefault("merge", ""),
                rules.containsKey("keys") ? List.of(rules.get("keys").split(",")) : List.of(),
                rules.containsKey("set"));
    }

    private FieldType inner(String name) {
        return plain(name.substring(1, name.length() - 1));
    }

    private FieldType plain(String name) {
        for (Scalar scalar : Scalar.values()) {
            if (scalar.name().toLowerCase(Locale.ROOT).equals(name))
                return scalar;
        }
        return Objects.requireNonNull(structs.get(name), name);
    }
}
