package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.ExtendedLocation;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.diff.DiffRules;
import io.azureccm.service.spec.PrivateLinkSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A private link service, observed or desired. */
public record PrivateLink(ArmId id, ObjectNode json) implements ArmElement {
    /** How observed private link services are compared with desired ones. */
    public static final DiffRules RULES = DiffRules.NONE.absentIsFalse("enableProxyProtocol");
    private static final String FRONTENDS = "loadBalancerFrontendIpConfigurations";
    private static final String CONNECTIONS = "privateEndpointConnections";
    private static final String SOURCES = "ipConfigurations";

    public static PrivateLink of(ObjectNode json) {
        return new PrivateLink(ArmId.parse(ArmJson.text(json, "id")), json);
    }

    public static PrivateLink created(ArmId id, String location, ExtendedLocation edgeZone, ArmId frontend,
            Map<String, String> tags) {
        ObjectNode json = ArmJson.object().put("location", location);
        ArmJson.putEdgeZone(json, edgeZone);
        ResourceTags.put(json, tags);
        ArmJson.properties(json).set(FRONTENDS, ArmJson.array(List.of(ArmJson.reference(frontend.toString()))));
        return new PrivateLink(id, json);
    }

    /** The frontends that it is attached to. */
    public List<ArmId> frontends() {
        return ArmJson.ids(json, "properties", FRONTENDS);
    }

    /** The connections of its consumers. */
    public List<ArmId> connections() {
        return ArmJson.list(json, connection -> id.child(CONNECTIONS, ArmJson.name(connection)), "properties",
                CONNECTIONS);
    }

    /** The Service that created it, "" if no tag names it. */
    public String owner() {
        return ResourceTags.find(tags(), Ownership.OWNER_SERVICE_TAG).orElse("").strip();
    }

    /** A copy with the settings of its Service and these tags; {@code subnet}: the subnet of its source addresses. */
    public PrivateLink serving(PrivateLinkSpec wanted, ArmId subnet, Map<String, String> tags) {
        ObjectNode next = json.deepCopy();
        ObjectNode properties = ArmJson.properties(next);
        if (!comesFrom(wanted.source(), subnet))
            properties.set(SOURCES, ArmJson.array(sources(wanted.source(), subnet)));
        properties.put("enableProxyProtocol", wanted.source().proxyProtocol());
        texts(properties, "fqdns", wanted.consumers().fqdns());
        subscriptions(properties, "visibility", wanted.consumers().visibleTo());
        subscriptions(properties, "autoApproval", wanted.consumers().approved());
        ResourceTags.put(next, tags);
        return new PrivateLink(id, next);
    }

    /** True if number, subnet, fixed addresses and the primary address match; names are ignored. */
    private boolean comesFrom(PrivateLinkSpec.Source wanted, ArmId subnet) {
        List<ObjectNode> sources = ArmJson.list(json, "properties", SOURCES);
        List<String> fixed = new ArrayList<>();
        for (ObjectNode source : sources) {
            boolean isFixed = ArmJson.text(source, "properties", "privateIPAllocationMethod")
                    .equalsIgnoreCase("Static");
            String address = isFixed ? ArmJson.text(source, "properties", "privateIPAddress") : "";
            if (isFixed)
                fixed.add(address);
            boolean primary = source.path("properties").path("primary").asBoolean();
            boolean mayBePrimary = wanted.addresses().isEmpty() || address.equals(wanted.addresses().getFirst());
            if (primary && !mayBePrimary || !subnet.matches(ArmJson.text(source, "properties", "subnet", "id")))
                return false;
        }
        return sources.size() == wanted.addressCount()
                && fixed.stream().sorted().toList().equals(wanted.addresses().stream().sorted().toList());
    }

    /** Fixed addresses in the order of the annotation, then dynamic ones up to the count; the first one is primary. */
    private List<ObjectNode> sources(PrivateLinkSpec.Source wanted, ArmId subnet) {
        List<ObjectNode> sources = new ArrayList<>();
        for (String address : wanted.addresses()) {
            ObjectNode fixed = source(PrivateLinkNames.fixed(subnet.name(), id.name(), address), "Static", subnet,
                    sources.isEmpty());
            ArmJson.properties(fixed).put("privateIPAddress", address);
            sources.add(fixed);
        }
        int dynamic = wanted.addressCount() - sources.size();
        for (int i = 0; i < dynamic; i++) {
            sources.add(source(PrivateLinkNames.dynamic(subnet.name(), id.name(), i), "Dynamic", subnet,
                    sources.isEmpty()));
        }
        return sources;
    }

    private static ObjectNode source(String name, String method, ArmId subnet, boolean primary) {
        ObjectNode source = ArmJson.object().put("name", name);
        ObjectNode properties = ArmJson.properties(source);
        properties.put("privateIPAllocationMethod", method).put("privateIPAddressVersion", "IPv4");
        properties.put("primary", primary).set("subnet", ArmJson.reference(subnet.toString()));
        return source;
    }

    private static void texts(ObjectNode owner, String property, List<String> wanted) {
        if (!wanted.isEmpty() || !owner.path(property).isEmpty())
            owner.set(property, ArmJson.textArray(wanted));
    }

    private static void subscriptions(ObjectNode properties, String property, List<String> wanted) {
        if (!wanted.isEmpty() || !properties.path(property).path("subscriptions").isEmpty())
            texts(properties.withObject("/" + property), "subscriptions", wanted);
    }
}
