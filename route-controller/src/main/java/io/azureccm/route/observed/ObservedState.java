package io.azureccm.route.observed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/**
 * The state of Azure as far as it concerns routes: the route table (empty if it does not exist), the age of this state,
 * the addresses of the machines that were looked up, by node, and where next hops can be (empty if not read yet).
 */
public record ObservedState(Optional<ObjectNode> table, long ageMillis, Map<String, MachineAddresses> machines,
        Optional<NetworkRanges> network) {
    public ObservedState {
        machines = Map.copyOf(machines);
    }

    public ObservedState with(Map<String, MachineAddresses> asked) {
        return new ObservedState(table, ageMillis, asked, network);

    }
}
