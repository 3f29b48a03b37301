package io.azureccm.service.plan.publicip;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.context.ExtendedLocations;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.Questions;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes what a public IP should be: a new one for a Service, and an existing one put right for the Service that uses it. */
public final class PublicIpBodies {
    private final PlannerSettings settings;
    private final Questions questions;

    PublicIpBodies(PlannerSettings settings, Questions questions) {
        this.settings = settings;
        this.questions = questions;
    }

    /** The family of a public IP as ARM shows it; one that says nothing is IPv4. */
    public static IpFamily family(ObjectNode ip) {
        return ArmJson.text(ip, "properties", "publicIPAddressVersion").equalsIgnoreCase("IPv6")
                ? IpFamily.IPV6
                : IpFamily.IPV4;
    }

    static Map<String, String> ipTags(ObjectNode ip) {
        Map<String, String> tags = new TreeMap<>();
        ArmJson.list(ip, "properties", "ipTags")
                .forEach(tag -> tags.put(ArmJson.text(tag, "ipTagType"), ArmJson.text(tag, "tag")));
        return tags;
    }

    /** A public IP for one family of a Service, tagged with it; everything else of the Service is put on it by {@link #fit}. */
    ObjectNode created(ServiceSpec service, IpFamily family) {
        ObjectNode ip = ArmJson.object().put("location", settings.cloud().location());
        boolean standard = settings.cloud().loadBalancer().standard();
        if (standard)
            ip.putObject("sku").put("name", "Standard");
        ObjectNode properties = ArmJson.properties(ip);
        properties.put("publicIPAllocationMethod", standard || family == IpFamily.IPV4 ? "Static" : "Dynamic");
        properties.put("publicIPAddressVersion", family.azureName());
        String prefix = service.address().publicIpPrefixes().getOrDefault(family, "");
        if (standard && !prefix.isEmpty())
            properties.set("publicIPPrefix", ArmJson.reference(prefix));
        service.address().ipTags().filter(tags -> !tags.isEmpty()).ifPresent(tags -> setIpTags(ip, tags));
        if (settings.cloud().placement().extendedLocation().isSet()) {
            ip.set("extendedLocation", ExtendedLocations.json(settings.cloud().placement().extendedLocation()));
        } else if (standard) {
            List<String> zones = questions.zones();
            if (!zones.isEmpty())
                ip.set("zones", ArmJson.textArray(zones));
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
        if (standard && !ArmJson.text(ip, "sku", "name").equalsIgnoreCase("Standard"))
            ip.withObject("/sku").put("name", "Standard");
        ObjectNode properties = ArmJson.properties(ip);
        if (ArmJson.text(properties, "publicIPAddressVersion").isEmpty())
            properties.put("publicIPAddressVersion", family.azureName());
        String allocation = standard ? "Static" : "Dynamic";
        if (family == IpFamily.IPV6
                && !ArmJson.text(properties, "publicIPAllocationMethod").equalsIgnoreCase(allocation))
            properties.put("publicIPAllocationMethod", allocation);
    }

    /** The label as asked for; one that differs in case only stays, and null takes the settings away. */
    static void setDnsLabel(ObjectNode ip, String label) {
        ObjectNode properties = ArmJson.properties(ip);
        if (!label.isEmpty()) {
            if (!ArmJson.text(properties, "dnsSettings", "domainNameLabel").equalsIgnoreCase(label))
                properties.withObject("/dnsSettings").put("domainNameLabel", label);
        } else if (properties.hasNonNull("dnsSettings")) {
            properties.putNull("dnsSettings");
        }
    }

    static void setIpTags(ObjectNode ip, Map<String, String> tags) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        tags.forEach((type, tag) -> array.addObject().put("ipTagType", type).put("tag", tag));
        ArmJson.properties(ip).set("ipTags", array);
    }

    /** The tags with those of the cloud config, overridden by those of the Service. */
    Map<String, String> tagged(Map<String, String> tags, ServiceSpec service) {
        Map<String, String> wanted = settings.cloud().placement().tags().tags();
        for (Map.Entry<String, String> tag : service.address().publicIpTags().entrySet()) {
            wanted = ResourceTags.with(wanted, tag.getKey(), tag.getValue());
        }
        return ResourceTags.reconcile(tags, wanted,
                String.join(",", settings.cloud().placement().tags().systemTags()));
    }
}
