package io.azureccm.e2e.cluster.table;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** Addresses and ports in the cells of endpoints and endpoint slices: the first three and the number of the others. */
final class Endpoints {
    private Endpoints() {}

    static String ofEndpoints(ObjectNode endpoints) {
        List<String> all = new ArrayList<>();
        for (JsonNode subset : Json.items(endpoints, "subsets")) {
            for (JsonNode address : Json.items(subset, "addresses")) {
                List<JsonNode> ports = Json.items(subset, "ports");
                ports.forEach(port -> all.add(Json.text(address, "ip") + ":" + Json.number(port, "port")));
                if (ports.isEmpty()) {
                    all.add(Json.text(address, "ip"));
                }
            }
        }
        return shortened(all, "<none>");
    }

    static String slicePorts(ObjectNode slice) {
        List<String> ports = Json.items(slice, "ports")
                .stream()
                .map(port -> Integer.toString(Json.number(port, "port")))
                .toList();
        return shortened(ports, "<unset>");
    }

    static String sliceAddresses(ObjectNode slice) {
        List<String> all = new ArrayList<>();
        Json.items(slice, "endpoints").forEach(endpoint -> all.addAll(Json.texts(endpoint, "addresses")));
        return shortened(all, "<unset>");
    }

    private static String shortened(List<String> all, String none) {
        if (all.isEmpty()) {
            return none;
        }
        return all.size() <= 3
                ? String.join(",", all)
                : String.join(",", all.subList(0, 3)) + " + " + (all.size() - 3) + " more...";
    }
}
