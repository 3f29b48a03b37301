package io.azureccm.service.observed;

import io.azureccm.service.model.PublicIp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The public IPs in the order of ARM, indexed by address, DNS label and Service tag. */
public final class PublicIps extends ArmResources<PublicIp> {
    private final Map<String, List<PublicIp>> byAddress = new HashMap<>();
    private final Map<String, List<PublicIp>> byLabel = new HashMap<>();
    private final Map<String, List<PublicIp>> byService = new HashMap<>();

    public PublicIps(List<PublicIp> all) {
        super(all);
        for (PublicIp ip : this) {
            note(byAddress, ip.address(), ip);
            note(byLabel, key(ip.dnsLabel()), ip);
            ip.services().forEach(service -> note(byService, key(service), ip));
        }
    }

    /** Those with the given canonical address. */
    public List<PublicIp> at(String address) {
        return byAddress.getOrDefault(address, List.of());
    }

    /** Those with a DNS label; none for "". */
    public List<PublicIp> labelled(String label) {
        return byLabel.getOrDefault(key(label), List.of());
    }

    /** Those whose tags name a Service, of any cluster. */
    public List<PublicIp> taggedWith(String service) {
        return byService.getOrDefault(key(service), List.of());
    }
}
