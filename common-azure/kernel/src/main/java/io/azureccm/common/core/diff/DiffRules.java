package io.azureccm.common.core.diff;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How {@link Differ} compares: which fields it skips, which texts it compares ignoring case, and which value an absent field
 * has. A field is named by its dotted path without {@code properties} segments and array keys ({@code subnet.id}), or by
 * {@code *.name} for that name at any depth. Path names are compared ignoring case.
 */
public record DiffRules(Set<String> ignored, Set<String> caseless, Map<String, JsonNode> defaults) {
    /** Compares everything exactly. */
    public static final DiffRules NONE = new DiffRules(Set.of(), Set.of(), Map.of());
    private static final String ANY_DEPTH = "*.";

    public DiffRules {
        ignored = ignored.stream().map(DiffRules::fold).collect(Collectors.toUnmodifiableSet());
        caseless = caseless.stream().map(DiffRules::fold).collect(Collectors.toUnmodifiableSet());
        Map<String, JsonNode> folded = new TreeMap<>();
        defaults.forEach((path, value) -> folded.put(fold(path), value));
        defaults = Collections.unmodifiableMap(folded);
    }

    public DiffRules ignoring(String... paths) {
        return new DiffRules(joined(ignored, paths), caseless, defaults);
    }

    /** Texts at these paths are equal if they only differ in case, such as {@code protocol}. */
    public DiffRules caseless(String... paths) {
        return new DiffRules(ignored, joined(caseless, paths), defaults);
    }

    /** An absent field at this path counts as false, such as {@code enableTcpReset}. */
    public DiffRules absentIsFalse(String path) {
        return withDefault(path, JsonNodeFactory.instance.booleanNode(false));
    }

    boolean ignores(String path) {
        return names(ignored, path);
    }

    boolean isCaseless(String path) {
        return names(caseless, path);
    }

    JsonNode defaultOf(String path) {
        JsonNode anyDepth = null;
        for (Map.Entry<String, JsonNode> each : defaults.entrySet()) {
            if (each.getKey().equalsIgnoreCase(path))
                return each.getValue();
            if (names(each.getKey(), path))
                anyDepth = each.getValue();
        }
        return anyDepth;
    }

    private DiffRules withDefault(String path, JsonNode value) {
        Map<String, JsonNode> more = new TreeMap<>(defaults);
        more.put(fold(path), value);
        return new DiffRules(ignored, caseless, more);
    }

    private static boolean names(Set<String> paths, String path) {
        for (String each : paths) {
            if (names(each, path))
                return true;
        }
        return false;
    }

    /** Called for every field of every comparison, hence without creating strings. */
    private static boolean names(String rule, String path) {
        if (!rule.startsWith(ANY_DEPTH))
            return rule.equalsIgnoreCase(path);
        int name = path.lastIndexOf('.') + 1;
        int length = rule.length() - ANY_DEPTH.length();
        return path.length() - name == length && path.regionMatches(true, name, rule, ANY_DEPTH.length(), length);
    }

    private static String fold(String path) {
        return path.toLowerCase(Locale.ROOT);
    }

    private static Set<String> joined(Set<String> paths, String... more) {
        Set<String> all = new java.util.HashSet<>(paths);
        all.addAll(Set.of(more));
        return all;
    }
}
