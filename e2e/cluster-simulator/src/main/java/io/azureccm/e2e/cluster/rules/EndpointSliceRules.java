package io.azureccm.e2e.cluster.rules;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.network.NetworkAddress;

/** Endpoint slices: default port name and protocol; the address type never changes. */
final class EndpointSliceRules implements KindRules {
    @Override
    public void fillDefaults(ObjectNode slice) {
        Json.items(slice, "ports").forEach(port -> {
            ObjectNode entry = (ObjectNode) port;
            Json.setDefault(entry, "protocol", "TCP");
            if (!entry.has("name")) {
                entry.put("name", "");
            }
        });
        if (!slice.has("endpoints")) {
            slice.putArray("endpoints");
        }
    }

    @Override
    public void prepareUpdate(ObjectNode slice, ObjectNode old) {}

    @Override
    public void validate(ObjectNode slice, ObjectNode old, FieldErrors errors) {
        String type = Json.text(slice, "addressType");
        if (type.isEmpty()) {
            errors.required("addressType", "");
        } else {
            errors.oneOf("addressType", type, List.of("FQDN", "IPv4", "IPv6"));
        }
        if (old != null && !type.equals(Json.text(old, "addressType"))) {
            errors.invalid("addressType", type, "field is immutable");
        }
        List<JsonNode> endpoints = Json.items(slice, "endpoints");
        for (int i = 0; i < endpoints.size(); i++) {
            List<String> addresses = Json.texts(endpoints.get(i), "addresses");
            if (addresses.isEmpty()) {
                errors.required("endpoints[" + i + "].addresses", "must contain at least 1 address");
            }
            for (int j = 0; j < addresses.size(); j++) {
                boolean ip = NetworkAddress.isLiteral(addresses.get(j));
                if (!type.equals("FQDN") && !(ip && ServiceNetwork.familyOf(addresses.get(j)).equals(type))) {
                    errors.invalid("endpoints[" + i + "].addresses[" + j + "]", addresses.get(j),
                            "must be a valid " + type + " address");
                }
            }
        }
    }
}
