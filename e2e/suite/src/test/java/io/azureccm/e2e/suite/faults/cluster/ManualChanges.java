package io.azureccm.e2e.suite.faults.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.ArmError;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** People at the portal: they add what is theirs, and they spoil or take away what is not. */
public final class ManualChanges {
    private record Added(String resource, String list, ObjectNode element) {}

    private final Simulation simulation;
    private final World world;
    private final Random random;
    private final Findings findings;
    private final List<Added> added = new ArrayList<>();
    private int next;

    public ManualChanges(Simulation simulation, World world, Random random, Findings findings) {
        this.simulation = simulation;
        this.world = world;
        this.random = random;
        this.findings = findings;
    }

    /** Somebody does something; tells what. */
    public String change() {
        return switch (random.nextInt(world.hasServices() ? 8 : 3)) {
            case 0 -> add(simulation.routeTableId(), "routes", """
                    {"name": "persons-%1$d", "properties": {"addressPrefix": "172.17.%1$d.0/24",
                     "nextHopType": "VirtualAppliance", "nextHopIpAddress": "10.250.0.5"}}""");
            case 1 -> spoil("a route spoilt", simulation.routeTableId(), "routes",
                    route -> ((ObjectNode) route.path("properties")).put("nextHopIpAddress", "10.240.9.9"));
            case 2 -> remove("a route removed", simulation.routeTableId(), "routes");
            case 3 -> add(simulation.securityGroupId(), "securityRules", """
                    {"name": "persons-%1$d", "properties": {"priority": %2$d, "protocol": "Tcp", "access": "Allow",
                     "direction": "Inbound", "sourcePortRange": "*", "sourceAddressPrefix": "10.8.0.0/16",
                     "destinationAddressPrefix": "*", "destinationPortRange": "23"}}""");
            case 4 -> remove("a security rule removed", simulation.securityGroupId(), "securityRules");
            case 5 -> spoil("a load balancing rule spoilt", balancer(), "loadBalancingRules",
                    rule -> ((ObjectNode) rule.path("properties")).put("idleTimeoutInMinutes", 29));
            case 6 -> failed();
            default -> remove("a load balancing rule removed", balancer(), "loadBalancingRules");
        };
    }

    private String balancer() {
        return simulation.networkId("loadBalancers", "kubernetes");
    }

    private String add(String resource, String list, String element) {
        ObjectNode json = Foreign.json(element.formatted(++next, 3000 + next));
        if (edit(resource, false, body -> ((ArrayNode) body.at("/properties/" + list)).add(json)))
            added.add(new Added(resource, list, json));
        return "added to " + list;
    }

    private String spoil(String what, String resource, String list, Consumer<JsonNode> change) {
        edit(resource, true, body -> body.at("/properties/" + list).forEach(each -> {
            if (isOurs(each) && random.nextInt(2) == 0)
                change.accept(each);
        }));
        return what;
    }

    private String remove(String what, String resource, String list) {
        edit(resource, true, body -> {
            if (body.at("/properties/" + list) instanceof ArrayNode array) {
                for (int i = array.size() - 1; i >= 0; i--) {
                    if (isOurs(array.get(i)) && random.nextInt(2) == 0)
                        array.remove(i);
                }
            }
        });
        return what;
    }

    private String failed() {
        String id = List.of(balancer(), simulation.securityGroupId()).get(random.nextInt(2));
        findings.meddled(true);
        try {
            simulation.azure().machines().provisioning(id, "Failed");
        } catch (ArmError absent) {
            return "nothing to mark as failed";
        }
        return "marked as failed";
    }

    private static boolean isOurs(JsonNode element) {
        String name = element.path("name").asText();
        return !name.startsWith("users-") && !name.startsWith("persons-");
    }

    private boolean edit(String id, boolean meddles, Consumer<ObjectNode> change) {
        // Azure takes no edit of a resource that an operation runs on.
        if (simulation.azure().resource(id).isEmpty() || simulation.azure().runningOperations() > 0)
            return false;
        if (meddles)
            findings.meddled(true);
        try {
            simulation.azure().edit(id, body -> {
                // Now that nobody else can begin one.
                if (simulation.azure().runningOperations() > 0)
                    throw new ArmError(409, "AnotherOperationInProgress", "An operation has begun meanwhile.");
                change.accept(body);
                return body;
            });
            return true;
        } catch (ArmError goneOrBusy) {
            return false;
        }
    }

    /** Lines about what people have added and is not there any more as they made it. */
    public List<String> losses() {
        List<String> losses = new ArrayList<>();
        for (Added each : added) {
            boolean there = false;
            for (JsonNode shown : simulation.azure()
                    .resource(each.resource())
                    .orElseThrow()
                    .at("/properties/" + each.list()))
                there |= shown.path("name").equals(each.element().path("name")) && holds(shown, each.element());
            if (!there)
                losses.add("what a person added is gone or changed: " + each.element());
        }
        return losses;
    }

    private static boolean holds(JsonNode shown, ObjectNode asked) {
        for (var property : asked.path("properties").properties()) {
            if (!shown.path("properties").path(property.getKey()).equals(property.getValue()))
                return false;
        }
        return true;
    }

    /** They take away what they have added. */
    public void leave() {
        for (Added each : added) {
            edit(each.resource(), false, body -> {
                ArrayNode list = (ArrayNode) body.at("/properties/" + each.list());
                for (int i = list.size() - 1; i >= 0; i--) {
                    if (list.get(i).path("name").equals(each.element().path("name")))
                        list.remove(i);
                }
            });
        }
        added.clear();
    }
}
