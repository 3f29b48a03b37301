package io.azureccm.node.status;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.common.kube.event.OngoingEvents;
import io.azureccm.node.spec.NodeFacts;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells users what happens to a Node, in the words they know from the generic node controllers, and what is wrong with it, for as
 * long as that holds. Safe for use by many threads.
 */
public final class NodeEvents implements AutoCloseable {
    private static final String NODE = "cloud-node-controller";
    private static final String LIFECYCLE = "cloud-node-lifecycle-controller";

    private final EventRecorder recorder;
    private final OngoingEvents ongoing;

    private enum Topic {
        REFUSED, DELETING
    }

    /** The part of a node that people change: what holds is told anew when it does. */
    private record Content(String providerId, Map<String, String> labels, Optional<String> providedIps) {}

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

    /** The node has left the cluster. */
    public void left(Node node) {
        ongoing.forget(node.getMetadata().getUid());
    }

    public void synced(Node node) {
        recorder.record(EventNote.normal(NODE, ObjectRef.of(node), "Synced", "Node synced successfully"));
    }

    /** Something that only a change of the Node or of its machine can mend. */
    public void refused(Node node, NodeFacts facts, Refusal refusal) {
        ObjectRef object = ObjectRef.of(node);
        ongoing.hold(Topic.REFUSED, object, new Content(facts.providerId(), facts.labels(), facts.providedIps()),
                List.of(EventNote.warning(NODE, object, refusal.code(), refusal.message())), List.of());
    }

    /** Nothing is wrong with the node that its users could mend. */
    public void notRefused(Node node) {
        ongoing.end(Topic.REFUSED, node.getMetadata().getUid());
    }

    /** The node is not to be deleted. */
    public void kept(Node node) {
        ongoing.end(Topic.DELETING, node.getMetadata().getUid());
    }

    public void deleting(Node node) {
        left(node);
        recorder.record(EventNote.normal(LIFECYCLE, ObjectRef.of(node), "DeletingNode", "Deleting node "
                + node.getMetadata().getName() + " because it does not exist in the cloud provider"));
    }

    public void deletingFailed(Node node, String problem) {
        ObjectRef object = ObjectRef.of(node);
        ongoing.hold(Topic.DELETING, object, "", List.of(EventNote.warning(LIFECYCLE, object, "DeletingNodeFailed",
                "Failed deleting node " + node.getMetadata().getName() + ": " + problem)), List.of());
    }
}
