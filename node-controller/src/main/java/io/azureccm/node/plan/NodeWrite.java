package io.azureccm.node.plan;

import io.azureccm.node.spec.NodeFacts.Address;
import io.azureccm.node.spec.NodeFacts.NodeTaint;
import java.util.List;
import java.util.Map;

/** One write to a Node. */
public sealed interface NodeWrite {
    /** For people, in a few words. */
    default String describe() {
        return NodePlanText.describe(this);
    }

    /** Sets a condition. */
    record SetCondition(String type, String status, String reason, String message) implements NodeWrite {}

    /** Replaces the addresses, whose order is kept. */
    record SetAddresses(List<Address> before, List<Address> wanted) implements NodeWrite {
        public SetAddresses {
            before = List.copyOf(before);
            wanted = List.copyOf(wanted);
        }
    }

    /** Everything a new node is told, and with it, as the last thing, the end of its initialisation taint. */
    record Initialise(Map<String, String> labels, String providerId) implements NodeWrite {
        public Initialise {
            labels = Map.copyOf(labels);
        }
    }

    /** Sets labels. */
    record SetLabels(Map<String, String> labels) implements NodeWrite {
        public SetLabels {
            labels = Map.copyOf(labels);
        }
    }

    /** Adds and removes these taints and leaves all others alone. */
    record ChangeTaints(List<NodeTaint> add, List<NodeTaint> remove) implements NodeWrite {
        public ChangeTaints {
            add = List.copyOf(add);
            remove = List.copyOf(remove);
        }
    }

    /** Deletes the Node object, never a namesake. */
    record Delete() implements NodeWrite {}
}
