package io.azureccm.e2e.suite.faults.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What belongs to others: a public IP and a load balancer of another cluster, and in the resources that are shared a rule, a
 * route and properties that no controller knows. None of it may ever change.
 */
public final class Foreign {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> WHOLE = List.of("publicIPAddresses/blue-ip", "publicIPAddresses/blue-lb-ip",
            "loadBalancers/blue-lb");

    private Foreign() {}

    public static List<ObjectNode> resources(Simulation simulation) {
        ObjectNode named = publicIp(simulation, "blue-ip");
        named.set("tags", JSON.valueToTree(
                Map.of("k8s-azure-cluster-name", "blue", "k8s-azure-service", "default/svc-0")));
        String balancer = simulation.networkId("loadBalancers", "blue-lb");
        return List.of(publicIp(simulation, "users-ip"), named, publicIp(simulation, "blue-lb-ip"),
                json("""
                        {"id": "%1$s", "location": "%2$s", "sku": {"name": "Standard"}, "properties": {
                         "zzUnknown": {"kept": [1, 2]},
                         "frontendIPConfigurations": [{"name": "blue", "properties": {"publicIPAddress": {"id": "%3$s"}}}],
                         "backendAddressPools": [{"name": "blue"}],
                         "probes": [{"name": "blue", "properties": {"protocol": "Tcp", "port": 80, "intervalInSeconds": 5}}],
                         "loadBalancingRules": [{"name": "blue", "properties": {"protocol": "Tcp", "frontendPort": 80,
                          "backendPort": 80, "frontendIPConfiguration": {"id": "%1$s/frontendIPConfigurations/blue"},
                          "backendAddressPool": {"id": "%1$s/backendAddressPools/blue"}, "probe": {"id": "%1$s/probes/blue"}}}]}}
                        """
                        .formatted(balancer, simulation.infrastructure().location(),
                                simulation.networkId("publicIPAddresses", "blue-lb-ip"))));
    }

    /** A rule, a route and unknown properties in what all share. */
    public static void addToShared(Simulation simulation) {
        ObjectNode group = copy(simulation, simulation.securityGroupId());
        ObjectNode inGroup = group.withObjectProperty("properties");
        inGroup.putObject("zzUnknown").put("kept", "group").putArray("list").add(1).add("two");
        inGroup.putArray("securityRules").add(json("""
                {"name": "users-own", "zzUnknown": true, "properties": {"priority": 501, "protocol": "Tcp",
                 "access": "Allow", "direction": "Inbound", "sourcePortRange": "*", "zzUnknown": {"kept": "rule"},
                 "sourceAddressPrefix": "10.9.0.0/16", "destinationAddressPrefix": "*",
                 "destinationPortRange": "22"}}"""));
        simulation.seed(group);
        ObjectNode table = copy(simulation, simulation.routeTableId());
        ObjectNode inTable = table.withObjectProperty("properties");
        inTable.putObject("zzUnknown").put("kept", "table");
        inTable.putArray("routes").add(json("""
                {"name": "users-route", "properties": {"addressPrefix": "172.16.0.0/24", "zzUnknown": "kept",
                 "nextHopType": "VirtualAppliance", "nextHopIpAddress": "10.250.0.4"}}"""));
        simulation.seed(table);
    }

    /** Everything foreign as text, by a name for people. */
    public static Map<String, String> look(Simulation simulation) {
        Map<String, String> found = new TreeMap<>();
        for (String name : WHOLE) {
            String[] parts = name.split("/");
            found.put(name, text(simulation, simulation.networkId(parts[0], parts[1])));
        }
        found.put("unknown properties of the security group",
                part(simulation, simulation.securityGroupId(), "zzUnknown"));
        found.put("unknown properties of the route table", part(simulation, simulation.routeTableId(), "zzUnknown"));
        found.put("the user's security rule",
                element(simulation, simulation.securityGroupId(), "securityRules", "users-own"));
        found.put("the user's route", element(simulation, simulation.routeTableId(), "routes", "users-route"));
        return found;
    }

    /** Lines about what is not as it was. */
    public static List<String> changes(Map<String, String> before, Simulation simulation) {
        Map<String, String> now = look(simulation);
        List<String> changes = new ArrayList<>();
        before.forEach((name, text) -> {
            if (!text.equals(now.get(name)))
                changes.add("foreign " + name + " changed from " + text + " to " + now.get(name));
        });
        return changes;
    }

    public static ObjectNode copy(Simulation simulation, String id) {
        return simulation.azure().resource(id).orElseThrow().deepCopy();
    }

    private static String text(Simulation simulation, String id) {
        return simulation.azure().resource(id).map(JsonNode::toString).orElse("gone");
    }

    private static String part(Simulation simulation, String id, String property) {
        return simulation.azure()
                .resource(id)
                .map(found -> found.path("properties").path(property).toString())
                .orElse("gone");
    }

    /** Without the etag, which an element gets anew whenever its resource is written. */
    private static String element(Simulation simulation, String id, String list, String name) {
        for (JsonNode element : simulation.azure().resource(id).orElseThrow().path("properties").path(list)) {
            if (element.path("name").asText().equals(name)) {
                ObjectNode shown = element.deepCopy();
                shown.remove("etag");
                ((ObjectNode) shown.path("properties")).remove("provisioningState");
                return shown.toString();
            }
        }
        return "gone";
    }

    private static ObjectNode publicIp(Simulation simulation, String name) {
        ObjectNode ip = JSON.createObjectNode()
                .put("id", simulation.networkId("publicIPAddresses", name))
                .put("location", simulation.infrastructure().location());
        ip.putObject("sku").put("name", "Standard");
        ip.putObject("properties")
                .put("publicIPAllocationMethod", "Static")
                .put("publicIPAddressVersion", "IPv4")
                .put("zzUnknown", "kept");
        return ip;
    }

    public static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
