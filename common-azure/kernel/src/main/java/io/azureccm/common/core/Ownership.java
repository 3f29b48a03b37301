package io.azureccm.common.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Determines the owner of a resource by its tags and its name, always by exact comparison. Tag keys and values are compared
 * ignoring case, as in ARM. Legacy tag keys are read if the current ones are absent, and never written.
 */
public final class Ownership {
    /** Comma-separated {@code namespace/name} of the Services that use a managed public IP, in order of binding. */
    public static final String SERVICES_TAG = "k8s-azure-service";
    public static final String CLUSTER_TAG = "k8s-azure-cluster-name";
    /** The Service that set the DNS label of a public IP. */
    public static final String DNS_SERVICE_TAG = "k8s-azure-dns-label-service";
    /** The Service that created a private link service. */
    public static final String OWNER_SERVICE_TAG = "k8s-azure-owner-service";
    public static final String LEGACY_SERVICES_TAG = "service";
    public static final String LEGACY_CLUSTER_TAG = "kubernetes-cluster-name";
    public static final String LEGACY_DNS_SERVICE_TAG = "kubernetes-dns-label-service";
    /** The keys of all tags that say whose a resource is: only the controllers set them. */
    public static final List<String> TAGS = List.of(SERVICES_TAG, CLUSTER_TAG, DNS_SERVICE_TAG, OWNER_SERVICE_TAG,
            LEGACY_SERVICES_TAG, LEGACY_CLUSTER_TAG, LEGACY_DNS_SERVICE_TAG);

    private static final int BASE_NAME_LENGTH = 32;
    /** At the beginning or the end of a key. */
    private static final Pattern INVISIBLE = Pattern.compile("^[\\p{Z}\\p{Cc}\\p{Cf}]+|[\\p{Z}\\p{Cc}\\p{Cf}]+\\z");

    /** How a resource with service tags relates to one Service of one cluster. */
    public enum Claim {
        /** No service tag: a user created it; it is never changed or deleted because of its tags. */
        USER_ASSIGNED,
        /** Tagged with this Service, and with this cluster or none. */
        OURS,
        /** Managed for other Services of this cluster (or of none). */
        OTHER_SERVICE,
        /** Tagged with another cluster, regardless of the Services it names. */
        OTHER_CLUSTER
    }

    private Ownership() {}

    /** Of a resource whose tags name these Services and this cluster, "" for none. */
    public static Claim claim(List<String> services, String taggedCluster, String cluster, String service) {
        if (services.isEmpty())
            return Claim.USER_ASSIGNED;
        if (!isOfCluster(taggedCluster, cluster))
            return Claim.OTHER_CLUSTER;
        return containsIgnoringCase(services, service) ? Claim.OURS : Claim.OTHER_SERVICE;
    }

    /** The Services a public IP is tagged with, in order; empty for a user-assigned one. */
    public static List<String> services(Map<String, String> tags) {
        return list(value(tags, SERVICES_TAG, LEGACY_SERVICES_TAG));
    }

    /** The cluster that a resource is tagged with, "" if none. */
    public static String cluster(Map<String, String> tags) {
        return value(tags, CLUSTER_TAG, LEGACY_CLUSTER_TAG);
    }

    /** True if the cluster tag names the cluster or is missing. */
    public static boolean isOfCluster(Map<String, String> tags, String cluster) {
        return isOfCluster(cluster(tags), cluster);
    }

    private static boolean isOfCluster(String tagged, String cluster) {
        return tagged.isEmpty() || tagged.equalsIgnoreCase(cluster);
    }

    /** The Service that set the DNS label of a public IP; "" if none did, or one that the public IP is not tagged with. */
    public static String dnsService(Map<String, String> tags) {
        String named = taggedDnsService(tags);
        return containsIgnoringCase(services(tags), named) ? named : "";
    }

    private static String taggedDnsService(Map<String, String> tags) {
        return value(tags, DNS_SERVICE_TAG, LEGACY_DNS_SERVICE_TAG);
    }

    /** The tags with the Service appended to the service tag; unchanged if it already contains it. */
    public static Map<String, String> withService(Map<String, String> tags, String service) {
        List<String> services = new ArrayList<>(services(tags));
        if (containsIgnoringCase(services, service))
            return tags;
        services.add(service);
        return ResourceTags.with(tags, SERVICES_TAG, String.join(",", services));
    }

    /** The tags without the Service, both as user and as owner of the DNS label; the service tag may become "". */
    public static Map<String, String> withoutService(Map<String, String> tags, String service) {
        Map<String, String> result = tags;
        List<String> services = services(tags);
        if (containsIgnoringCase(services, service)) {
            List<String> left = services.stream().filter(name -> !name.equalsIgnoreCase(service)).toList();
            result = ResourceTags.with(result, SERVICES_TAG, String.join(",", left));
        }
        if (!taggedDnsService(tags).equalsIgnoreCase(service))
            return result;
        Map<String, String> undone = new LinkedHashMap<>(result);
        undone.keySet()
                .removeIf(key -> isOneOf(key, DNS_SERVICE_TAG, LEGACY_DNS_SERVICE_TAG));
        return undone;
    }

    /** The name from which all names of a Service's resources are built: "a" and its UID without dashes, 32 characters. */
    public static String baseName(String uid) {
        String name = ("a" + uid.replace("-", "")).toLowerCase(Locale.ROOT);
        return name.substring(0, Math.min(name.length(), BASE_NAME_LENGTH));
    }

    /**
     * True if a frontend, rule or probe has the base name of a Service as its whole name or as its first part before a dash.
     * A base name contains no dash, so a longer or shorter name of another Service never matches.
     */
    public static boolean isNamedAfter(String baseName, String name) {
        int dash = name.indexOf('-');
        int length = dash < 0 ? name.length() : dash;
        return length == baseName.length() && name.regionMatches(true, 0, baseName, 0, length);
    }

    /** True for a tag that determines ownership among these tags: a legacy tag counts only if the current one is absent. */
    static boolean isOwnership(Map<String, String> tags, String key) {
        return isOneOf(key, SERVICES_TAG, CLUSTER_TAG, DNS_SERVICE_TAG, OWNER_SERVICE_TAG)
                || key.equalsIgnoreCase(LEGACY_SERVICES_TAG) && ResourceTags.find(tags, SERVICES_TAG).isEmpty()
                || key.equalsIgnoreCase(LEGACY_CLUSTER_TAG) && ResourceTags.find(tags, CLUSTER_TAG).isEmpty()
                || key.equalsIgnoreCase(LEGACY_DNS_SERVICE_TAG)
                        && ResourceTags.find(tags, DNS_SERVICE_TAG).isEmpty();
    }

    /**
     * True for a key that only the controllers set, in any case and with any blanks or invisible characters around it: Azure
     * compares keys ignoring case, and no user or config may change whose a resource is.
     */
    public static boolean isReserved(String key) {
        String bare = INVISIBLE.matcher(key).replaceAll("");
        return TAGS.stream().anyMatch(bare::equalsIgnoreCase);
    }

    private static boolean isOneOf(String key, String... keys) {
        return Stream.of(keys).anyMatch(key::equalsIgnoreCase);
    }

    private static String value(Map<String, String> tags, String key, String legacyKey) {
        return ResourceTags.find(tags, key).or(() -> ResourceTags.find(tags, legacyKey)).orElse("").strip();
    }

    private static List<String> list(String text) {
        return Stream.of(text.split(",")).map(String::strip).filter(name -> !name.isEmpty()).toList();
    }

    private static boolean containsIgnoringCase(List<String> names, String name) {
        return names.stream().anyMatch(name::equalsIgnoreCase);
    }
}
