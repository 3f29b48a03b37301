package io.azureccm.e2e.suite.scenario.route;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.suite.harness.azure.SimulatedAzure;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The route table of a scenario in the simulated Azure, as others than the controller see and change it. */
public record SimulatedRouteTable(SimulatedAzure azure, Infrastructure infrastructure) {
    String id() {
        return "/subscriptions/" + infrastructure.subscription() + "/resourceGroups/" + infrastructure.resourceGroup()
                + "/providers/Microsoft.Network/routeTables/" + infrastructure.routeTable();
    }

    public ObjectNode body() {
        return (ObjectNode) azure.simulator().resource(id()).orElseThrow();
    }

    /** The routes as {@code name prefix type hop}, sorted; none without a table. */
    List<String> routes() {
        TreeSet<String> routes = new TreeSet<>();
        azure.simulator()
                .resource(id())
                .ifPresent(table -> table.at("/properties/routes")
                        .forEach(route -> routes.add(RouteInvariant.text(route))));
        return List.copyOf(routes);
    }

    /** Somebody else changes the table: their write is as whole as ours. */
    public void edit(Consumer<ObjectNode> edit) {
        ObjectNode table = body().deepCopy();
        edit.accept(table);
        azure.seed(List.of(table));
    }

    void addForeignRoute(String name, String prefix) {
        edit(table -> {
            ObjectNode route = table.withObjectProperty("properties")
                    .withArrayProperty("routes")
                    .addObject()
                    .put("name", name);
            route.putObject("properties")
                    .put("addressPrefix", prefix)
                    .put("nextHopType", "VirtualAppliance")
                    .put("nextHopIpAddress", "10.250.0.4");
        });
    }

    /** Takes the table away, as if it had never been made; nothing may use it then. */
    void detach() {
        ObjectNode network = (ObjectNode) azure.simulator()
                .resource(infrastructure.subnetId().replaceAll("/subnets/.*", ""))
                .orElseThrow()
                .deepCopy();
        network.at("/properties/subnets")
                .forEach(subnet -> ((ObjectNode) subnet.path("properties")).remove("routeTable"));
        azure.seed(List.of(network));
        azure.simulator().machines().remove(id());
    }
}
