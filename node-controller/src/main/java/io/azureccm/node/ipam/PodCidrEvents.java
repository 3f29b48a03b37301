package io.azureccm.node.ipam;

import io.azureccm.common.core.Refusal;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectEvents;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.node.ipam.turn.PodCidrTurn;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;

/**
 * Events about pod CIDRs, with the reference's component and reasons, repeated while the problem persists. Thread-safe.
 */
final class PodCidrEvents extends ObjectEvents {
    private static final String ASSIGNMENT_FAILED = "CIDRAssignmentFailed";
    private static final String COMPONENT = "cidrAllocator";

    private enum Topic {
        SHORTAGE, FINDINGS, MASK
    }

    PodCidrEvents(EventRecorder recorder) {
        super(recorder);
    }

    void notAvailable(Node node, String ranges) {
        hold(Topic.SHORTAGE, node, List.of(status(node, PodCidrTurn.NOT_AVAILABLE, ranges)));
    }

    /** The node (by UID) no longer waits for a range. */
    void available(String uid) {
        ongoing.end(Topic.SHORTAGE, uid);
    }

    void assignmentFailed(Node node, String problem) {
        recorder.record(status(node, ASSIGNMENT_FAILED, problem));
    }

    /**
     * Why the node gets no pod CIDR: its prefix length is unknown or not possible. Empty once the problem is solved.
     */
    void mask(Node node, List<Refusal> problems) {
        hold(Topic.MASK, node, warnings(node, problems));
    }

    /** A tag has an unusable value; the node is handled as if it had no such tag. */
    void maskIgnored(Node node, List<Refusal> tags) {
        warnings(node, tags).forEach(recorder::record);
    }

    /** All problems with pod CIDRs that nodes have and that do not resolve on their own. */
    void found(Node node, List<Refusal> findings) {
        hold(Topic.FINDINGS, node, warnings(node, findings));
    }

    /** The node (by UID) has left the cluster. */
    void left(String uid) {
        ongoing.forget(uid);
    }

    private static List<EventNote> warnings(Node node, List<Refusal> findings) {
        return findings.stream()
                .map(finding -> EventNote.warning(COMPONENT, ObjectRef.of(node), finding.code(), finding.message()))
                .toList();
    }

    private void hold(Topic topic, Node node, List<EventNote> notes) {
        ongoing.hold(topic, ObjectRef.of(node), "", notes, List.of());
    }

    private static EventNote status(Node node, String reason, String detail) {
        return EventNote.normal(COMPONENT, ObjectRef.of(node), reason,
                "Node " + node.getMetadata().getName() + " status is now: " + reason + ": " + detail);
    }
}
