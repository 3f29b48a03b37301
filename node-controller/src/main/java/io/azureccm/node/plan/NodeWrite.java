package io.azureccm.node.plan;

import io.azureccm.common.core.PrintableText;
import io.azureccm.node.spec.NodeFacts.Address;
import io.azureccm.node.spec.NodeFacts.NodeTaint;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One write to a Node. */
public sealed interface NodeWrite {
    /** A Node may have 60,000 addresses, each of any length; the latest plans are kept. */
    int MAX_SHOWN = 100;

    /** A human-readable summary. */
    default String describe() {
        return switch (this) {
            case SetCondition(String type, String status, String reason, String message) ->
                "condition " + type + " " + status + " (" + reason + ")";
            case SetAddresses(var before, var wanted) -> "addresses " + text(before) + " -> " + text(wanted);
            case Initialise(var labels, String providerId) -> "taint initialised"
                    + (providerId.isEmpty() ? "" : ", providerID " + providerId)
                    + (labels.isEmpty() ? "" : ", labels " + labels);
            case SetLabels(var labels) -> "labels " + labels;
            case ChangeTaints(var add, var remove) -> "taints" + Stream
                    .concat(add.stream().map(taint -> " +" + taint), remove.stream().map(taint -> " -" + taint))
                    .collect(Collectors.joining());
            case Delete() -> "delete the Node";
        };
    }

    /** The order of the names: the patch is the same in every process. */
    private static Map<String, String> inOrder(Map<String, String> labels) {
        return Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    private static String text(List<Address> addresses) {
        List<String> texts = addresses.stream()
                .map(each -> PrintableText.of(each.toString(), PrintableText.VALUE))
                .toList();
        return "[" + PrintableText.some(texts, MAX_SHOWN) + "]";
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
            labels = inOrder(labels);
        }
    }

    /** Sets labels. */
    record SetLabels(Map<String, String> labels) implements NodeWrite {
        public SetLabels {
            labels = inOrder(labels);
        }
    }

    /** Adds and removes these taints and keeps all others. */
    record ChangeTaints(List<NodeTaint> add, List<NodeTaint> remove) implements NodeWrite {
        public ChangeTaints {
            add = List.copyOf(add);
            remove = List.copyOf(remove);
        }
    }

    /** Deletes exactly this version of the Node object, never a newer one or a new one with the same name. */
    record Delete() implements NodeWrite {}
}
