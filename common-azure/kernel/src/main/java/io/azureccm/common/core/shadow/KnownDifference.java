package io.azureccm.common.core.shadow;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A difference that the documentation of differences explains: {@code anchors} are {@code docs/PAGE.md#ANCHOR}; all other
 * fields must match. Empty sets and texts, also what is missing, match everything; {@code only} restricts it to a form of the change.
 */
public record KnownDifference(List<String> anchors, String type, Set<Change.Kind> kinds, String element,
        Set<String> reasons, Only only) {
    /** Additional requirements for the change. */
    public enum Only {
        /** Nothing. */
        ANY,
        /** The addresses that a security rule would no longer lead to are known, and no object is reached under them. */
        UNUSED_DESTINATIONS,
        /** A list keeps its content, in order, and only gets additional IPv6 addresses. */
        MORE_IPV6
    }

    /** An IPv4 or IPv6 address; other list entries, in particular service tags, lead to several addresses. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:]+");

    public KnownDifference {
        anchors = List.copyOf(anchors);
        kinds = Set.copyOf(kinds);
        element = Objects.requireNonNullElse(element, "");
        reasons = reasons == null ? Set.of() : Set.copyOf(reasons);
        only = Objects.requireNonNullElse(only, Only.ANY);
        if (anchors.isEmpty() || type.isEmpty() || kinds.isEmpty())
            throw new IllegalArgumentException("a known difference needs an anchor, a type and a kind of change");
    }

    boolean explains(Difference difference, Set<String> addressesInUse) {
        return difference.type().equalsIgnoreCase(type) && kinds.contains(difference.kind())
                && (element.isEmpty() || difference.element().equals(element))
                && (reasons.isEmpty() || reasons.contains(difference.reason())) && switch (only) {
                    case ANY -> !difference.element().equals(Difference.REFUSAL);
                    case UNUSED_DESTINATIONS -> leavesUnused(difference, addressesInUse);
                    case MORE_IPV6 -> addsIpv6(difference);
                };
    }

    private static boolean leavesUnused(Difference difference, Set<String> addressesInUse) {
        Set<String> gone = new TreeSet<>();
        for (FieldChange field : difference.fields()) {
            if (!field.path().startsWith("destinationAddressPrefix"))
                return false;
            gone.addAll(list(field.before()));
        }
        for (FieldChange field : difference.fields()) {
            List<String> after = list(field.after());
            if (!gone.containsAll(after))
                return false;
            after.forEach(gone::remove);
        }
        return !gone.isEmpty()
                && gone.stream().allMatch(each -> ADDRESS.matcher(each).matches() && !addressesInUse.contains(each));
    }

    private static boolean addsIpv6(Difference difference) {
        if (difference.fields().size() != 1)
            return false;
        List<String> before = list(difference.fields().getFirst().before());
        List<String> after = new ArrayList<>(list(difference.fields().getFirst().after()));
        List<String> more = new ArrayList<>(after);
        more.removeAll(before);
        after.removeAll(more);
        return after.equals(before) && !more.isEmpty() && more.stream().allMatch(each -> each.contains(":"));
    }

    /** The elements of a printed list, with or without quotes. */
    private static List<String> list(String text) {
        String bare = text.replaceAll("[\\[\\]\"]", "").strip();
        return bare.isEmpty() ? List.of() : List.of(bare.split(",\\s*"));
    }
}
