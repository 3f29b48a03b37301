package io.azureccm.common.core;

import io.azureccm.common.core.shared.RecentValues;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The id of an ARM resource, sub-resource or collection, such as
 * {@code /subscriptions/S/resourceGroups/RG/providers/Microsoft.Network/loadBalancers/LB}. Keeps its original spelling and
 * compares ignoring case, as ARM does.
 */
public final class ArmId implements Comparable<ArmId> {
    private static final int MAX_LENGTH = 4096;
    private static final String SUBSCRIPTIONS = "/subscriptions/";
    private static final String PROVIDERS = "/providers/";

    /** The machines of a scale set have the same parent and the same type; thousands of ids share them. */
    private static final RecentValues<ArmId> PARENTS = new RecentValues<>(256);
    private static final RecentValues<String> TYPES = new RecentValues<>(64);

    private final String value;
    /** Computed on first use and used repeatedly in each plan: the value in lower case, its hash, and parts of it. */
    private String key;
    private int hash;
    private String type;
    private String name;
    private Optional<ArmId> parent;

    private ArmId(String value) {
        this.value = value;
    }

    /** Parses an id as ARM sends it; a missing leading slash, an empty segment or a blank is an error. */
    public static ArmId parse(String value) {
        Objects.requireNonNull(value, "ARM id");
        String trimmed = value.endsWith("/") ? value.substring(0, value.length() - 1) : value;
        if (!trimmed.regionMatches(true, 0, SUBSCRIPTIONS, 0, SUBSCRIPTIONS.length()) || trimmed.contains("//")) {
            throw new IllegalArgumentException(
                    "\"" + value + "\" is not an ARM id: it must start with /subscriptions/");
        }
        return new ArmId(trimmed);
    }

    /**
     * Like {@link #parse}, for untrusted ids: empty for null, blank or malformed text, and for text that would change its
     * meaning in a URL.
     */
    public static Optional<ArmId> tryParse(String value) {
        if (value == null || value.isBlank() || value.length() > MAX_LENGTH || isForeign(value.trim()))
            return Optional.empty();
        try {
            return Optional.of(parse(value.trim()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /**
     * Blanks, control characters, characters that end or escape the path of a URL, and segments that lead upwards. Each plan
     * checks thousands of ids.
     */
    private static boolean isForeign(String value) {
        for (int at = 0; at < value.length(); at++) {
            char each = value.charAt(at);
            if (each <= ' ' || each == 0x7f || each == '?' || each == '#' || each == '%' || each == '\\')
                return true;
        }
        return value.contains("/./") || value.contains("/../") || value.endsWith("/.") || value.endsWith("/..");
    }

    /** The id of a top-level resource; type is {@code Namespace/type}, for example {@code Microsoft.Network/loadBalancers}. */
    public static ArmId of(String subscription, String resourceGroup, String type, String name) {
        return new ArmId(collection(subscription, resourceGroup, type).value + "/" + name);
    }

    /** The id of the collection of all resources of one type in a resource group: the path that lists them. */
    public static ArmId collection(String subscription, String resourceGroup, String type) {
        return new ArmId("/subscriptions/" + subscription + "/resourceGroups/" + resourceGroup + "/providers/" + type);
    }

    /** The id of a resource group. */
    public static ArmId group(String subscription, String name) {
        return new ArmId(SUBSCRIPTIONS + subscription + "/resourceGroups/" + name);
    }

    /** True for this id and all below it. */
    public boolean isIn(ArmId group) {
        return (key() + "/").startsWith(group.key() + "/");
    }

    public ArmId child(String type, String name) {
        return new ArmId(value + "/" + type + "/" + name);
    }

    /** The collection of children of one type, for example the instances of a scale set. */
    public ArmId children(String type) {
        return new ArmId(value + "/" + type);
    }

    /** The path that lists this resource and those beside it. */
    public ArmId siblings() {
        return new ArmId(value.substring(0, value.lastIndexOf('/')));
    }

    /** The parent of this resource; empty for a top-level resource. */
    public Optional<ArmId> parent() {
        if (parent == null)
            parent = upwards();
        return parent;
    }

    private Optional<ArmId> upwards() {
        if (countOfProviderSegments() < 5)
            return Optional.empty();
        int cut = value.lastIndexOf('/', value.lastIndexOf('/') - 1);
        ArmId fresh = new ArmId(value.substring(0, cut));
        ArmId recent = PARENTS.sharing(fresh);
        // Another spelling is another value, though an equal one.
        return Optional.of(recent.value.equals(fresh.value) ? recent : fresh);
    }

    /** The top-level resource that contains this one, or this one itself. */
    public ArmId root() {
        return parent().map(ArmId::root).orElse(this);
    }

    public String name() {
        if (name == null)
            name = value.substring(value.lastIndexOf('/') + 1);
        return name;
    }

    public String subscription() {
        return after("subscriptions");
    }

    public String resourceGroup() {
        return after("resourceGroups");
    }

    /** {@code Namespace/type[/childType...]} without names; empty if the id contains no provider. */
    public String type() {
        if (type == null)
            type = TYPES.sharing(typeOf(providerSegments()));
        return type;
    }

    private static String typeOf(List<String> segments) {
        if (segments.isEmpty())
            return "";
        StringBuilder type = new StringBuilder(segments.getFirst());
        for (int i = 1; i < segments.size(); i += 2) {
            type.append('/').append(segments.get(i));
        }
        return type.toString();
    }

    /** True for the path that lists resources or children of one type. */
    public boolean isCollection() {
        int segments = countOfProviderSegments();
        return segments > 0 && segments % 2 == 0;
    }

    public boolean hasType(String type) {
        return type().equalsIgnoreCase(type);
    }

    /** Whether the type is one of this resource provider, such as {@code Microsoft.Network}. */
    public boolean isOf(String provider) {
        return type().regionMatches(true, 0, provider + "/", 0, provider.length() + 1);
    }

    /** The path below {@code /providers/Namespace/}, for users: {@code loadBalancers/kubernetes}. */
    public String shortName() {
        List<String> segments = providerSegments();
        return segments.size() < 2 ? value : String.join("/", segments.subList(1, segments.size()));
    }

    /** The lower-case form, for use as a map key together with ids from other sources. */
    public String key() {
        if (key == null)
            key = value.toLowerCase(Locale.ROOT);
        return key;
    }

    public boolean matches(String other) {
        return other != null && value.equalsIgnoreCase(other);
    }

    private List<String> providerSegments() {
        int at = providersAt();
        if (at < 0)
            return List.of();
        return List.of(value.substring(at + PROVIDERS.length()).split("/"));
    }

    private int countOfProviderSegments() {
        int at = providersAt();
        if (at < 0)
            return 0;
        int segments = 1;
        for (int slash = value.indexOf('/', at + PROVIDERS.length()); slash >= 0; slash = value.indexOf('/',
                slash + 1)) {
            segments++;
        }
        return segments;
    }

    private int providersAt() {
        int at = value.indexOf(PROVIDERS);
        return at >= 0 ? at : key().indexOf(PROVIDERS);
    }

    private String after(String segment) {
        for (int from = 0, end = value.indexOf('/'); end >= 0; from = end + 1, end = value.indexOf('/', from)) {
            if (end - from == segment.length() && value.regionMatches(true, from, segment, 0, segment.length())) {
                int next = value.indexOf('/', end + 1);
                return value.substring(end + 1, next < 0 ? value.length() : next);
            }
        }
        return "";
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof ArmId that && hashCode() == that.hashCode()
                && (value.equals(that.value) || key().equals(that.key()));
    }

    @Override
    public int hashCode() {
        if (hash == 0)
            hash = hashWithoutCase(value);
        return hash;
    }

    /** Without a copy in lower case, which most ids never need otherwise. */
    private static int hashWithoutCase(String text) {
        int hash = 0;
        for (int at = 0; at < text.length(); at++) {
            char each = text.charAt(at);
            if (each >= 0x80)
                return text.toLowerCase(Locale.ROOT).hashCode();
            hash = 31 * hash + (each >= 'A' && each <= 'Z' ? each + ('a' - 'A') : each);
        }
        return hash;
    }

    @Override
    public int compareTo(ArmId other) {
        return key().compareTo(other.key());
    }

    @Override
    public String toString() {
        return value;
    }
}
