package io.azureccm.common.record.anonymous;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What a record is searched for. */
final class SearchTerms {
    /** Fields with names, or lists of them. */
    static final Set<String> NAMED = Set.of("name", "names", "namespace", "uid", "generateName", "nodeName", "hostname",
            "computerName", "computerNamePrefix", "domainNameLabel", "fqdn", "reverseFqdn", "subject", "subjects",
            "deleted", "gone", "networks", "macAddress", "externalName", "adminUsername");
    /** Fields with words of the formats. */
    static final Set<String> FIXED = Set.of("is", "kind", "apiVersion", "type", "verb", "protocol", "format", "app",
            "loop", "release", "location", "provisioningState", "turn", "checkpoint", "sku", "cloud", "vmType",
            "loadBalancerSku", "reason", "element", "nextHopType");
    static final Pattern ID = Pattern.compile("/subscriptions/[^\\s\"',;)\\]}]+");
    static final Pattern GUID = Pattern
            .compile("(?i)(?<![0-9a-z])[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])");
    static final Pattern MAIL = Pattern.compile("[\\w.+#-]+@[\\w-]+(\\.[\\w-]+)+");
    static final Pattern ADDRESS = Pattern.compile("(?<![0-9A-Za-z.:])(?:\\d{1,3}(?:\\.\\d{1,3}){3}"
            + "|(?=[0-9a-fA-F:]*::|(?:[0-9a-fA-F]+:){7})[0-9a-fA-F:]+)(?:/\\d{1,3})?(?![0-9A-Za-z.:])");
    /** Names that are words of Kubernetes, Azure or the formats tell nothing, and would be confused with these. */
    private static final Set<String> COMMON = Set.of("kubernetes", "default", "kube-system", "kube-public", "node",
            "nodes", "service", "services", "route", "routes", "subnet", "subnets", "table", "read", "write", "put",
            "delete", "get", "tcp", "udp", "sctp", "http", "https", "none", "null", "true", "false", "standard",
            "basic",
            "static", "dynamic", "internal", "public", "private", "regional", "global", "name", "id", "properties",
            "tags", "status", "spec", "metadata", "changed", "known", "plan", "calls", "to", "of", "in", "for", "the",
            "waits", "is", "not", "and", "a");
    private static final Pattern PRODUCT = Pattern.compile("(k8s-azure|kubernetes[-.]|aks-managed).*");
    private static final Pattern PATH = Pattern
            .compile("--[^=]*=(?!\\d)[^,=]*/.*|--[^=]*(file|dir|path|kubeconfig)=.*");
    private static final Pattern DOMAIN = Pattern.compile("([^/]*\\.)?(kubernetes\\.io|k8s\\.io|azure\\.com)/.*");
    private static final Pattern OF_USERS = Pattern
            .compile(
                    ".*(name|subnet|group|tag|dns|label|prefix|fqdn|alias|subscription|user|address|ranges|-ip|ipv[46]).*");

    private SearchTerms() {}

    static boolean isName(String text) {
        return text.matches(".*[A-Za-z].*") && !COMMON.contains(text.toLowerCase(Locale.ROOT))
                && !PRODUCT.matcher(text).matches();
    }

    /** A flag whose value is a place on the machine, which no plan depends on. */
    static boolean isPath(String flag) {
        return PATH.matcher(flag).matches();
    }

    /** Annotations and labels of Kubernetes and Azure, whose values are read. */
    static boolean isRead(String key) {
        return DOMAIN.matcher(key).matches() && !key.startsWith("kubectl.");
    }

    /** Those of them whose values users choose. */
    static boolean isNamed(String key) {
        return key.endsWith("/hostname") || OF_USERS.matcher(key.substring(key.indexOf('/') + 1)).matches();
    }
}
