package io.azureccm.e2e.cluster.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/**
 * Allocates cluster addresses and ports of a Service. The used ones are read from the stored Services each time, so a
 * dry run or a rejected request leaves nothing behind.
 */
record ServiceAllocation(ServiceNetwork network, Supplier<List<ObjectNode>> services, RandomGenerator random) {
    /**
     * Allocates what the Service needs and lacks, and checks what it requested; {@code old} is null for a new Service.
     */
    void allocate(ObjectNode service, ObjectNode old, FieldErrors errors) {
        if (ServiceFacts.needsClusterIp(service) && !ServiceFacts.isHeadless(service))
            addresses(service, errors);
        Set<Integer> taken = takenPorts(service);
        if (ServiceFacts.needsNodePorts(service))
            nodePorts(service, old, taken, errors);
        if (ServiceFacts.needsHealthCheckPort(service))
            healthCheckPort(service, taken, errors);
    }

    private void addresses(ObjectNode service, FieldErrors errors) {
        Set<String> used = new HashSet<>();
        others(service).forEach(other -> used.addAll(Json.texts(other, "spec", "clusterIPs")));
        List<String> ips = new ArrayList<>(Json.texts(service, "spec", "clusterIPs"));
        for (String ip : ips) {
            if (used.contains(ip))
                refuse(ips, "failed to allocate IP " + ip + ": provided IP is already allocated", errors);
            else if (!network.contains(ip))
                refuse(ips, "failed to allocate IP " + ip + ": the provided IP (" + ip + ") is not in the valid range",
                        errors);
        }
        List<String> families = Json.texts(service, "spec", "ipFamilies");
        for (int i = ips.size(); i < families.size(); i++) {
            if (network.families().contains(families.get(i)))
                network.freeAddress(families.get(i), used, random)
                        .ifPresentOrElse(ips::add, () -> refuse(ips, "failed to allocate IP: range is full", errors));
        }
        ServiceFacts.spec(service).set("clusterIPs", Json.strings(ips));
        if (!ips.isEmpty())
            ServiceFacts.spec(service).put("clusterIP", ips.getFirst());
    }

    private static void refuse(List<String> ips, String detail, FieldErrors errors) {
        errors.invalid("spec.clusterIPs", Json.strings(ips), detail);
    }

    private void nodePorts(ObjectNode service, ObjectNode old, Set<Integer> taken, FieldErrors errors) {
        Map<Integer, Integer> sharedByPort = new HashMap<>();
        List<JsonNode> ports = Json.items(service, "spec", "ports");
        // A new Service shares one node port between the protocols of one port number; an updated one does not.
        if (old == null)
            ports.stream()
                    .filter(port -> Json.number(port, "nodePort") != 0)
                    .forEach(
                            port -> sharedByPort.putIfAbsent(Json.number(port, "port"), Json.number(port, "nodePort")));
        Set<Integer> own = new HashSet<>(Set.of(Json.number(service, "spec", "healthCheckNodePort")));
        ports.forEach(port -> own.add(Json.number(port, "nodePort")));
        for (int i = 0; i < ports.size(); i++) {
            ObjectNode port = (ObjectNode) ports.get(i);
            int wanted = Json.number(port, "nodePort");
            if (wanted != 0) {
                checkPort("spec.ports[" + i + "].nodePort", wanted, taken, errors);
            } else if (ServiceFacts.allocatesNodePorts(service)) {
                int chosen = sharedByPort.getOrDefault(Json.number(port, "port"), 0);
                if (chosen == 0)
                    chosen = freePort(taken, own);
                own.add(chosen);
                port.put("nodePort", chosen);
                if (old == null)
                    sharedByPort.put(Json.number(port, "port"), chosen);
            }
        }
        taken.addAll(own);
    }

    private void healthCheckPort(ObjectNode service, Set<Integer> taken, FieldErrors errors) {
        int wanted = Json.number(service, "spec", "healthCheckNodePort");
        if (wanted != 0) {
            Set<Integer> foreign = takenPorts(service);
            checkPort("spec.healthCheckNodePort", wanted, foreign, errors);
        } else {
            ServiceFacts.spec(service).put("healthCheckNodePort", freePort(taken, Set.of()));
        }
    }

    private void checkPort(String field, int port, Set<Integer> taken, FieldErrors errors) {
        if (port < ServiceNetwork.FIRST_NODE_PORT || port > ServiceNetwork.LAST_NODE_PORT)
            errors.invalid(field, port, "provided port is not in the valid range. The range of valid ports is "
                    + ServiceNetwork.FIRST_NODE_PORT + "-" + ServiceNetwork.LAST_NODE_PORT);
        else if (taken.contains(port))
            errors.invalid(field, port, "provided port is already allocated");
    }

    private int freePort(Set<Integer> taken, Set<Integer> own) {
        int size = ServiceNetwork.LAST_NODE_PORT - ServiceNetwork.FIRST_NODE_PORT + 1;
        int start = random.nextInt(size);
        for (int i = 0; i < size; i++) {
            int candidate = ServiceNetwork.FIRST_NODE_PORT + (start + i) % size;
            if (!taken.contains(candidate) && !own.contains(candidate))
                return candidate;
        }
        throw new IllegalStateException("no node port is free");
    }

    private Set<Integer> takenPorts(ObjectNode service) {
        Set<Integer> taken = new HashSet<>();
        for (ObjectNode other : others(service)) {
            Json.items(other, "spec", "ports").forEach(port -> taken.add(Json.number(port, "nodePort")));
            taken.add(Json.number(other, "spec", "healthCheckNodePort"));
        }
        taken.remove(0);
        return taken;
    }

    private List<ObjectNode> others(ObjectNode service) {
        String name = Json.text(service, "metadata", "name");
        String namespace = Json.text(service, "metadata", "namespace");
        return services.get()
                .stream()
                .filter(other -> !Json.text(other, "metadata", "name").equals(name)
                        || !Json.text(other, "metadata", "namespace").equals(namespace))
                .toList();
    }
}
