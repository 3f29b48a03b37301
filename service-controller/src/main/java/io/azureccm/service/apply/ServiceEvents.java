package io.azureccm.service.apply;

import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.service.intent.Notice;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Set;

/** Tells users what happens to a Service, in the words they know from the generic service controller. */
public final class ServiceEvents {
    private static final String COMPONENT = Notice.Source.SERVICE_CONTROLLER.component();

    private final EventRecorder recorder;
    private final NoticeBoard board = new NoticeBoard();

    public ServiceEvents(EventRecorder recorder) {
        this.recorder = recorder;
    }

    public void ensuring(Service service) {
        normal(service, "EnsuringLoadBalancer", "Ensuring load balancer");
    }

    public void ensured(Service service) {
        normal(service, "EnsuredLoadBalancer", "Ensured load balancer");
    }

    public void updated(Service service) {
        normal(service, "UpdatedLoadBalancer", "Updated load balancer with new hosts");
    }

    public void updateFailed(Service service, String problem) {
        warning(service, "UpdateLoadBalancerFailed", "Error updating load balancer with new hosts: " + problem);
    }

    public void deleting(Service service) {
        normal(service, "DeletingLoadBalancer", "Deleting load balancer");
    }

    public void deleted(Service service) {
        normal(service, "DeletedLoadBalancer", "Deleted load balancer");
    }

    public void noNodes(Service service) {
        warning(service, "UnAvailableLoadBalancer", "There are no available nodes for LoadBalancer");
    }

    public void ensureFailed(Service service, String problem) {
        warning(service, "SyncLoadBalancerFailed",
                "Error syncing load balancer: failed to ensure load balancer: " + problem);
    }

    public void deleteFailed(Service service, String problem) {
        warning(service, "SyncLoadBalancerFailed",
                "Error syncing load balancer: failed to delete load balancer: " + problem);
    }

    /** Says what of {@code notices} has not been said about the Service as it is now. For the thread of the passes. */
    public void notices(Service service, List<Notice> notices) {
        for (Notice notice : board.news(service, notices)) {
            ObjectRef object = ObjectRef.of(service);
            String component = notice.source().component();
            recorder.record(switch (notice.type()) {
                case NORMAL -> EventNote.normal(component, object, notice.reason(), notice.message());
                case WARNING -> EventNote.warning(component, object, notice.reason(), notice.message());
            });
        }
    }

    /** Forgets what was said about all other Services (by UID). */
    public void retain(Set<String> uids) {
        board.retain(uids);
    }

    private void normal(Service service, String reason, String message) {
        recorder.record(EventNote.normal(COMPONENT, ObjectRef.of(service), reason, message));
    }

    private void warning(Service service, String reason, String message) {
        recorder.record(EventNote.warning(COMPONENT, ObjectRef.of(service), reason, message));
    }
}
