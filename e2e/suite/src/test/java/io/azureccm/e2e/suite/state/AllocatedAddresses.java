package io.azureccm.e2e.suite.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Names for the addresses that ARM chose: {@code <ip of PUBLICIP>} and, for the private address of an internal frontend,
 * {@code <ip of frontend NAME>}. Addresses that a user chose keep their value.
 */
public final class AllocatedAddresses {
    private final Map<String, String> names = new HashMap<>();

    public AllocatedAddresses(Collection<? extends JsonNode> resources, UidNames uids) {
        for (JsonNode resource : resources) {
            String id = resource.path("id").asText().toLowerCase(Locale.ROOT);
            JsonNode properties = resource.path("properties");
            if (id.contains("/providers/microsoft.network/publicipaddresses/")) {
                put(properties.path("ipAddress"), "<ip of " + uids.apply(nameOf(resource)) + ">");
            } else if (id.contains("/providers/microsoft.network/loadbalancers/")) {
                for (JsonNode frontend : properties.path("frontendIPConfigurations")) {
                    JsonNode own = frontend.path("properties");
                    if (own.path("privateIPAllocationMethod").asText("Dynamic").equals("Dynamic")) {
                        put(own.path("privateIPAddress"),
                                "<ip of frontend " + uids.apply(frontend.path("name").asText()) + ">");
                    }
                }
            }
        }
    }

    public String apply(String text) {
        return names.getOrDefault(text, text);
    }

    private void put(JsonNode address, String name) {
        if (address.isTextual() && !address.asText().isEmpty()) {
            names.put(address.asText(), name);
        }
    }

    private static String nameOf(JsonNode resource) {
        String id = resource.path("id").asText();
        return resource.path("name").asText(id.substring(id.lastIndexOf('/') + 1));
    }
}
