package io.azureccm.e2e.playground.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ApiVersions;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A simulator without ports that has these resources and answers at once. */
final class SimulatedAzure implements AutoCloseable {
    private static final String ALL_ADDRESSES = "0.0.0.0/0";
    private static final Map<String, String> USED_BY_SUBNETS = Map.of("microsoft.network/networksecuritygroups",
            "networkSecurityGroup", "microsoft.network/routetables", "routeTable");
    private static final String HOST = "https://management.azure.com";

    private final AzureSimulator simulator = AzureSimulator.builder()
            .withoutPorts()
            .acceptAnyToken()
            .latencies(Latencies.none())
            .start();

    SimulatedAzure(Collection<ObjectNode> resources) {
        ArrayNode seed = Json.array();
        networks(resources).forEach(seed::add);
        resources.stream().filter(each -> !isSubnet(each)).forEach(seed::add);
        simulator.seed(seed);
    }

    private static boolean isSubnet(ObjectNode resource) {
        return ArmTypes.SUBNET.equalsIgnoreCase(resource.path("type").asText());
    }

    /** The virtual networks of which the record shows only subnets, or that these use a security group or a route table. */
    private static Collection<ObjectNode> networks(Collection<ObjectNode> resources) {
        Map<String, ObjectNode> networks = new LinkedHashMap<>();
        for (ObjectNode resource : resources) {
            if (isSubnet(resource)) {
                ArmId id = ArmId.parse(resource.path("id").asText());
                subnet(networks.computeIfAbsent(id.root().key(), key -> network(id.root())), id.name())
                        .setAll((ObjectNode) resource.path("properties").deepCopy());
            }
            String property = USED_BY_SUBNETS.get(resource.path("type").asText().toLowerCase(Locale.ROOT));
            if (property == null)
                continue;
            for (JsonNode subnet : resource.path("properties").path("subnets")) {
                ArmId id = ArmId.parse(subnet.path("id").asText());
                ObjectNode network = networks.computeIfAbsent(id.root().key(), key -> network(id.root()));
                subnet(network, id.name()).set(property, Json.idObject(resource.path("id").asText()));
            }
        }
        resources.forEach(resource -> networks.remove(RecordedCalls.key(resource)));
        return networks.values();
    }

    private static ObjectNode network(ArmId id) {
        ObjectNode network = Json.object().put("id", id.toString()).put("name", id.name()).put("type", id.type());
        network.putObject("properties").putObject("addressSpace").putArray("addressPrefixes").add(ALL_ADDRESSES);
        return network;
    }

    private static ObjectNode subnet(ObjectNode network, String name) {
        ArrayNode subnets = network.withArray("/properties/subnets");
        for (JsonNode each : subnets) {
            if (each.path("name").asText().equals(name))
                return (ObjectNode) each.path("properties");
        }
        return subnets.addObject().put("name", name).putObject("properties").put("addressPrefix", ALL_ADDRESSES);
    }

    /** The resource as a read shows it. */
    Optional<JsonNode> resource(String id) {
        return simulator.resource(id);
    }

    /** The answer to a request; {@code ifMatch}: "" for none. */
    ArmResponse send(String verb, String target, Optional<ObjectNode> body, String ifMatch) {
        URI uri = URI.create(HOST + target + "?api-version=" + ApiVersions.AZURE.of(ArmId.parse(target)));
        Map<String, String> headers = new HashMap<>(
                Map.of("authorization", "Bearer replay", "content-type", "application/json"));
        if (!ifMatch.isEmpty())
            headers.put("if-match", ifMatch);
        return simulator.answer(verb, uri, headers, body.map(Json::bytes).orElse(new byte[0])).response();
    }

    @Override
    public void close() {
        simulator.close();
    }
}
