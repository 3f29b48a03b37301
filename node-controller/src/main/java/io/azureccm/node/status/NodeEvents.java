package io.azureccm.node.status;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectEvents;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.node.spec.NodeFacts;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records events about Nodes: what happens to a Node, in the words of the generic node controllers, and problems while
 * they persist. Thread-safe.
 */
public final class NodeEvents extends ObjectEvents {
    private static final String NODE = "cloud-node-controller";
    private static final String LIFECYCLE = "cloud-node-lifecycle-controller";

    private enum Topic {
        REFUSED, DELETING
    }

    /** The part of a node that users change; events are repeated when it changes. */
    private record Content(String providerId, Map<String, String> labels, Optional<String> providedIps) {}

    public NodeEvents(EventRecorder recorder) {
        super(recorder);
    }

    /** The node (by UID) has left the cluster. */
    public void left(String uid) {
        ongoing.forget(uid);
    }

    public void synced(Node node) {
        recorder.record(EventNote.normal(NODE, ObjectRef.of(node), "Synced", "Node synced successfully"));
    }

    /** A problem that only a change of the Node or its machine can solve. */
    public void refused(Node node, NodeFacts facts, Refusal refusal) {
        ObjectRef object = ObjectRef.of(node);
        ongoing.hold(Topic.REFUSED, object, new Content(facts.providerId(), facts.labels(), facts.providedIps()),
                List.of(EventNote.warning(NODE, object, refusal.code(), refusal.message())), List.of());
    }

    /** The node has no problem that its users could solve. */
    public void notRefused(Node node) {
        ongoing.end(Topic.REFUSED, node.getMetadata().getUid());
    }

    /** The node is not to be deleted. */
    public void kept(Node node) {
        ongoing.end(Topic.DELETING, node.getMetadata().getUid());
    }

    public void deleting(Node node) {
        left(node.getMetadata().getUid());
        recorder.record(EventNote.normal(LIFECYCLE, ObjectRef.of(node), "DeletingNode", "Deleting node "
                + node.getMetadata().getName() + " because it does not exist in the cloud provider"));
    }

    public void deletingFailed(Node node, String problem) {
        ObjectRef object = ObjectRef.of(node);
        ongoing.hold(Topic.DELETING, object, "", List.of(EventNote.warning(LIFECYCLE, object, "DeletingNodeFailed",
                "Failed deleting node " + node.getMetadata().getName() + ": " + problem)), List.of());
    }
}
