package io.azureccm.service.apply;

import io.azureccm.common.config.parse.Redaction;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.service.intent.Notice;
import io.azureccm.service.intent.Notice.Source;
import io.fabric8.kubernetes.api.model.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Tells users what happens to a Service, in the words they know from the generic service controller. */
public final class ServiceEvents {
    private static final int MOST_HOSTS = 20;

    private final EventRecorder recorder;
    private final Redaction secrets;
    private final NoticeBoard board = new NoticeBoard();

    /** {@code secrets}: what must not be told, should somebody's answer repeat it. */
    public ServiceEvents(EventRecorder recorder, Redaction secrets) {
        this.recorder = recorder;
        this.secrets = secrets;
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

    /** {@code hosts}: names of the nodes that should be behind the load balancer; the first of them are named. */
    public void updateFailed(Service service, List<String> hosts, String problem) {
        List<String> named = new ArrayList<>(hosts.subList(0, Math.min(MOST_HOSTS, hosts.size())));
        if (hosts.size() > MOST_HOSTS)
            named.add("<" + (hosts.size() - MOST_HOSTS) + " more>");
        warning(service, "UpdateLoadBalancerFailed",
                "Error updating load balancer with new hosts [" + String.join(" ", named)
                        + "] [node names limited, total number of nodes: " + hosts.size() + "], error: " + problem);
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
        board.news(service, notices).forEach(notice -> say(service, notice));
    }

    /** Says what was found in Azure that nobody asked for, and what was done. */
    public void drift(Service service, Notice notice) {
        say(service, notice);
    }

    /** A write for the Service waits for its turn. */
    public void waiting(Service service, String what) {
        say(service, Notice.normal(Notice.Source.AZURE, "WaitingForCallBudget", what));
    }

    public void poolUpdated(Service service) {
        say(service, Notice.normal(Notice.Source.AZURE, "LoadBalancerBackendPoolUpdated",
                "Load balancer backend pool updated successfully"));
    }

    public void poolUpdateFailed(Service service, String problem) {
        say(service, Notice.warning(Notice.Source.AZURE, "LoadBalancerBackendPoolUpdateFailed", problem));
    }

    /** Says one more thing, unless it was said about the Service as it is now. */
    public void notice(Service service, Notice notice) {
        if (board.isNews(service, notice))
            say(service, notice);
    }

    /** Forgets what was said about all other Services (by UID). */
    public void retain(Set<String> uids) {
        board.retain(uids);
    }

    /** For a Service that is not in the cluster any more. */
    public void deleteOfVanishedFailed(Service service, String problem) {
        warning(service, "DeleteLoadBalancerFailed", "Error deleting load balancer: " + problem);
    }

    private void normal(Service service, String reason, String message) {
        say(service, Notice.normal(Source.SERVICE_CONTROLLER, reason, message));
    }

    private void warning(Service service, String reason, String message) {
        say(service, Notice.warning(Source.SERVICE_CONTROLLER, reason, message));
    }

    private void say(Service service, Notice notice) {
        ObjectRef object = ObjectRef.of(service);
        String component = notice.source().component();
        String message = secrets.apply(notice.message());
        recorder.record(switch (notice.type()) {
            case NORMAL -> EventNote.normal(component, object, notice.reason(), message);
            case WARNING -> EventNote.warning(component, object, notice.reason(), message);
        });
    }
}
