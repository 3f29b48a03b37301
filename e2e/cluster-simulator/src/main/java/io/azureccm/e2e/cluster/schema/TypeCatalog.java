package io.azureccm.e2e.cluster.schema;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import io.azureccm.e2e.cluster.schema.FieldType.ListOf;
import io.azureccm.e2e.cluster.schema.FieldType.MapOf;
import io.azureccm.e2e.cluster.schema.FieldType.Named;
import io.azureccm.e2e.cluster.schema.FieldType.Scalar;
import io.azureccm.e2e.cluster.schema.FieldType.Struct;

/** The types of {@code types.txt}. Other kinds are served as plain trees: untyped fields, lists replaced as a whole. */
public final class TypeCatalog {
    private static final Struct UNTYPED = new Struct("", true, Map.of("metadata", new Named("ObjectMeta")));
    private final Map<String, Struct> structs;

    private TypeCatalog(Map<String, Struct> structs) {
        this.structs = structs;
    }

    /** Reads the catalog from the class path. */
    public static TypeCatalog load() {
        return new TypeCatalog(parse(lines("types.txt")));
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
        return grouped != null ? grouped : structs.getOrDefault(type.kind(), UNTYPED);
    }

    public Struct struct(Named named) {
        return Objects.requireNonNull(structs.get(named.name()), named.name());
    }

    public Map<String, Struct> all() {
        return structs;
    }

    private static Map<String, Struct> parse(List<String> lines) {
        Map<String, Struct> structs = new LinkedHashMap<>();
        Map<String, FieldType> fields = new LinkedHashMap<>();
        for (String line : lines) {
            String[] words = line.strip().split(" ");
            if (line.startsWith(" ")) {
                fields.put(words[0], type(words));
            } else {
                fields = new LinkedHashMap<>();
                structs.put(words[0], new Struct(words[0], words.length > 1 && words[1].equals("open"), fields));
            }
        }
        return structs;
    }

    private static FieldType type(String[] words) {
        String name = words[1];
        if (name.startsWith("["))
            return list(inner(name), words);
        if (name.startsWith("{"))
            return new MapOf(inner(name), words.length > 2 && words[2].equals("atomic"));
        return plain(name);
    }

    private static FieldType list(FieldType item, String[] words) {
        boolean merge = false;
        boolean set = false;
        String patchKey = "";
        List<String> keys = new ArrayList<>();
        for (int i = 2; i < words.length; i++) {
            String word = words[i];
            merge |= word.startsWith("merge");
            set |= word.equals("set");
            if (word.startsWith("merge="))
                patchKey = word.substring("merge=".length());
            else if (word.startsWith("keys="))
                keys.addAll(List.of(word.substring("keys=".length()).split(",")));
        }
        return new ListOf(item, merge, patchKey, List.copyOf(keys), set);
    }

    private static FieldType inner(String name) {
        return plain(name.substring(1, name.length() - 1));
    }

    private static FieldType plain(String name) {
        for (Scalar scalar : Scalar.values()) {
            if (scalar.name().toLowerCase(Locale.ROOT).equals(name))
                return scalar;
        }
        return new Named(name);
    }
}
