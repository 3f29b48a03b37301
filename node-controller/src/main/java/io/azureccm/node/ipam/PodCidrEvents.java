package io.azureccm.node.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import io.fabric8.kubernetes.api.model.Node;

/** What users are told about pod CIDRs, under the component and the reasons that they know. */
final class PodCidrEvents {
    static final String NOT_AVAILABLE = "CIDRNotAvailable";
    private static final String ASSIGNMENT_FAILED = "CIDRAssignmentFailed";
    private static final String COMPONENT = "cidrAllocator";

    private final EventRecorder recorder;

    PodCidrEvents(EventRecorder recorder) {
        this.recorder = recorder;
    }

    void notAvailable(Node node, String ranges) {
        status(node, NOT_AVAILABLE, ranges);
    }

    void assignmentFailed(Node node, String problem) {
        status(node, ASSIGNMENT_FAILED, problem);
    }

    /** Something that is wrong with CIDRs that the node has, and that does not mend itself. */
    void found(Node node, Refusal finding) {
        recorder.record(EventNote.warning(COMPONENT, ObjectRef.of(node), finding.code(), finding.message()));
    }

    private void status(Node node, String reason, String detail) {
        recorder.record(EventNote.normal(COMPONENT, ObjectRef.of(node), reason,
                "Node " + node.getMetadata().getName() + " status is now: " + reason + ": " + detail));
    }
}
