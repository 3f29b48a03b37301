package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.intent.IpFamily;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.model.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes what a public IP should be: a new one for a Service, and an existing one put right for the Service that uses it. */
final class PublicIpBodies {
    private final PlannerSettings settings;
    private final Questions questions;

    PublicIpBodies(PlannerSettings settings, Questions questions) {
        this.settings = settings;
        this.questions = questions;
    }

    /** The family of a public IP as ARM shows it; one that says nothing is IPv4. */
    static IpFamily family(ObjectNode ip) {
        return Tree.text(ip, "properties", "publicIPAddressVersion").equalsIgnoreCase("IPv6")
                ? IpFamily.IPV6
                : IpFamily.IPV4;
    }

    static Map<String, String> ipTags(ObjectNode ip) {
        Map<String, String> tags = new TreeMap<>();
        Tree.list(ip, "properties", "ipTags")
                .forEach(tag -> tags.put(Tree.text(tag, "ipTagType"), Tree.text(tag, "tag")));
        return tags;
    }

    /** A public IP for one family of a Service, tagged with it; everything else of the Service is put on it by {@link #fit}. */
    ObjectNode created(ServiceIntent service, IpFamily family) {
        ObjectNode ip = Tree.object().put("location", settings.cloud().location());
        boolean standard = settings.cloud().loadBalancer().standard();
        if (standard)
            ip.putObject("sku").put("name", "Standard");
        ObjectNode properties = Tree.properties(ip);
        properties.put("publicIPAllocationMethod", standard || family == IpFamily.IPV4 ? "Static" : "Dynamic");
        properties.put("publicIPAddressVersion", family.azureName());
        String prefix = service.address().publicIpPrefixes().getOrDefault(family, "");
        if (standard && !prefix.isEmpty())
            properties.set("publicIPPrefix", Tree.reference(prefix));
        service.address().ipTags().filter(tags -> !tags.isEmpty()).ifPresent(tags -> setIpTags(ip, tags));
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

    /** Puts right, in place, what keeps a public IP from serving a family behind the load balancer. */
    void fit(ObjectNode ip, IpFamily family) {
        boolean standard = settings.cloud().loadBalancer().standard();
        if (standard && !Tree.text(ip, "sku", "name").equalsIgnoreCase("Standard"))
            ip.withObject("/sku").put("name", "Standard");
        ObjectNode properties = Tree.properties(ip);
        if (Tree.text(properties, "publicIPAddressVersion").isEmpty())
            properties.put("publicIPAddressVersion", family.azureName());
        String allocation = standard ? "Static" : "Dynamic";
        if (family == IpFamily.IPV6
                && !Tree.text(properties, "publicIPAllocationMethod").equalsIgnoreCase(allocation))
            properties.put("publicIPAllocationMethod", allocation);
    }

    /** The label as asked for; one that differs in case only stays, and null takes the settings away. */
    static void setDnsLabel(ObjectNode ip, String label) {
        ObjectNode properties = Tree.properties(ip);
        if (!label.isEmpty()) {
            if (!Tree.text(properties, "dnsSettings", "domainNameLabel").equalsIgnoreCase(label))
                properties.withObject("/dnsSettings").put("domainNameLabel", label);
        } else if (properties.hasNonNull("dnsSettings")) {
            properties.putNull("dnsSettings");
        }
    }

    static void setIpTags(ObjectNode ip, Map<String, String> tags) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        tags.forEach((type, tag) -> array.addObject().put("ipTagType", type).put("tag", tag));
        Tree.properties(ip).set("ipTags", array);
    }

    /** The tags with those of the cloud config, overridden by those of the Service. */
    Map<String, String> tagged(Map<String, String> tags, ServiceIntent service) {
        Map<String, String> wanted = settings.cloud().placement().tags().tags();
        for (Map.Entry<String, String> tag : service.address().publicIpTags().entrySet()) {
            wanted = ResourceTags.with(wanted, tag.getKey(), tag.getValue());
        }
        return ResourceTags.reconcile(tags, wanted,
                String.join(",", settings.cloud().placement().tags().systemTags()));
    }
}
