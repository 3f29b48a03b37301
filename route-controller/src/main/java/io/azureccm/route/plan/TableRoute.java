package io.azureccm.route.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.net.Cidr;
import io.azureccm.common.net.IpAddress;
import java.util.List;
import java.util.Optional;

/** A route in the table with its parsed fields; the JSON keeps all others. */
public record TableRoute(ObjectNode json, RouteName name, Optional<Cidr> range, String nextHop, boolean appliance) {
    public static final String APPLIANCE = "VirtualAppliance";
    /** The kind of a route in changes. */
    public static final String ELEMENT = "route";
    /** The reason of changes that only replace a legacy name. */
    public static final String RENAMED = "LegacyName";
    private static final String PROPERTIES = "properties";
    private static final String PREFIX = "addressPrefix";
    private static final String HOP_TYPE = "nextHopType";
    private static final String HOP = "nextHopIpAddress";

    public static TableRoute of(ObjectNode json) {
        JsonNode properties = json.path(PROPERTIES);
        return new TableRoute(json, new RouteName(json.path("name").asText("")),
                Cidr.parse(properties.path(PREFIX).asText("")), properties.path(HOP).asText(""),
                APPLIANCE.equalsIgnoreCase(properties.path(HOP_TYPE).asText("")));
    }

    /** All routes of a route table, in their order. */
    public static List<TableRoute> allOf(JsonNode table) {
        return table.path(PROPERTIES)
                .path("routes")
                .valueStream()
                .filter(ObjectNode.class::isInstance)
                .map(route -> of((ObjectNode) route))
                .toList();
    }

    public static TableRoute create(RouteName name, String podCidr, String nextHop) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", name.text());
        return of(filled(json, podCidr, nextHop));
    }

    /** The same route with another destination and next hop; name and all other fields stay. */
    public TableRoute leading(String podCidr, String nextHop) {
        return of(filled(json.deepCopy(), podCidr, nextHop));
    }

    public boolean covers(Cidr podRange) {
        return range.filter(podRange::equals).isPresent();
    }

    public boolean leadsTo(String address) {
        return appliance && hop(nextHop).equals(hop(address));
    }

    private static ObjectNode filled(ObjectNode json, String podCidr, String nextHop) {
        json.withObjectProperty(PROPERTIES)
                .put(PREFIX, podCidr)
                .put(HOP_TYPE, APPLIANCE)
                .put(HOP, nextHop);
        return json;
    }

    /** The address in canonical form, or else the text. */
    private static Object hop(String text) {
        return IpAddress.parse(text).<Object>map(address -> address).orElse(text);
    }
}
