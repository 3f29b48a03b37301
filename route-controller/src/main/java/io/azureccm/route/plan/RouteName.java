package io.azureccm.route.plan;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a route: the node, four underscores, the pod CIDR without its punctuation. Older releases used the bare node
 * name. A node name holds no underscore, so what comes before the first four is all of the node's name, never a part of it.
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

    /** True for a name of the form that this suite and the reference give. */
    public boolean isOfOurForm() {
        return OURS.matcher(text).matches();
    }

    /** The node that the name speaks of, as a key without regard to case: all of it when nothing is separated. */
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

    /** Names of nodes and of routes are equal without regard to case, as Azure compares them. */
    public static String key(String name) {
        return name.toLowerCase(Locale.ROOT);

    }
}
