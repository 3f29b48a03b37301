package io.azureccm.route.observed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/**
 * What is in Azure, as far as routes are concerned: the route table (empty: there is none), how old that knowledge is, and the
 * addresses of the machines that were asked for, by node.
 */
public record ObservedState(Optional<ObjectNode> table, long ageMillis, Map<String, MachineAddresses> machines) {
    public ObservedState {
        machines = Map.copyOf(machines);
    }

    public ObservedState with(Map<String, MachineAddresses> asked) {
        return new ObservedState(table, ageMillis, asked);

    }
}
