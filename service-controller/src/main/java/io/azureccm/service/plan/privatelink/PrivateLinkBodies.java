package io.azureccm.service.plan.privatelink;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.PrivateLinkNames;
import io.azureccm.service.plan.context.ExtendedLocations;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.spec.PrivateLinkSpec;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a private link service as its Service wants it: what the Service does not decide stays as it is. */
final class PrivateLinkBodies {
    private final PlannerSettings settings;

    PrivateLinkBodies(PlannerSettings settings) {
        this.settings = settings;
    }

    /** The subnet that traffic comes from: the Service's own choice, else that of its frontend, else that of the cluster. */
    ArmId subnet(ServiceSpec service) {
        String named = service.privateLink().source().subnet();
        return settings.subnet(named.isEmpty() ? service.address().subnet() : named);
    }

    ObjectNode created(ServiceSpec service, FrontendModel frontend, String name) {
        ObjectNode body = ArmJson.object().put("location", settings.cloud().location());
        if (settings.cloud().placement().extendedLocation().isSet())
            body.set("extendedLocation", ExtendedLocations.json(settings.cloud().placement().extendedLocation()));
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put(Ownership.CLUSTER_TAG, settings.clusterName());
        tags.put(Ownership.OWNER_SERVICE_TAG, service.subject());
        ResourceTags.put(body, tags);
        ArmJson.properties(body)
                .set("loadBalancerFrontendIpConfigurations",
                        ArmJson.array(List.of(ArmJson.reference(frontend.id().toString()))));
        return fitted(body, service, name);
    }

    /** The observed body with what the Service decides; untouched where it fits already. */
    ObjectNode fitted(ObjectNode observed, ServiceSpec service, String name) {
        ObjectNode body = observed.deepCopy();
        ObjectNode properties = ArmJson.properties(body);
        PrivateLinkSpec link = service.privateLink();
        ArmId subnet = subnet(service);
        if (!fits(ArmJson.list(observed, "properties", "ipConfigurations"), link.source(), subnet))
            properties.set("ipConfigurations", ArmJson.array(configurations(link.source(), subnet, name)));
        properties.put("enableProxyProtocol", link.source().proxyProtocol());
        texts(properties, "fqdns", link.consumers().fqdns());
        subscriptions(properties, "visibility", link.consumers().visibleTo());
        subscriptions(properties, "autoApproval", link.consumers().approved());
        ResourceTags.put(body, ResourceTags.reconcile(ResourceTags.of(body),
                settings.cloud().placement().tags().tags(),
                String.join(",", settings.cloud().placement().tags().systemTags())));
        return body;
    }

    private static void texts(ObjectNode owner, String property, List<String> wanted) {
        if (!wanted.isEmpty() || !owner.path(property).isEmpty())
            owner.set(property, ArmJson.textArray(wanted));
    }

    private static void subscriptions(ObjectNode properties, String property, List<String> wanted) {
        if (!wanted.isEmpty() || !properties.path(property).path("subscriptions").isEmpty())
            texts(properties.withObject("/" + property), "subscriptions", wanted);
    }

    /** True when number, subnet, fixed addresses and the primary one are as wanted; names do not matter. */
    private static boolean fits(List<ObjectNode> configurations, PrivateLinkSpec.Source wanted, ArmId subnet) {
        List<String> fixed = new ArrayList<>();
        for (ObjectNode configuration : configurations) {
            boolean isFixed = ArmJson.text(configuration, "properties", "privateIPAllocationMethod")
                    .equalsIgnoreCase("Static");
            String address = isFixed ? ArmJson.text(configuration, "properties", "privateIPAddress") : "";
            if (isFixed)
                fixed.add(address);
            boolean primary = configuration.path("properties").path("primary").asBoolean();
            boolean mayBePrimary = wanted.addresses().isEmpty() || address.equals(wanted.addresses().getFirst());
            if (primary && !mayBePrimary || !subnet.matches(ArmJson.text(configuration, "properties", "subnet", "id")))
                return false;
        }
        return configurations.size() == wanted.addressCount()
                && fixed.stream().sorted().toList().equals(wanted.addresses().stream().sorted().toList());
    }

    /** Fixed addresses in the order of the annotation, then as many dynamic ones as are missing; the first one is primary. */
    private static List<ObjectNode> configurations(PrivateLinkSpec.Source wanted, ArmId subnet, String name) {
        List<ObjectNode> configurations = new ArrayList<>();
        for (String address : wanted.addresses()) {
            ObjectNode fixed = configuration(PrivateLinkNames.fixed(subnet.name(), name, address), "Static", subnet,
                    configurations.isEmpty());
            ArmJson.properties(fixed).put("privateIPAddress", address);
            configurations.add(fixed);
        }
        int dynamic = wanted.addressCount() - configurations.size();
        for (int i = 0; i < dynamic; i++) {
            configurations.add(configuration(PrivateLinkNames.dynamic(subnet.name(), name, i), "Dynamic", subnet,
                    configurations.isEmpty()));
        }
        return configurations;
    }

    private static ObjectNode configuration(String name, String method, ArmId subnet, boolean primary) {
        ObjectNode configuration = ArmJson.object().put("name", name);
        ObjectNode properties = ArmJson.properties(configuration);
        properties.put("privateIPAllocationMethod", method).put("privateIPAddressVersion", "IPv4");
        properties.put("primary", primary).set("subnet", ArmJson.reference(subnet.toString()));
        return configuration;
    }

    /** A subnet that private link services may take addresses from; null when it is one already. */
    static ObjectNode opened(ObjectNode subnet) {
        if (subnet.path("properties").isMissingNode()
                || ArmJson.text(subnet, "properties", "privateLinkServiceNetworkPolicies")
                        .equalsIgnoreCase("Disabled")) {
            return null;
        }
        ObjectNode opened = subnet.deepCopy();
        ArmJson.properties(opened).put("privateLinkServiceNetworkPolicies", "Disabled");
        return opened;
    }
}
