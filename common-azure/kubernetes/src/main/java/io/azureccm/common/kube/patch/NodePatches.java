package io.azureccm.common.kube.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Writes of the node-controller and the route-controller to a Node; each is sent only if it differs from the Node as seen. */
public record NodePatches(ObjectPatcher patcher) {
    private static final String STATUS = "status";
    private static final String SPEC = "spec";

    /**
     * Initializes a new Node in one write: sets labels (a null value removes one), the provider id if the Node has none, and
     * changes the taints.
     */
    public PatchOutcome initialize(Node seen, Map<String, String> labels, String providerId,
            UnaryOperator<List<Taint>> taints) {
        return patcher.change(ObjectPath.of(seen), ApiRequests.toJson(seen), current -> {
            Node node = ApiRequests.fromJson(current, Node.class);
            ObjectNode patch = Patches.empty();
            putLabels(patch, node, labels);
            putTaints(patch, node, taints);
            if (!providerId.isEmpty() && isBlank(node.getSpec().getProviderID())) {
                patch.withObjectProperty(SPEC).put("providerID", providerId);
            }
            return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
        });
    }

    public PatchOutcome labels(Node seen, Map<String, String> labels) {
        ObjectNode patch = Patches.empty();
        putLabels(patch, seen, labels);
        return patch.isEmpty() ? PatchOutcome.UNCHANGED : patcher.send(ObjectPath.of(seen), "", patch);
    }

    /** Changes the taints; the function receives the Node's current taints and may be called again after a conflict. */
    public PatchOutcome taints(Node seen, UnaryOperator<List<Taint>> taints) {
        return initialize(seen, Map.of(), "", taints);
    }

    /**
     * Sets the pod CIDRs of a Node that has none; they can never be changed. The write is only valid for the version of the
     * Node that was seen; {@code found} receives those that the Node has then, perhaps set in the meantime by another writer.
     */
    public PatchOutcome podCidrs(Node seen, List<String> cidrs, Consumer<List<String>> found) {
        return patcher.change(ObjectPath.of(seen), ApiRequests.toJson(seen), current -> {
            Node node = ApiRequests.fromJson(current, Node.class);
            List<String> known = podCidrs(node);
            if (!known.isEmpty()) {
                found.accept(known);
                return Optional.empty();
            }
            ObjectNode patch = Patches.empty();
            patch.withObjectProperty(SPEC).put("podCIDR", cidrs.getFirst()).set("podCIDRs", Patches.words(cidrs));
            return Optional.of(patch);
        }, read(written -> found.accept(podCidrs(written))));
    }

    private static List<String> podCidrs(Node node) {
        if (node.getSpec() == null || isBlank(node.getSpec().getPodCIDR()))
            return List.of();
        List<String> known = node.getSpec().getPodCIDRs();
        return known == null || known.isEmpty() ? List.of(node.getSpec().getPodCIDR()) : known;
    }

    /** Replaces the addresses and preserves their order; {@code shown} receives the Node after the write, for a subsequent write. */
    public PatchOutcome addresses(Node seen, List<NodeAddress> wanted, Consumer<Node> shown) {
        List<NodeAddress> known = addresses(seen);
        if (known.equals(wanted))
            return PatchOutcome.UNCHANGED;
        ArrayNode list = Patches.list(wanted);
        // If there is no list yet, API servers before 1.31 would take the marker for an address.
        if (!known.isEmpty())
            list.addObject().put("$patch", "replace");
        ObjectNode patch = Patches.empty();
        patch.withObjectProperty(STATUS).set("addresses", list);
        AtomicReference<Node> written = new AtomicReference<>(seen);
        PatchOutcome outcome = patcher.send(ObjectPath.of(seen), STATUS, patch, read(written::set));
        List<NodeAddress> shows = addresses(written.get());
        if (known.isEmpty() && !shows.isEmpty() && !shows.equals(wanted)) {
            // Another writer created the list in the meantime, and the patch was merged into it.
            return addresses(written.get(), wanted, shown);
        }
        if (outcome == PatchOutcome.WRITTEN)
            shown.accept(written.get());
        return outcome;
    }

    private static List<NodeAddress> addresses(Node node) {
        return node.getStatus() == null ? List.of() : node.getStatus().getAddresses();
    }

    /** Merges one condition by its type, unless the one seen has the same status, reason and message. */
    public PatchOutcome condition(Node seen, NodeCondition wanted) {
        return conditions(seen, List.of(wanted), written -> {});
    }

    /**
     * Merges in one patch, by their type, the conditions that the Node does not have with the same status, reason and
     * message. The transition time is kept if the status is unchanged. {@code shown} receives the Node after the write, for a
     * subsequent write.
     */
    public PatchOutcome conditions(Node seen, List<NodeCondition> wanted, Consumer<Node> shown) {
        List<NodeCondition> known = conditions(seen);
        List<NodeCondition> changed = others(wanted, known);
        return changed.isEmpty() ? PatchOutcome.UNCHANGED : send(seen, changed, known, shown);
    }

    /**
     * The same for conditions that are to be written although the Node as seen may have them: the last write, which was another one,
     * is not seen yet.
     */
    public PatchOutcome conditionsAgain(Node seen, List<NodeCondition> wanted) {
        return send(seen, wanted, others(conditions(seen), wanted), written -> {});
    }

    private PatchOutcome send(Node seen, List<NodeCondition> wanted, List<NodeCondition> known,
            Consumer<Node> shown) {
        ObjectNode patch = Patches.empty();
        patch.withObjectProperty(STATUS)
                .set("conditions", Patches.list(wanted.stream().map(each -> withTransition(each, known)).toList()));
        return patcher.send(ObjectPath.of(seen), STATUS, patch, read(shown));
    }

    private static List<NodeCondition> conditions(Node node) {
        return node.getStatus() == null ? List.of() : node.getStatus().getConditions();
    }

    /** Those that are not among the {@code known} ones. */
    private static List<NodeCondition> others(List<NodeCondition> conditions, List<NodeCondition> known) {
        return conditions.stream()
                .filter(each -> known.stream().noneMatch(condition -> sameCondition(condition, each)))
                .toList();
    }

    private static NodeCondition withTransition(NodeCondition wanted, List<NodeCondition> known) {
        String since = known.stream()
                .filter(each -> Objects.equals(each.getType(), wanted.getType())
                        && Objects.equals(each.getStatus(), wanted.getStatus()))
                .map(NodeCondition::getLastTransitionTime)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(wanted.getLastTransitionTime());
        return new NodeCondition(wanted.getLastHeartbeatTime(), since, wanted.getMessage(), wanted.getReason(),
                wanted.getStatus(), wanted.getType());
    }

    /** Deletes the Node if it is still the version that was seen, on which the deletion was decided. */
    public PatchOutcome delete(Node seen) {
        return patcher.delete(ObjectPath.of(seen),
                Objects.requireNonNullElse(seen.getMetadata().getResourceVersion(), ""));
    }

    private static Consumer<JsonNode> read(Consumer<Node> shown) {
        return json -> shown.accept(ApiRequests.fromJson(json, Node.class));
    }

    private static void putLabels(ObjectNode patch, Node node, Map<String, String> wanted) {
        Map<String, String> known = Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
        wanted.forEach((key, value) -> {
            if (!Objects.equals(known.get(key), value)) {
                patch.withObjectProperty("metadata").withObjectProperty("labels").put(key, value);
            }
        });
    }

    private static void putTaints(ObjectNode patch, Node node, UnaryOperator<List<Taint>> change) {
        List<Taint> known = node.getSpec() == null ? List.of() : node.getSpec().getTaints();
        List<Taint> wanted = change.apply(new ArrayList<>(known));
        if (known.equals(wanted))
            return;
        JsonNode list = Patches.list(wanted);
        patch.withObjectProperty(SPEC).set("taints", wanted.isEmpty() ? null : list);
    }

    private static boolean sameCondition(NodeCondition one, NodeCondition other) {
        return Objects.equals(one.getType(), other.getType()) && Objects.equals(one.getStatus(), other.getStatus())
                && Objects.equals(one.getReason(), other.getReason())
                && Objects.equals(one.getMessage(), other.getMessage());
    }

    private static boolean isBlank(String text) {
        return text == null || text.isBlank();
    }
}
