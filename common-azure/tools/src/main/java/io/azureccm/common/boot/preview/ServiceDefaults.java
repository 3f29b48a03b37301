package io.azureccm.common.boot.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sets the defaults that the API server sets when a Service is created, for Services from a manifest. Equal Services get
 * equal values.
 */
final class ServiceDefaults {
    private static final int FIRST_NODE_PORT = 30_000;
    private static final int NODE_PORTS = 2_768;

    private ServiceDefaults() {}

    /** Fills in missing values in place; node ports already in use are not assigned twice. */
    static void fill(List<ObjectNode> services) {
        Set<Integer> used = new TreeSet<>();
        services.forEach(service -> {
            used.add(service.path("spec").path("healthCheckNodePort").asInt());
            service.path("spec").path("ports").forEach(port -> used.add(port.path("nodePort").asInt()));
        });
        services.forEach(service -> {
            if (service.path("spec").path("type").asText().equals("LoadBalancer"))
                fill(service, used);
        });
    }

    private static void fill(ObjectNode service, Set<Integer> used) {
        ObjectNode spec = (ObjectNode) service.get("spec");
        String seed = service.path("metadata").path("namespace").asText() + "/"
                + service.path("metadata").path("name").asText();
        if (!spec.has("ipFamilies"))
            spec.putArray("ipFamilies").add("IPv4");
        boolean wantsNodePorts = spec.path("allocateLoadBalancerNodePorts").asBoolean(true);
        for (JsonNode each : spec.path("ports")) {
            if (!(each instanceof ObjectNode port))
                continue;
            if (!port.has("protocol"))
                port.put("protocol", "TCP");
            if (!port.has("targetPort") && port.has("port"))
                port.set("targetPort", port.get("port"));
            if (!port.has("nodePort") && wantsNodePorts)
                port.put("nodePort", free(seed + port.path("protocol").asText() + port.path("port").asText(), used));
        }
        if (spec.path("externalTrafficPolicy").asText().equals("Local") && !spec.has("healthCheckNodePort"))
            spec.put("healthCheckNodePort", free(seed, used));
    }

    private static int free(String seed, Set<Integer> used) {
        int start = Math.floorMod(seed.hashCode(), NODE_PORTS);
        for (int step = 0; step < NODE_PORTS; step++) {
            int port = FIRST_NODE_PORT + (start + step) % NODE_PORTS;
            if (used.add(port))
                return port;
        }
        return FIRST_NODE_PORT;
    }
}
