package io.azureccm.common.core.limit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * What Azure accepts as tags of a resource, as documented in
 * https://learn.microsoft.com/azure/azure-resource-manager/management/tag-resources#limitations; lengths are in characters.
 * A resource with a tag beyond these limits is refused as a whole.
 */
public final class TagLimits {
    /** Tags of one resource. */
    public static final int MAX_TAGS = 50;
    public static final int MAX_NAME_LENGTH = 512;
    public static final int MAX_VALUE_LENGTH = 256;
    /** Characters that a name cannot contain, besides control characters. */
    public static final String NOT_IN_NAMES = "<>%&\\?/";

    /** Azure itself uses these characters in names with these prefixes, such as {@code hidden-link:/subscriptions/...}. */
    private static final List<String> FREE_PREFIXES = List.of("hidden", "link");
    private static final List<String> RESERVED_PREFIXES = List.of("microsoft", "azure", "windows");

    private TagLimits() {}

    /** Why Azure refuses the tag, as the predicate of a sentence with what is allowed; empty if it accepts it. */
    public static Optional<String> problem(String name, String value) {
        if (name.length() > MAX_NAME_LENGTH)
            return Optional.of("has a name of " + name.length() + " characters; Azure accepts " + MAX_NAME_LENGTH);
        if (!startsWith(name, FREE_PREFIXES) && name.chars().anyMatch(TagLimits::isReserved))
            return Optional.of("has a name with one of the characters " + NOT_IN_NAMES
                    + " or a control character, which Azure does not accept");
        if (value.length() > MAX_VALUE_LENGTH)
            return Optional.of("has a value of " + value.length() + " characters; Azure accepts " + MAX_VALUE_LENGTH);
        return Optional.empty();
    }

    private static boolean isReserved(int character) {
        return NOT_IN_NAMES.indexOf(character) >= 0 || Character.isISOControl(character);
    }

    /**
     * Whether the name has a prefix that Azure reserves for itself. This is documented for the tag names of a subscription; resources have
     * been seen with such tags, so they are not refused.
     */
    public static boolean isReserved(String name) {
        return startsWith(name, RESERVED_PREFIXES);
    }

    private static boolean startsWith(String name, List<String> prefixes) {
        String lower = name.toLowerCase(Locale.ROOT);
        return prefixes.stream().anyMatch(lower::startsWith);
    }

    /**
     * The wanted tags without those that exceed the number that Azure accepts. Tags that the resource has already always stay; of the
     * others those with the lowest {@code weight} are left out, of these the last ones.
     */
    public static Map<String, String> fitting(Map<String, String> observed, Map<String, String> wanted,
            ToIntFunction<String> weight) {
        if (wanted.size() <= MAX_TAGS)
            return wanted;
        Map<String, String> fitting = new LinkedHashMap<>(wanted);
        List<String> lightest = new ArrayList<>(wanted.keySet()).reversed()
                .stream()
                .filter(name -> !observed.containsKey(name))
                .sorted(Comparator.comparingInt(weight))
                .toList();
        lightest.stream().limit(wanted.size() - MAX_TAGS).forEach(fitting::remove);
        return Collections.unmodifiableMap(fitting);
    }
}
