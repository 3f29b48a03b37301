package io.azureccm.node.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.common.machine.MachineLookup;
import io.azureccm.node.observed.NodeView;
import io.azureccm.node.plan.NodeWrite.SetAddresses;
import io.azureccm.node.spec.NodeFacts;
import io.azureccm.node.spec.NodeFacts.Address;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Decides whether to replace the addresses of an initialised node. */
record AddressPlanner(NodeModelPlanner models) {
    Decision decide(NodeView view) {
        if (!(view.lookup().orElse(null) instanceof MachineLookup.Found found) || found.addresses().isEmpty())
            return Decision.none(view.history());
        NodeFacts node = view.node();
        try {
            Optional<SetAddresses> difference = difference(node, models.addresses(node, found.addresses()));
            return Decision.write(NodeChange.of(node.identity(),
                    new Cause("AddressesChanged", found.machine().id().shortName()), difference.stream().toList()),
                    view.history());
        } catch (InitialisationException obstacle) {
            return Decision.refuse(obstacle.refusal(), Decision.NOTHING, view.history());
        }
    }

    /**
     * Empty if each address type has the same addresses in the same order; the order of different types does not
     * matter.
     */
    static Optional<SetAddresses> difference(NodeFacts node, List<Address> wanted) {
        return byType(node.addresses()).equals(byType(wanted))
                ? Optional.empty()
                : Optional.of(new SetAddresses(node.addresses(), wanted));
    }

    private static Map<String, List<String>> byType(List<Address> addresses) {
        return addresses.stream()
                .collect(Collectors.groupingBy(Address::type, LinkedHashMap::new,
                        Collectors.mapping(Address::address, Collectors.toList())));
    }
}
