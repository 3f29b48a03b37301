package io.azureccm.service.reconcile.explain;

import io.azureccm.service.model.machine.NetworkInterface;
import io.azureccm.service.spec.NodeFacts;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds the node of a backend by its address, or by the machine whose IP configuration it is. */
final class BackendNodes {
    private final List<NodeFacts> nodes;
    /** The positions of nodes: of several with the same address or machine, the first. */
    private final Map<String, Integer> byAddress = new HashMap<>();
    private final Map<String, Integer> byMachine = new HashMap<>();

    BackendNodes(List<NodeFacts> nodes, List<NetworkInterface> interfaces) {
        this.nodes = nodes;
        for (int i = 0; i < nodes.size(); i++) {
            int position = i;
            nodes.get(i).internalIps().forEach(ip -> byAddress.putIfAbsent(ip, position));
            nodes.get(i).machine().ifPresent(machine -> byMachine.putIfAbsent(machine.key(), position));
        }
        interfaces.forEach(nic -> nic.virtualMachine()
                .map(machine -> byMachine.get(machine.key()))
                .ifPresent(position -> byMachine.merge(nic.id().key(), position, Math::min)));
    }

    /** {@code configuration}: its id begins with that of an instance of a scale set, or of an interface that names its machine. */
    Optional<NodeFacts> find(String address, String configuration) {
        String id = configuration.toLowerCase(Locale.ROOT);
        int first = byAddress.getOrDefault(address, nodes.size());
        for (int end = id.indexOf('/'); end >= 0; end = id.indexOf('/', end + 1))
            first = Math.min(first, byMachine.getOrDefault(id.substring(0, end), nodes.size()));
        return first < nodes.size() ? Optional.of(nodes.get(first)) : Optional.empty();
    }
}
