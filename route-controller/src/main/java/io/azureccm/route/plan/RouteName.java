package io.azureccm.route.plan;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a route: the node, four underscores, the pod CIDR without punctuation. Older releases used the plain node
 * name. A node name contains no underscore, so the part before the first four underscores is always the complete node
 * name.
 */
public record RouteName(String text) {
    /** Azure's limit for the name of a route, in characters. */
    public static final int MAX_LENGTH = 80;
    private static final String SEPARATOR = "____";
    private static final Pattern OURS = Pattern.compile("([^_].*?)" + SEPARATOR + "[0-9a-f]+",
            Pattern.CASE_INSENSITIVE);

    public static RouteName of(String node, String podCidr) {
        return new RouteName(node + SEPARATOR + podCidr.replaceAll("[:./]", ""));
    }

    /** True for a name in the format of this project and the reference. */
    public boolean isOfOurForm() {
        return OURS.matcher(text).matches();
    }

    /** The node in the name, as a case-insensitive key: the entire name if it has no separator. */
    public String nodeKey() {
        Matcher ours = OURS.matcher(text);
        return key(ours.matches() ? ours.group(1) : text);
    }

    public String key() {
        return key(text);
    }

    public boolean isTooLong() {
        return text.length() > MAX_LENGTH;
    }

    /** Names of nodes and routes are compared without regard to case, as Azure does. */
    public static String key(String name) {
        return name.toLowerCase(Locale.ROOT);

    }
}
