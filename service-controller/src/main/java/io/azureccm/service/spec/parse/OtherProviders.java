package io.azureccm.service.spec.parse;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Annotations that request an internal load balancer from other cloud providers. They have no effect on Azure. */
public final class OtherProviders {
    private static final String BETA = "service.beta.kubernetes.io/";
    private static final Set<String> ANYTHING = Set.of();
    /** By key, the values that request it; any value but {@code false} if none are listed. */
    private static final Map<String, Set<String>> INTERNAL = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    /** Name prefixes of annotations of other providers, below a domain that providers share. */
    private static final List<String> PROVIDERS = List.of("aws-", "gce-", "gcp-", "gke-", "openstack-", "oci-", "do-",
            "linode-", "vultr-", "hcloud-", "alibaba-", "alicloud-", "qcloud-", "tke-", "cce-", "scw-", "ibm-", "ovh-",
            "exoscale-", "brightbox-", "upcloud-", "civo-", "kubevirt-", "nutanix-", "vsphere-", "ncloud-", "yandex-");

    static {
        INTERNAL.put(BETA + "aws-load-balancer-internal", ANYTHING);
        INTERNAL.put(BETA + "aws-load-balancer-scheme", Set.of("internal"));
        INTERNAL.put("networking.gke.io/load-balancer-type", Set.of("internal"));
        INTERNAL.put("cloud.google.com/load-balancer-type", Set.of("internal"));
        INTERNAL.put("yandex.cloud/load-balancer-type", Set.of("internal"));
        INTERNAL.put(BETA + "openstack-internal-load-balancer", ANYTHING);
        INTERNAL.put(BETA + "oci-load-balancer-internal", ANYTHING);
        INTERNAL.put("oci-network-load-balancer.oraclecloud.com/internal", ANYTHING);
        INTERNAL.put(BETA + "alibaba-cloud-loadbalancer-address-type", Set.of("intranet"));
        INTERNAL.put(BETA + "alicloud-loadbalancer-address-type", Set.of("intranet"));
        INTERNAL.put("service.kubernetes.io/qcloud-loadbalancer-internal-subnetid", ANYTHING);
        INTERNAL.put("service.kubernetes.io/ibm-load-balancer-cloud-provider-ip-type", Set.of("private"));
        INTERNAL.put(BETA + "cce-load-balancer-internal-vpc", ANYTHING);
        INTERNAL.put(BETA + "do-loadbalancer-network", Set.of("internal"));
        INTERNAL.put(BETA + "scw-loadbalancer-private", ANYTHING);
    }

    private OtherProviders() {}

    /** By key, the values that request an internal load balancer, in lower case; any value but {@code false} if none are listed. */
    public static Map<String, Set<String>> internal() {
        return Collections.unmodifiableMap(INTERNAL);
    }

    /** True for a key below a shared domain that begins with the name of another provider. */
    static boolean own(String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        return PROVIDERS.stream().anyMatch(folded::startsWith);
    }

    /** True if this annotation would make the load balancer of another provider internal. */
    static boolean askForInternal(String key, String value) {
        Set<String> values = INTERNAL.get(key);
        String folded = value.toLowerCase(Locale.ROOT);
        if (values == null || folded.isEmpty())
            return false;
        return values.isEmpty() ? !folded.equals("false") : values.contains(folded);
    }
}
