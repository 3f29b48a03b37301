package io.azureccm.service.spec;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The addresses that a Service requests: internal or external, its families (IPv4 first), fixed addresses, named public IPs and prefixes by
 * family, and DNS label and tags of its managed public IP. The DNS label is empty if the annotation is absent and "" to remove it; IP tags
 * are empty if their annotation is absent; what is absent stays unchanged in Azure. {@code publicIpResourceGroup} and {@code subnet} are ""
 * for the cluster's own. Addresses are in canonical form; invalid ones are left out.
 */
public record AddressSpec(boolean internal, String subnet, List<IpFamily> families, Map<IpFamily, String> fixedIps,
        Map<IpFamily, String> publicIpNames, Map<IpFamily, String> publicIpPrefixes, String publicIpResourceGroup,
        Optional<String> dnsLabel, List<String> additionalIps, Map<String, String> publicIpTags,
        Optional<Map<String, String>> ipTags) {
    /** Whether an external Service gets a public IP of its own: it specifies neither a name nor an address, or a prefix instead of the latter. */
    public boolean wantsOwnPublicIp(IpFamily family) {
        return !publicIpNames.containsKey(family)
                && (!fixedIps.containsKey(family) || publicIpPrefixes.containsKey(family));
    }

    public boolean dualStack() {
        return families.size() > 1;
    }
}
