package io.azureccm.e2e.suite.faults.lasting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import io.azureccm.e2e.suite.faults.cluster.Kubelets;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Users;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.instance.Leftovers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * Something that somebody who is no culprit asks for, and how long it may take: 15 seconds more than the longest time that it took
 * without lasting faults in some thousand sequences.
 *
 * @param manifest of the Service that it is about, if there is one then
 * @param restores whether everybody is to have what they want afterwards
 */
public record Probe(String what, Runnable act, Optional<ObjectNode> manifest, boolean restores, Duration limit,
        BiFunction<Simulation, Users, List<String>> judge) {
    public static final String SERVICE = "svc-7";
    private static final Duration LIMIT = Duration.ofSeconds(55);
    private static final int PORT = 8007;

    /** One after another. */
    public static List<Probe> of(World world, Users users, Kubelets kubelets, Set<String> culprits) {
        List<Probe> probes = new ArrayList<>();
        if (world.hasServices())
            services(users, probes);
        if (world.hasRoutes() || world.hasNodes())
            Simulation.NODES.stream()
                    .filter(node -> !culprits.contains(node) && kubelets.isThere(node))
                    .findFirst()
                    .ifPresent(node -> nodes(world, kubelets, node, probes));
        return probes;
    }

    private static void services(Users users, List<Probe> probes) {
        ObjectNode made = service(List.of("10.7.0.0/16", "10.8.0.0/16"), 1);
        ObjectNode changed = service(List.of("10.7.0.0/16", "10.8.0.0/16"), 2);
        ObjectNode narrowed = service(List.of("10.7.0.0/16"), 2);
        probes.add(new Probe("a new Service", () -> users.apply(made), Optional.of(made), true, LIMIT,
                (simulation, all) -> List.of()));
        probes.add(new Probe("another port", () -> users.apply(changed), Optional.of(changed), true, LIMIT,
                (simulation, all) -> List.of()));
        probes.add(new Probe("fewer source ranges", () -> users.apply(narrowed), Optional.of(narrowed), true, LIMIT,
                (simulation, all) -> admitted(simulation, "10.8.0.0/16")));
        String[] uid = new String[1];
        probes.add(new Probe("a deletion", () -> {
            uid[0] = users.find(SERVICE).orElseThrow().at("/metadata/uid").asText();
            users.delete(SERVICE);
        }, Optional.empty(), true, LIMIT, (simulation, all) -> gone(simulation, all, uid[0])));
    }

    private static void nodes(World world, Kubelets kubelets, String node, List<Probe> probes) {
        probes.add(new Probe("a node leaves", () -> kubelets.leave(node), Optional.empty(), false, LIMIT,
                (simulation, all) -> world.hasRoutes() ? routes(simulation, node) : List.of()));
        probes.add(new Probe("a node joins", () -> kubelets.join(node), Optional.empty(), true, LIMIT,
                (simulation, all) -> List.of()));
    }

    private static ObjectNode service(List<String> ranges, int ports) {
        ObjectNode service = Foreign.json("""
                {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "%s", "namespace": "default"},
                 "spec": {"type": "LoadBalancer"}}""".formatted(SERVICE));
        ObjectNode spec = (ObjectNode) service.path("spec");
        ranges.forEach(spec.putArray("loadBalancerSourceRanges")::add);
        for (int i = 0; i < ports; i++)
            spec.withArray("ports")
                    .addObject()
                    .put("name", "port-" + i)
                    .put("protocol", "TCP")
                    .put("port", PORT + 100 * i)
                    .put("nodePort", 30107 + 100 * i);
        return service;
    }

    /** What is not as it is to be, beside what everybody wants. */
    public List<String> open(Simulation simulation, Users users) {
        return judge.apply(simulation, users);
    }

    private static List<String> admitted(Simulation simulation, String source) {
        Set<String> sources = new TreeSet<>();
        for (JsonNode rule : Foreign.copy(simulation, simulation.securityGroupId()).at("/properties/securityRules")) {
            JsonNode properties = rule.path("properties");
            if (properties.path("destinationPortRanges").toString().contains("\"" + PORT + "\"")) {
                sources.add(properties.path("sourceAddressPrefix").asText());
                properties.path("sourceAddressPrefixes").forEach(each -> sources.add(each.asText()));
            }
        }
        return sources.contains(source) ? List.of(source + " is still admitted") : List.of();
    }

    private static List<String> gone(Simulation simulation, Users users, String uid) {
        List<String> left = new ArrayList<>(Leftovers.of(simulation, uid));
        users.find(SERVICE).ifPresent(service -> left.add(SERVICE + " is still there"));
        return left;
    }

    private static List<String> routes(Simulation simulation, String node) {
        return Foreign.copy(simulation, simulation.routeTableId())
                .at("/properties/routes")
                .valueStream()
                .map(route -> route.path("name").asText())
                .filter(name -> name.startsWith(node + "_"))
                .toList();
    }
}
