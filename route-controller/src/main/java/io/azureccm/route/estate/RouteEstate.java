package io.azureccm.route.estate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/**
 * What is in Azure, as far as routes are concerned: the route table (empty: there is none), how old that knowledge is, and the
 * addresses of the machines that were asked for, by node.
 */
public record RouteEstate(Optional<ObjectNode> table, long ageMillis, Map<String, MachineAddresses> machines) {
    public RouteEstate {
        machines = Map.copyOf(machines);
    }

    public RouteEstate with(Map<String, MachineAddresses> asked) {
        return new RouteEstate(table, ageMillis, asked);
    }
}
