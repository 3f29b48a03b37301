package io.azureccm.route.status;

import io.azureccm.common.config.flags.GoDuration;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.common.kube.event.OngoingEvents;
import io.azureccm.route.informer.NodeIndex;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells users what is wrong with the routes of a node, for as long as that holds, in the words they know from the generic route
 * controller.
 */
public final class NodeEvents implements AutoCloseable {
    private static final String COMPONENT = "route_controller";

    private final EventRecorder recorder;
    private final OngoingEvents ongoing;

    private enum Topic {
        ROUTES, OUTSIDE
    }

    public NodeEvents(EventRecorder recorder) {
        this.recorder = recorder;
        this.ongoing = recorder.ongoing();
    }

    /** This instance leads from now on: nothing has been told. */
    public void begin() {
        ongoing.begin();
    }

    /** This instance does not lead any more: what holds is for another one to tell. */
    public void end() {
        ongoing.end();
    }

    @Override
    public void close() {
        ongoing.close();
    }

    /** All pod CIDRs of the node that get no route, each with why and after what time that was known; none when all is well. */
    public void routesFailed(NodeIndex.Entry entry, Map<NodeResult.Failure, Duration> failures) {
        Node node = entry.node();
        hold(Topic.ROUTES, entry, failures.entrySet()
                .stream()
                .map(each -> warning(node, "FailedToCreateRoute",
                        "Could not create route " + node.getMetadata().getUid() + " " + each.getKey().podCidr()
                                + " for node " + node.getMetadata().getName() + " after "
                                + GoDuration.format(each.getValue()) + ": " + each.getKey().problem()))
                .toList());
    }

    /** All pod CIDRs of the node that are routed though they lie outside the ranges of the cluster. */
    public void outsideClusterCidr(NodeIndex.Entry entry, List<String> podCidrs) {
        hold(Topic.OUTSIDE, entry, podCidrs.stream()
                .map(podCidr -> warning(entry.node(), "PodCIDROutsideClusterCIDR", "pod CIDR " + podCidr
                        + " is routed, but lies outside --cluster-cidr: its route will stay in the route table when the node leaves"))
                .toList());
    }

    /** Says what was found in the route table that nobody asked for, and what was done. */
    public void drift(Node node, String message) {
        recorder.record(warning(node, "AzureDrift", message));
    }

    /** There are no other nodes (by UID). */
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
