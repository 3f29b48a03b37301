package io.azureccm.e2e.suite.faults.broken;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.faults.cluster.NodeTruth;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.virtual.VirtualEnvironment;
import io.azureccm.e2e.suite.scenario.route.RouteInvariant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What has to hold while a resource cannot be read: only those that need it wait, and they say so. */
final class BrokenChecks {
    private static final String TOLD = "cannot be read";
    /** Azure refuses to delete the load balancer of a machine that cannot be taken out of its pool. */
    private static final String IN_USE = "LoadBalancerInUse";
    private static final String PREFIX = "service.beta.kubernetes.io/azure-";

    private final World world;
    private final VirtualEnvironment environment;
    private final BrokenResource broken;
    /** How it was when it broke: Services may leave it that had something on it. */
    private final String before;

    BrokenChecks(World world, VirtualEnvironment environment, BrokenResource broken) {
        this.world = world;
        this.environment = environment;
        this.broken = broken;
        this.before = text();
    }

    private String text() {
        return environment.simulation()
                .azure()
                .resource(broken.id().toString())
                .map(JsonNode::toString)
                .orElse("");
    }

    /** What others do not have although it can be had, and what is not said. */
    List<String> open(Map<String, ObjectNode> desired, Set<String> machines) {
        Set<String> waiting = new TreeSet<>();
        Set<String> there = new TreeSet<>(desired.keySet());
        StringBuilder said = new StringBuilder();
        for (ObjectNode service : environment.users().services()) {
            String name = service.at("/metadata/name").asText();
            String conditions = service.at("/status/conditions").toString();
            said.append("; ").append(name).append(" says ").append(conditions);
            if (needs(service) && conditions.contains(TOLD) || broken.isMachine() && conditions.contains(IN_USE)) {
                waiting.add(name);
                there.add(name);
            }
        }
        for (ObjectNode node : environment.kubelets().nodes()) {
            if (waits(node))
                waiting.add(node.at("/metadata/name").asText());
        }
        boolean hasTable = !broken.isOfType("routeTables");
        return environment.checks()
                .unfulfilled(desired, machines, waiting)
                .stream()
                .filter(line -> !line.startsWith("there are the Services " + there + ","))
                .filter(line -> hasTable || !line.startsWith("route not wanted"))
                .map(line -> line + said)
                .toList();
    }

    private boolean needs(ObjectNode service) {
        String base = "a" + service.at("/metadata/uid").asText().replace("-", "");
        String shown = before + text();
        boolean isNamed = shown.contains(base.substring(0, 32))
                || shown.contains("default/" + service.at("/metadata/name").asText());
        JsonNode annotations = service.at("/metadata/annotations");
        boolean internal = annotations.has(PREFIX + "load-balancer-internal");
        return switch (broken.id().type().toLowerCase(Locale.ROOT)) {
            case "microsoft.network/loadbalancers" -> isNamed
                    || !broken.id().name().startsWith("blue") && internal == broken.id().name().endsWith("-internal");
            case "microsoft.network/publicipaddresses" -> isNamed
                    || annotations.path(PREFIX + "pip-name").asText().equals(broken.id().name());
            case "microsoft.network/networksecuritygroups" -> true;
            case "microsoft.network/virtualnetworks/subnets" -> internal;
            case "microsoft.network/privatelinkservices" -> isNamed || annotations.has(PREFIX + "pls-create");
            default -> false;
        };
    }

    /**
     * A node whose machine cannot be read, or without a machine, since what cannot be read may be its machine, or any if the route table
     * cannot be read, as far as it says so.
     */
    private boolean waits(ObjectNode node) {
        Simulation simulation = environment.simulation();
        String machine = simulation.machineId(node.at("/metadata/name").asText()).toLowerCase(Locale.ROOT);
        String id = broken.id().toString().toLowerCase(Locale.ROOT);
        boolean isOfMachine = world.hasNodes()
                && (id.equals(machine) || id.startsWith(machine + "/") || machine.startsWith(id + "/"));
        boolean isTold = node.at("/status/conditions").toString().contains(TOLD);
        boolean waitsForFacts = isOfMachine && (isTold || NodeTruth.isInitialised(node));
        boolean mayBeIt = broken.isMachine() && simulation.azure().resource(machine).isEmpty() && isTold;
        return waitsForFacts || mayBeIt || broken.isOfType("routeTables")
                && (isTold || RouteInvariant.condition(node).startsWith("False"));
    }
}
