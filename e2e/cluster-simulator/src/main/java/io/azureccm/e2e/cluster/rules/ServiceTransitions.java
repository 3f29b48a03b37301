package io.azureccm.e2e.cluster.rules;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/**
 * Which stored values an update of a Service keeps although the client omitted them, and which it drops because the new
 * type does not use them. A value that the client changed in the same write is never dropped, but validated.
 */
final class ServiceTransitions {
    private ServiceTransitions() {}

    /** Restores allocated values that are missing from the update, so that a plain manifest can be applied again. */
    static void keepAllocated(ObjectNode service, ObjectNode old) {
        ObjectNode spec = ServiceFacts.spec(service);
        ObjectNode before = ServiceFacts.spec(old);
        if (ServiceFacts.needsClusterIp(old) && ServiceFacts.needsClusterIp(service))
            keepAddresses(spec, before);
        if (ServiceFacts.needsNodePorts(old) && ServiceFacts.needsNodePorts(service))
            keepNodePorts(spec, before);
        if (ServiceFacts.needsHealthCheckPort(old) && ServiceFacts.needsHealthCheckPort(service)
                && Json.number(spec, "healthCheckNodePort") == 0)
            Json.carry(before, spec, "healthCheckNodePort");
        for (String field : List.of("ipFamilies", "ipFamilyPolicy")) {
            if (Json.isEmpty(spec, field) && ServiceFacts.needsClusterIp(service))
                Json.carry(before, spec, field);
        }
    }

    /** Clears what only the old type used. */
    static void dropUnused(ObjectNode service, ObjectNode old) {
        ObjectNode spec = ServiceFacts.spec(service);
        ObjectNode before = ServiceFacts.spec(old);
        if (ServiceFacts.needsClusterIp(old) && !ServiceFacts.needsClusterIp(service))
            dropSame(spec, before, "clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy");
        if (ServiceFacts.needsNodePorts(old) && !ServiceFacts.needsNodePorts(service)
                && nodePorts(old).containsAll(nodePorts(service)))
            Json.items(spec, "ports").forEach(port -> ((ObjectNode) port).remove("nodePort"));
        if (ServiceFacts.needsHealthCheckPort(old) && !ServiceFacts.needsHealthCheckPort(service))
            dropSame(spec, before, "healthCheckNodePort");
        if (ServiceFacts.isLoadBalancer(old) && !ServiceFacts.isLoadBalancer(service))
            dropSame(spec, before, "allocateLoadBalancerNodePorts", "loadBalancerClass");
        if (ServiceFacts.isExternallyReachable(old) && !ServiceFacts.isExternallyReachable(service))
            dropSame(spec, before, "externalTrafficPolicy");
        if (!ServiceFacts.isLoadBalancer(service) && service.get("status") instanceof ObjectNode status)
            status.putObject("loadBalancer");
    }

    private static void keepAddresses(ObjectNode spec, ObjectNode before) {
        boolean first = Json.isEmpty(spec, "clusterIP");
        boolean list = Json.isEmpty(spec, "clusterIPs");
        if (first && list) {
            Json.carry(before, spec, "clusterIP");
            Json.carry(before, spec, "clusterIPs");
        } else if (list && Json.text(spec, "clusterIP").equals(Json.text(before, "clusterIP"))) {
            Json.carry(before, spec, "clusterIPs");
        } else if (first) {
            spec.put("clusterIP", Json.texts(spec, "clusterIPs").getFirst());
        }
    }

    private static void keepNodePorts(ObjectNode spec, ObjectNode before) {
        Set<Integer> used = new HashSet<>();
        List<JsonNode> ports = Json.items(spec, "ports");
        ports.forEach(port -> used.add(Json.number(port, "nodePort")));
        for (JsonNode port : ports) {
            for (JsonNode known : Json.items(before, "ports")) {
                int nodePort = Json.number(known, "nodePort");
                if (Json.number(port, "nodePort") == 0 && nodePort != 0 && samePort(port, known)
                        && used.add(nodePort))
                    ((ObjectNode) port).put("nodePort", nodePort);
            }
        }
    }

    private static boolean samePort(JsonNode a, JsonNode b) {
        return Json.number(a, "port") == Json.number(b, "port")
                && Json.text(a, "protocol").equals(Json.text(b, "protocol"));
    }

    private static Set<Integer> nodePorts(ObjectNode service) {
        Set<Integer> ports = new HashSet<>();
        Json.items(service, "spec", "ports").forEach(port -> ports.add(Json.number(port, "nodePort")));
        ports.remove(0);
        return ports;
    }

    private static void dropSame(ObjectNode spec, ObjectNode before, String... fields) {
        for (String field : fields) {
            if (spec.has(field) && spec.get(field).equals(before.get(field)))
                spec.remove(field);
        }
    }
}
