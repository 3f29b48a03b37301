package io.azureccm.common.core.diff;

import io.azureccm.common.core.shared.Copies;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How {@link Differ} compares: which fields it skips, which texts it compares ignoring case, and which fields count as false if they are
 * absent. A field is named by its dotted path without {@code properties} segments and array keys ({@code subnet.id}), or by
 * {@code *.name} for that name at any depth. Path names are compared ignoring case.
 */
public record DiffRules(Set<String> ignored, Set<String> caseless, Set<String> falseIfAbsent) {
    /** Compares everything exactly. */
    public static final DiffRules NONE = new DiffRules(Set.of(), Set.of(), Set.of());
    private static final String ANY_DEPTH = "*.";

    public DiffRules {
        ignored = folded(ignored);
        caseless = folded(caseless);
        falseIfAbsent = folded(falseIfAbsent);
    }

    public DiffRules ignoring(String... paths) {
        return new DiffRules(Copies.with(ignored, Set.of(paths)), caseless, falseIfAbsent);
    }

    /** Texts at these paths are equal if they only differ in case, such as {@code protocol}. */
    public DiffRules caseless(String... paths) {
        return new DiffRules(ignored, Copies.with(caseless, Set.of(paths)), falseIfAbsent);
    }

    /** An absent field at this path counts as false, such as {@code enableTcpReset}. */
    public DiffRules absentIsFalse(String path) {
        return new DiffRules(ignored, caseless, Copies.with(falseIfAbsent, Set.of(path)));
    }

    boolean ignores(String path) {
        return names(ignored, path);
    }

    boolean isCaseless(String path) {
        return names(caseless, path);
    }

    boolean isFalseIfAbsent(String path) {
        return names(falseIfAbsent, path);
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

    private static Set<String> folded(Set<String> paths) {
        return paths.stream().map(path -> path.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }
}
