package io.azureccm.e2e.cluster.rules;

import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** Services: defaults, kept and dropped values on type changes, allocation, validation. */
final class ServiceRules implements KindRules {
    private final ServiceFamilies families;
    private final ServiceAllocation allocation;
    private final ServiceValidation validation = new ServiceValidation();

    ServiceRules(ServiceNetwork network, Supplier<List<ObjectNode>> services, RandomGenerator random) {
        this.families = new ServiceFamilies(network.families());
        this.allocation = new ServiceAllocation(network, services, random);
    }

    @Override
    public void fillDefaults(ObjectNode service) {
        ObjectNode spec = ServiceFacts.spec(service);
        Json.setDefault(spec, "type", "ClusterIP");
        Json.setDefault(spec, "sessionAffinity", "None");
        if (Json.text(spec, "sessionAffinity").equals("None"))
            spec.remove("sessionAffinityConfig");
        else if (Json.text(spec, "sessionAffinity").equals("ClientIP")
                && Json.at(spec, "sessionAffinityConfig", "clientIP", "timeoutSeconds") == null)
            Json.ensure(spec, "sessionAffinityConfig", "clientIP").put("timeoutSeconds", 10800);
        Json.items(spec, "ports").forEach(ServiceRules::fillPort);
        if (ServiceFacts.isExternallyReachable(service))
            Json.setDefault(spec, "externalTrafficPolicy", "Cluster");
        if (ServiceFacts.needsClusterIp(service))
            Json.setDefault(spec, "internalTrafficPolicy", "Cluster");
        if (ServiceFacts.isLoadBalancer(service) && !spec.has("allocateLoadBalancerNodePorts"))
            spec.put("allocateLoadBalancerNodePorts", true);
        Json.items(service, "status", "loadBalancer", "ingress").forEach(entry -> {
            if (!Json.isEmpty(entry, "ip"))
                Json.setDefault((ObjectNode) entry, "ipMode", "VIP");
        });
        dropZeros(spec);
    }

    private static void fillPort(JsonNode node) {
        if (node instanceof ObjectNode port) {
            Json.setDefault(port, "protocol", "TCP");
            JsonNode target = port.get("targetPort");
            if (target == null || target.isNumber() && target.asInt() == 0
                    || target.isTextual() && target.asText().isEmpty())
                port.put("targetPort", Json.number(port, "port"));
            if (port.has("nodePort") && Json.number(port, "nodePort") == 0)
                port.remove("nodePort");
        }
    }

    /** Zero and empty values are not serialised. */
    private static void dropZeros(ObjectNode spec) {
        for (String field : List.of("clusterIP", "clusterIPs", "externalIPs", "loadBalancerIP",
                "loadBalancerSourceRanges",
                "externalName", "selector", "ipFamilies", "ports")) {
            if (Json.isEmpty(spec, field))
                spec.remove(field);
        }
        if (Json.number(spec, "healthCheckNodePort") == 0)
            spec.remove("healthCheckNodePort");
        if (!Json.flag(spec, "publishNotReadyAddresses"))
            spec.remove("publishNotReadyAddresses");
    }

    @Override
    public void prepareCreate(ObjectNode service) {
        service.putObject("status").putObject("loadBalancer");
        syncAddresses(ServiceFacts.spec(service));
    }

    @Override
    public void prepareUpdate(ObjectNode service, ObjectNode old) {
        Json.carry(old, service, "status");
        ServiceTransitions.keepAllocated(service, old);
        ServiceTransitions.dropUnused(service, old);
        syncAddresses(ServiceFacts.spec(service));
    }

    @Override
    public void prepareStatus(ObjectNode service, ObjectNode old) {
        KindRules.super.prepareStatus(service, old);
        Json.ensure(service, "status", "loadBalancer");
    }

    private static void syncAddresses(ObjectNode spec) {
        String first = Json.text(spec, "clusterIP");
        if (Json.isEmpty(spec, "clusterIPs") && !first.isEmpty()) {
            ArrayNode list = Json.array();
            spec.set("clusterIPs", list.add(first));
        } else if (first.isEmpty() && !Json.isEmpty(spec, "clusterIPs")) {
            spec.put("clusterIP", Json.texts(spec, "clusterIPs").getFirst());
        }
    }

    @Override
    public void validate(ObjectNode service, ObjectNode old, FieldErrors errors) {
        families.complete(service, old, errors);
        validation.check(service, old, errors);
        if (errors.causes().isEmpty())
            allocation.allocate(service, old, errors);
    }

    @Override
    public void validateStatus(ObjectNode service, ObjectNode old, FieldErrors errors) {
        validation.checkStatus(service, errors);
    }

    @Override
    public String nameProblem(String name) {
        return Names.labelProblem(name);
    }
}
