package io.azureccm.common.core.refusal;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields of a resource that an Azure Policy evaluated before it denied a write, from the details of ARM's error. They are part of the
 * message of the failure, where users see them, too.
 */
public final class PolicyEvaluation {
    private static final Pattern TEXT = Pattern.compile("\\(the policy evaluated: ([^)]*)\\)");
    private static final Set<String> FIELDS_OF_RESOURCE = Set.of("name", "fullname", "type", "location", "kind", "id",
            "sku", "tags", "identity", "zones", "extendedlocation");

    private PolicyEvaluation() {}

    /** An addition to the message; "" if no fields are known. */
    public static String text(Collection<String> fields) {
        return fields.isEmpty() ? "" : "(the policy evaluated: " + String.join(", ", new TreeSet<>(fields)) + ")";
    }

    /**
     * Whether a message says that a policy denied the resource for fields that do not depend on its elements, nor on its tags, if these are
     * {@code sharedTags}: those of several objects.
     */
    static boolean isAboutResource(String message, boolean sharedTags) {
        Matcher matcher = TEXT.matcher(message);
        return matcher.find() && List.of(matcher.group(1).split(", "))
                .stream()
                .allMatch(field -> isOfResource(field) && !(sharedTags && isOfTags(field)));
    }

    private static boolean isOfTags(String field) {
        return field.toLowerCase(Locale.ROOT).startsWith("tags");
    }

    private static boolean isOfResource(String field) {
        String lower = field.toLowerCase(Locale.ROOT);
        int end = 0;
        while (end < lower.length() && Character.isLetter(lower.charAt(end)))
            end++;
        return FIELDS_OF_RESOURCE.contains(lower.substring(0, end))
                && (end == lower.length() || ".[".indexOf(lower.charAt(end)) >= 0);
    }
}
