package io.azureccm.service.observed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.net.IpAddress;
import io.azureccm.service.model.ArmJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The public IPs as ARM lists them, found by what Services say of them as well. */
public final class PublicIps extends ArmResources {
    private final Map<String, List<ObjectNode>> byAddress = new HashMap<>();
    private final Map<String, List<ObjectNode>> byLabel = new HashMap<>();
    private final Map<String, List<ObjectNode>> byService = new HashMap<>();

    PublicIps(List<ObjectNode> all) {
        super(all);
        for (ObjectNode ip : all) {
            note(byAddress, IpAddress.canonical(ArmJson.text(ip, "properties", "ipAddress")), ip);
            note(byLabel, key(ArmJson.text(ip, "properties", "dnsSettings", "domainNameLabel")), ip);
            Ownership.services(ResourceTags.of(ip)).forEach(service -> note(byService, key(service), ip));
        }
    }

    /** Those with an address, which is canonical. */
    public List<ObjectNode> at(String address) {
        return byAddress.getOrDefault(address, List.of());
    }

    /** Those with a DNS label; none for "". */
    public List<ObjectNode> labelled(String label) {
        return byLabel.getOrDefault(key(label), List.of());
    }

    /** Those whose tags name a Service, of whatever cluster. */
    public List<ObjectNode> taggedWith(String service) {
        return byService.getOrDefault(key(service), List.of());
    }
}
