package io.azureccm.node.ipam;

import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.common.kube.informer.Trim;
import io.azureccm.common.kube.informer.WatchIndex;
import io.azureccm.common.net.Cidr;
import io.azureccm.node.ipam.turn.SeenPodNode;
import io.azureccm.node.plan.ipam.MachineRef;
import io.azureccm.node.plan.ipam.NodeCidrs;
import io.azureccm.node.spec.NodeFactsParser;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Every Node with its pod CIDRs. Nodes outside the node filter are included: they are assigned nothing, but their
 * ranges count as taken. Notifies its listener of each relevant change, and whether the node left.
 */
public final class PodCidrIndex extends WatchIndex<SeenPodNode, Map<String, SeenPodNode>>
        implements
            ResourceListener<Node> {
    private final Optional<NodeFilter> filter;
    private final BiConsumer<NodeCidrs, Boolean> listener;
    /** Assigned in this term and not shown by the watch yet, by UID. */
    private final Map<String, List<Cidr>> assigned = new ConcurrentHashMap<>();

    /** {@code listener} receives the node, and true if it has left; it must not block. */
    public PodCidrIndex(Optional<NodeFilter> filter, BiConsumer<NodeCidrs, Boolean> listener) {
        this.filter = filter;
        this.listener = listener;
    }

    /** Removes, in place, all fields that pod CIDRs do not need. */
    public static void trim(Node node) {
        Trim.metadata(node);
        node.getMetadata().setAnnotations(null);
        NodeSpec spec = new NodeSpec();
        if (node.getSpec() != null) {
            spec.setPodCIDR(node.getSpec().getPodCIDR());
            spec.setPodCIDRs(node.getSpec().getPodCIDRs());
        }
        node.setSpec(spec);
        node.setStatus(new NodeStatus());
    }

    /** Like {@link #trim}, but keeps the fields that identify the machine of a waiting node. */
    public static void trimToMachine(Node node) {
        boolean waits = node.getSpec() != null && cidrs(node).isEmpty();
        String providerId = waits ? node.getSpec().getProviderID() : null;
        trim(node);
        node.getSpec().setProviderID(providerId);
    }

    /** All nodes that the watch shows now, by name. */
    @Override
    protected Map<String, SeenPodNode> show(Map<String, SeenPodNode> all) {
        return Map.copyOf(all);
    }

    /** All nodes are listed anew, without what was known of them. */
    void forget() {
        unreadable(Set.of());
        changing(nodes -> {
            nodes.clear();
            return nodes;
        });
        assigned.clear();
    }

    /** A node, by its UID, is about to be assigned these pod CIDRs. */
    void assign(String uid, List<Cidr> cidrs) {
        assigned.put(uid, cidrs);
    }

    /** What was assigned in this term and the watch does not show yet: it is taken, also for a loop that starts over. */
    Map<String, List<Cidr>> assigned() {
        return Map.copyOf(assigned);
    }

    @Override
    public void added(Node node) {
        listener.accept(take(node), false);
    }

    @Override
    public void updated(Node before, Node after) {
        NodeCidrs known = facts(before);
        NodeCidrs now = take(after);
        if (!known.equals(now))
            listener.accept(now, false);
    }

    @Override
    public void deleted(Node last, boolean lastStateUnknown) {
        SeenPodNode known = changing(nodes -> nodes.remove(name(last)));
        NodeCidrs facts = facts(last);
        assigned.remove(facts.uid());
        listener.accept(facts.hasCidrs() || known == null ? facts : known.facts(), true);
    }

    private NodeCidrs take(Node node) {
        NodeCidrs facts = facts(node);
        changing(nodes -> nodes.put(name(node), new SeenPodNode(node, facts)));
        if (facts.hasCidrs())
            assigned.remove(facts.uid());
        return facts;
    }

    /** What matters of the node. */
    NodeCidrs facts(Node node) {
        var parsed = NodeFactsParser.parse(node);
        var identity = parsed.identity();
        Map<String, String> labels = Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
        boolean ours = filter.isEmpty() || filter.get().selector().matches(labels);
        NodeCidrs served = NodeCidrs.of(identity.name(), identity.uid(), identity.created(), cidrs(node));
        NodeCidrs facts = ours && !identity.leaving() ? served : served.notServed();
        // A node labelled as a machine outside this cloud is none of Azure, whatever its provider ID says.
        return facts.hasCidrs()
                ? facts
                : facts.on(parsed.isManaged() ? MachineRef.of(parsed.providerId()) : MachineRef.ELSEWHERE);
    }

    /** Old API servers set only the single field. */
    private static List<String> cidrs(Node node) {
        if (node.getSpec() == null)
            return List.of();
        List<String> several = node.getSpec().getPodCIDRs();
        if (several != null && !several.isEmpty())
            return several;
        String single = node.getSpec().getPodCIDR();
        return single == null || single.isEmpty() ? List.of() : List.of(single);
    }

    private static String name(Node node) {
        return node.getMetadata().getName();
    }
}
