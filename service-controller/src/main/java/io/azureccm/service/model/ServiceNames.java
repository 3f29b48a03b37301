package io.azureccm.service.model;

import io.azureccm.common.core.Ownership;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceKey;
import io.azureccm.service.spec.ServiceSpec;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Names of all resources of a Service in Azure, identical to those of the reference, so that a cluster can be taken over and handed back.
 */
public final class ServiceNames {
    public static final String SHARED_PROBE = "cluster-service-shared-health-probe";
    public static final String INTERNAL_SUFFIX = "-internal";
    private static final int MAX_LENGTH = 75;
    private static final Pattern BASE = Pattern.compile("a[0-9a-f]{31}");
    private static final String IPV6_SUFFIX = "-IPv6";

    private ServiceNames() {}

    /** The prefix of all names of a Service: {@code a} and its UID without dashes, 32 characters. */
    public static String base(String uid) {
        return Ownership.baseName(uid);
    }

    /** True if a frontend, rule or probe of this name belongs to the Service: its base name alone or followed by a dash. */
    public static boolean owns(ServiceSpec service, String name) {
        return Ownership.isNamedAfter(service.baseName(), name);
    }

    /** True if a name begins with the base name of any Service, known or not. */
    public static boolean isNamedAfterService(String elementName) {
        return BASE.matcher(baseOf(elementName)).matches();
    }

    /** The base name of the Service that would own an element: its name up to the first dash, lower case. */
    public static String baseOf(String elementName) {
        int dash = elementName.indexOf('-');
        return (dash < 0 ? elementName : elementName.substring(0, dash)).toLowerCase(Locale.ROOT);
    }

    /** The name of the internal one of a pair of load balancers; the other one has the base name. */
    public static String internalLoadBalancer(String baseName) {
        return baseName + INTERNAL_SUFFIX;
    }

    /** The name that both load balancers of a pair share. */
    public static String baseOfLoadBalancer(String name) {
        return isInternal(name) ? name.substring(0, name.length() - INTERNAL_SUFFIX.length()) : name;
    }

    public static boolean isInternal(String loadBalancerName) {
        return loadBalancerName.toLowerCase(Locale.ROOT).endsWith(INTERNAL_SUFFIX);
    }

    public static String frontend(ServiceSpec service, IpFamily family) {
        String name = service.baseName();
        String subnet = service.address().subnet();
        if (!subnet.isEmpty()) {
            name = name + "-" + subnet;
            if (name.length() > MAX_LENGTH) {
                name = cut(name, MAX_LENGTH);
                char last = name.charAt(name.length() - 1);
                if (!Character.isLetter(last) && last != '_')
                    name = cut(name, MAX_LENGTH - 1) + "_";
            }
        }
        return name + suffix(service, family);
    }

    /** The name of the rule, and of the probe, of one port. */
    public static String rule(ServiceSpec service, String protocol, int port, IpFamily family) {
        String end = "-" + protocol + "-" + port;
        String name = service.baseName();
        String subnet = service.address().subnet();
        if (!subnet.isEmpty()) {
            name = name + "-" + cut(subnet, MAX_LENGTH - name.length() - 1 - end.length());
        }
        return name + end + suffix(service, family);
    }

    /** A pool name: the IPv6 pool has its suffix in single-stack too. */
    public static String pool(String clusterName, IpFamily family) {
        return family == IpFamily.IPV6 ? clusterName + IPV6_SUFFIX : clusterName;
    }

    /** True for the name of a pool of the cluster, of any family. */
    public static boolean isPool(String clusterName, String name) {
        return Arrays.stream(IpFamily.values()).anyMatch(family -> pool(clusterName, family).equalsIgnoreCase(name));
    }

    /** The name of the pool that a Service with external traffic policy Local has for itself if there are several load balancers. */
    public static String localPool(ServiceKey service, IpFamily family) {
        String name = (service.namespace() + "-" + service.name()).toLowerCase(Locale.ROOT);
        return family == IpFamily.IPV6 ? name + IPV6_SUFFIX.toLowerCase(Locale.ROOT) : name;
    }

    public static String publicIp(String clusterName, ServiceSpec service, IpFamily family) {
        String name = clusterName + "-" + service.baseName();
        String prefix = service.address().publicIpPrefixes().getOrDefault(family, "");
        String last = prefix.substring(prefix.lastIndexOf('/') + 1);
        if (!last.isEmpty())
            name = name + "-" + last;
        return cut(name, MAX_LENGTH) + suffix(service, family);
    }

    /** The base name of the Service that a public IP of this name was created for by this cluster; "" for any other name. */
    public static String baseOfPublicIp(String clusterName, String name) {
        String prefix = clusterName + "-";
        return name.regionMatches(true, 0, prefix, 0, prefix.length())
                && isNamedAfterService(name.substring(prefix.length())) ? baseOf(name.substring(prefix.length())) : "";
    }

    private static String suffix(ServiceSpec service, IpFamily family) {
        return service.address().dualStack() && family == IpFamily.IPV6 ? IPV6_SUFFIX : "";
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, Math.max(0, length));
    }
}
