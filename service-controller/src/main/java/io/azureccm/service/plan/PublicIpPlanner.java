package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.estate.Estate;
import io.azureccm.service.intent.AddressIntent;
import io.azureccm.service.intent.IpFamily;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.model.PublicIpModel;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.model.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Decides which public IP each external Service uses, and what becomes of all of them: made, tagged, or released once the last
 * Service that shares one lets go. A public IP without a service tag is the user's and is never changed or deleted. One
 * instance plans one pass: Services are asked in order of age, so that those who share an address see each other's tags.
 */
final class PublicIpPlanner {
    private final PlannerSettings settings;
    private final Estate estate;
    private final Map<ArmId, ObjectNode> desired = new LinkedHashMap<>();
    private final Questions questions;

    PublicIpPlanner(PlannerSettings settings, Estate estate, Questions questions) {
        this.settings = settings;
        this.estate = estate;
        this.questions = questions;
    }

    /** The public IP for one family of a Service, bound to it. */
    Decision<ArmId> require(ServiceIntent service, IpFamily family) {
        AddressIntent address = service.address();
        String group = address.publicIpResourceGroup();
        String named = address.publicIpNames().get(family);
        if (named != null) {
            ArmId id = settings.publicIp(group, named);
            return current(id).isPresent()
                    ? bind(service, id)
                    : missing(group, service,
                            "PublicIP from annotation azure-pip-name" + (family == IpFamily.IPV6 ? "(-IPv6)" : "") + "="
                                    + named
                                    + " for service " + service.subject() + " doesn't exist: failed to find PIP "
                                    + named
                                    + " in resource group " + settings.publicIpGroup(group));
        }
        String fixed = address.fixedIps().get(family);
        if (fixed != null && !address.publicIpPrefixes().containsKey(family)) {
            return byAddress(group, fixed).map(id -> bind(service, id))
                    .orElseGet(() -> missing(group, service,
                            "cannot find public IP with IP address "
                                    + fixed + " in resource group " + settings.publicIpGroup(group)));
        }
        ArmId id = settings.publicIp(group, ServiceNames.publicIp(settings.clusterName(), service, family));
        if (current(id).isEmpty())
            desired.put(id, created(service, family));
        return bind(service, id);
    }

    /** A user's public IP may have been made after the list was read: it is read again before the Service is refused. */
    private Decision<ArmId> missing(String group, ServiceIntent service, String message) {
        questions.outdated(ArmId.collection(settings.cloud().networkSubscriptionId(), settings.publicIpGroup(group),
                ArmTypes.PUBLIC_IP));
        return Decision.refused("PublicIPNotFound", service.subject(), message);
    }

    /** The address Azure gave a public IP; empty while it has none. */
    Optional<String> address(ArmId id) {
        return estate.publicIp(id).map(ip -> Tree.text(ip, "properties", "ipAddress")).filter(text -> !text.isEmpty());
    }

    /** Lets go of every managed public IP the Service is tagged on and does not use any more. */
    void release(ServiceIntent service, Set<ArmId> used) {
        for (ObjectNode observed : estate.publicIps()) {
            ArmId id = ArmId.parse(Tree.text(observed, "id"));
            ObjectNode now = desired.containsKey(id) ? desired.get(id) : observed;
            if (now == null || used.contains(id)
                    || Ownership.claim(ResourceTags.of(now), settings.clusterName(),
                            service.subject()) != Ownership.Claim.OURS) {
                continue;
            }
            Map<String, String> tags = Ownership.withoutService(ResourceTags.of(now), service.subject());
            if (Ownership.services(tags).isEmpty()) {
                desired.put(id, null);
            } else {
                desired.put(id, tagged(now, tags));
            }
        }
    }

    List<PublicIpModel> models() {
        return new TreeMap<>(desired).entrySet()
                .stream()
                .map(entry -> new PublicIpModel(entry.getKey(), estate.publicIp(entry.getKey()).orElse(null),
                        entry.getValue()))
                .toList();
    }

    private Optional<ObjectNode> current(ArmId id) {
        return desired.containsKey(id) ? Optional.ofNullable(desired.get(id)) : estate.publicIp(id);
    }

    private Optional<ArmId> byAddress(String group, String address) {
        return estate.publicIps()
                .stream()
                .filter(ip -> address.equals(Tree.text(ip, "properties", "ipAddress")))
                .map(ip -> ArmId.parse(Tree.text(ip, "id")))
                .filter(id -> id.resourceGroup().equalsIgnoreCase(settings.publicIpGroup(group)))
                .findFirst();
    }

    private Decision<ArmId> bind(ServiceIntent service, ArmId id) {
        ObjectNode now = current(id).orElseThrow();
        Map<String, String> tags = ResourceTags.of(now);
        Ownership.Claim claim = Ownership.claim(tags, settings.clusterName(), service.subject());
        if (claim == Ownership.Claim.OTHER_CLUSTER) {
            return Decision.refused("NotOwned", service.subject(), "public IP \"" + id.name() + "\" belongs to cluster "
                    + Ownership.cluster(tags) + ", not to " + settings.clusterName());
        }
        boolean managed = claim != Ownership.Claim.USER_ASSIGNED;
        ObjectNode next = now.deepCopy();
        if (managed) {
            tags = Ownership.withService(tags, service.subject());
            tags = ResourceTags.reconcile(tags, wantedTags(service), systemTags());
        }
        Optional<String> label = service.address().dnsLabel();
        if (label.isPresent()) {
            String owner = Ownership.dnsService(tags);
            if (!owner.isEmpty() && !owner.equalsIgnoreCase(service.subject())) {
                return Decision.refused("DNSLabelInUse", service.subject(), "there is an existing service " + owner
                        + " consuming the DNS label on the public IP " + id.name());
            }
            if (label.get().isEmpty()) {
                Tree.properties(next).remove("dnsSettings");
            } else {
                Tree.properties(next).withObject("/dnsSettings").put("domainNameLabel", label.get());
                if (managed)
                    tags = ResourceTags.with(tags, Ownership.DNS_SERVICE_TAG, service.subject());
            }
        }
        ResourceTags.put(next, tags);
        if (!next.equals(now) || desired.containsKey(id) || managed && Repair.isDue(now))
            desired.put(id, next);
        return Decision.of(id);
    }

    private ObjectNode created(ServiceIntent service, IpFamily family) {
        ObjectNode ip = Tree.object().put("location", settings.cloud().location());
        boolean standard = settings.cloud().loadBalancer().standard();
        if (standard)
            ip.putObject("sku").put("name", "Standard");
        ObjectNode properties = Tree.properties(ip);
        properties.put("publicIPAllocationMethod", standard || family == IpFamily.IPV4 ? "Static" : "Dynamic");
        properties.put("publicIPAddressVersion", family.azureName());
        String prefix = service.address().publicIpPrefixes().getOrDefault(family, "");
        if (!prefix.isEmpty())
            properties.set("publicIPPrefix", Tree.reference(prefix));
        service.address()
                .ipTags()
                .forEach((type, tag) -> properties.withArray("/ipTags")
                        .addObject()
                        .put("ipTagType", type)
                        .put("tag",
                                tag));
        if (settings.cloud().placement().extendedLocation().isSet()) {
            ip.set("extendedLocation", ExtendedLocations.json(settings.cloud().placement().extendedLocation()));
        } else if (standard) {
            List<String> zones = questions.zones();
            if (!zones.isEmpty())
                ip.set("zones", Tree.textArray(zones));
        }
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put(Ownership.SERVICES_TAG, service.subject());
        tags.put(Ownership.CLUSTER_TAG, settings.clusterName());
        ResourceTags.put(ip, tags);
        return ip;
    }

    /** Tags of the cloud config, overridden by those of the Service. */
    private Map<String, String> wantedTags(ServiceIntent service) {
        Map<String, String> tags = settings.cloud().placement().tags().tags();
        for (Map.Entry<String, String> tag : service.address().publicIpTags().entrySet()) {
            tags = ResourceTags.with(tags, tag.getKey(), tag.getValue());
        }
        return tags;
    }

    private String systemTags() {
        return String.join(",", settings.cloud().placement().tags().systemTags());
    }

    private static ObjectNode tagged(ObjectNode ip, Map<String, String> tags) {
        ObjectNode next = ip.deepCopy();
        ResourceTags.put(next, tags);
        return next;
    }
}
