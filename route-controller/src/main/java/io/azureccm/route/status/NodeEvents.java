package io.azureccm.route.status;

import io.azureccm.common.config.flags.GoDuration;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectEvents;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.route.informer.NodeIndex;
import io.azureccm.route.status.ReportedProblems.FailedRoute;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.Set;

/**
 * Records events about problems with a node's routes while they persist, in the words of the generic route controller.
 */
public final class NodeEvents extends ObjectEvents {
    private static final String COMPONENT = "route_controller";

    private enum Topic {
        ROUTES, OUTSIDE
    }

    public NodeEvents(EventRecorder recorder) {
        super(recorder);
    }

    /** All pod CIDRs of the node without a route, each with the reason; empty if there is none. */
    public void routesFailed(NodeIndex.Entry entry, List<FailedRoute> failed) {
        Node node = entry.node();
        hold(Topic.ROUTES, entry, failed.stream()
                .map(each -> warning(node, "FailedToCreateRoute",
                        "Could not create route " + node.getMetadata().getUid() + " " + each.failure().podCidr()
                                + " for node " + node.getMetadata().getName() + " after "
                                + GoDuration.format(each.took()) + ": " + each.failure().problem()))
                .toList());
    }

    /** All routed pod CIDRs of the node that are outside the ranges of the cluster. */
    public void outsideClusterCidr(NodeIndex.Entry entry, List<String> podCidrs) {
        hold(Topic.OUTSIDE, entry, podCidrs.stream()
                .map(podCidr -> warning(entry.node(), "PodCIDROutsideClusterCIDR", "pod CIDR " + podCidr
                        + " is routed, but is outside --cluster-cidr: its route will stay in the route table when the node leaves"))
                .toList());
    }

    /** Reports drift in the route table and what was done about it. */
    public void drift(Node node, String message) {
        recorder.record(warning(node, "AzureDrift", message));
    }

    /** These (by UID) are all nodes that exist. */
    public void retain(Set<String> uids) {
        ongoing.retain(uids);
    }

    private void hold(Topic topic, NodeIndex.Entry entry, List<EventNote> notes) {
        ongoing.hold(topic, ObjectRef.of(entry.node()), entry.facts(), notes, List.of());
    }

    private static EventNote warning(Node node, String reason, String message) {
        return EventNote.warning(COMPONENT, ObjectRef.of(node), reason, message);

    }
}
