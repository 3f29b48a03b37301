package io.azureccm.node.plan;

import io.azureccm.node.spec.NodeFacts.Address;
import io.azureccm.node.spec.NodeFacts.NodeTaint;
import java.util.List;
import java.util.Map;

/** One write to a Node. */
public sealed interface NodeWrite {
    /** A human-readable summary. */
    default String describe() {
        return NodePlanText.describe(this);
    }

    /** Sets a condition. */
    record SetCondition(String type, String status, String reason, String message) implements NodeWrite {}

    /** Replaces the addresses and keeps their order. */
    record SetAddresses(List<Address> before, List<Address> wanted) implements NodeWrite {
        public SetAddresses {
            before = List.copyOf(before);
            wanted = List.copyOf(wanted);
        }
    }

    /** Sets the labels and provider ID of a new node and then removes its initialisation taint. */
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

    /** Adds and removes these taints and keeps all others. */
    record ChangeTaints(List<NodeTaint> add, List<NodeTaint> remove) implements NodeWrite {
        public ChangeTaints {
            add = List.copyOf(add);
            remove = List.copyOf(remove);
        }
    }

    /** Deletes exactly this Node object, never a new one with the same name. */
    record Delete() implements NodeWrite {}
}
