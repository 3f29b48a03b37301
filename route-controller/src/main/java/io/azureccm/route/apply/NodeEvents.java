package io.azureccm.route.apply;

import io.azureccm.common.config.flags.GoDuration;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;

/** Tells users what happens to the routes of a node, in the words they know from the generic route controller. */
public final class NodeEvents {
    private static final String COMPONENT = "route_controller";

    private final EventRecorder recorder;

    public NodeEvents(EventRecorder recorder) {
        this.recorder = recorder;
    }

    public void routeFailed(Node node, String podCidr, Duration elapsed, String problem) {
        warn(node, "FailedToCreateRoute",
                "Could not create route " + node.getMetadata().getUid() + " " + podCidr + " for node "
                        + node.getMetadata().getName() + " after " + GoDuration.format(elapsed) + ": " + problem);
    }

    public void outsideClusterCidr(Node node, String podCidr) {
        warn(node, "PodCIDROutsideClusterCIDR", "pod CIDR " + podCidr
                + " is routed, but lies outside --cluster-cidr: its route will stay in the route table when the node leaves");
    }

    /** Says what was found in the route table that nobody asked for, and what was done. */
    public void drift(Node node, String message) {
        warn(node, "AzureDrift", message);
    }

    private void warn(Node node, String reason, String message) {
        recorder.record(EventNote.warning(COMPONENT, ObjectRef.of(node), reason, message));
    }
}
