package io.azureccm.e2e.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** Facts about a Service that several rules need. */
final class ServiceFacts {
    static final String NONE = "None";

    private ServiceFacts() {}

    static String type(ObjectNode service) {
        return Json.text(service, "spec", "type");
    }

    static boolean isLoadBalancer(ObjectNode service) {
        return type(service).equals("LoadBalancer");
    }

    static boolean needsClusterIp(ObjectNode service) {
        return !type(service).equals("ExternalName");
    }

    static boolean needsNodePorts(ObjectNode service) {
        return type(service).equals("NodePort") || isLoadBalancer(service);
    }

    static boolean allocatesNodePorts(ObjectNode service) {
        JsonNode wish = Json.at(service, "spec", "allocateLoadBalancerNodePorts");
        return type(service).equals("NodePort") || isLoadBalancer(service) && (wish == null || wish.asBoolean());
    }

    static boolean needsHealthCheckPort(ObjectNode service) {
        return isLoadBalancer(service) && Json.text(service, "spec", "externalTrafficPolicy").equals("Local");
    }

    static boolean isExternallyReachable(ObjectNode service) {
        return needsNodePorts(service) || !Json.isEmpty(service, "spec", "externalIPs");
    }

    static boolean isHeadless(ObjectNode service) {
        return Json.text(service, "spec", "clusterIP").equals(NONE);
    }

    static ObjectNode spec(ObjectNode service) {
        return Json.ensure(service, "spec");
    }
}
