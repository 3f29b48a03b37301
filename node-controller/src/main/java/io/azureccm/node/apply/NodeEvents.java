package io.azureccm.node.apply;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import io.fabric8.kubernetes.api.model.Node;

/** Tells users what happens to a Node, in the words they know from the generic node controllers. */
public final class NodeEvents {
    private static final String NODE = "cloud-node-controller";
    private static final String LIFECYCLE = "cloud-node-lifecycle-controller";

    private final EventRecorder recorder;

    public NodeEvents(EventRecorder recorder) {
        this.recorder = recorder;
    }

    public void synced(Node node) {
        recorder.record(EventNote.normal(NODE, ObjectRef.of(node), "Synced", "Node synced successfully"));
    }

    /** Something that only a change of the Node or of its machine can mend. */
    public void refused(Node node, Refusal refusal) {
        recorder.record(EventNote.warning(NODE, ObjectRef.of(node), refusal.code(), refusal.message()));
    }

    public void deleting(Node node) {
        recorder.record(EventNote.normal(LIFECYCLE, ObjectRef.of(node), "DeletingNode", "Deleting node "
                + node.getMetadata().getName() + " because it does not exist in the cloud provider"));
    }

    public void deletingFailed(Node node, String problem) {
        recorder.record(EventNote.warning(LIFECYCLE, ObjectRef.of(node), "DeletingNodeFailed",
                "Failed deleting node " + node.getMetadata().getName() + ": " + problem));
    }
}
