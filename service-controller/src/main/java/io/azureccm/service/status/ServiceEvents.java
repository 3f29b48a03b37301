package io.azureccm.service.status;

import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectEvents;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.Notice.Source;
import io.fabric8.kubernetes.api.model.Service;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Emits events about Services, with the reasons and texts of the generic service controller, and repeats warnings for as long as they
 * apply. Thread-safe.
 */
public final class ServiceEvents extends ObjectEvents {
    private static final int MAX_HOSTS = 20;

    private final Redaction secrets;

    /** What may apply to a Service, independently of each other. */
    private enum Topic {
        /** No node can take its traffic. */
        NODES,
        /** Azure could not be read. */
        READING,
        /** Notices from plans. */
        NOTICES,
        /** The spec could not be fulfilled. */
        RESULT
    }

    /** The user's input: lasting events are emitted again when it changes. */
    private record Content(Object spec, Map<String, String> annotations, Map<String, String> labels) {
        static Content of(Service service) {
            return new Content(service.getSpec(), service.getMetadata().getAnnotations(),
                    service.getMetadata().getLabels());
        }
    }

    /** {@code secrets}: redacts secrets that an error message may repeat. */
    public ServiceEvents(EventRecorder recorder, Redaction secrets) {
        super(recorder);
        this.secrets = secrets;
    }

    /** These Services (by UID) changed and have not been planned since. */
    public void changed(Set<String> uids) {
        ongoing.changed(uids);
    }

    /** A turn plans these Services (by UID) as they are now. */
    public void turnBegins(Set<String> uids) {
        ongoing.takeChanged(uids);
    }

    public void ensuring(Service service) {
        normal(service, "EnsuringLoadBalancer", "Ensuring load balancer");
    }

    public void ensured(Service service, List<String> addresses) {
        normal(service, "EnsuredLoadBalancer", addresses.isEmpty()
                ? "Ensured load balancer"
                : "Ensured load balancer with IP " + String.join(", ", addresses));
    }

    /** The Service is served, or is about to be found deleted: ends its failure event. */
    public void nothingFailed(String uid) {
        ongoing.end(Topic.RESULT, uid);
    }

    public void updated(Service service) {
        normal(service, "UpdatedLoadBalancer", "Updated load balancer with new hosts");
    }

    /** {@code hosts}: names of the nodes that should be behind the load balancer; only the first of them are listed. */
    public void updateFailed(Service service, List<String> hosts, String problem) {
        List<String> named = new ArrayList<>(hosts.subList(0, Math.min(MAX_HOSTS, hosts.size())));
        if (hosts.size() > MAX_HOSTS)
            named.add("<" + (hosts.size() - MAX_HOSTS) + " more>");
        failed(service, "UpdateLoadBalancerFailed",
                "Error updating load balancer with new hosts [" + String.join(" ", named)
                        + "] [node names limited, total number of nodes: " + hosts.size() + "], error: " + problem);
    }

    public void deleting(Service service) {
        normal(service, "DeletingLoadBalancer", "Deleting load balancer");
    }

    public void deleted(Service service) {
        ongoing.forget(uid(service));
        normal(service, "DeletedLoadBalancer", "Deleted load balancer");
    }

    public void noNodes(Service service) {
        hold(Topic.NODES, service, List.of(Notice.warning(Source.SERVICE_CONTROLLER, "UnAvailableLoadBalancer",
                "There are no available nodes for LoadBalancer")), List.of());
    }

    /** Nodes exist, or the Service (by UID) wants none. */
    public void needsNoNodes(String uid) {
        ongoing.end(Topic.NODES, uid);
    }

    public void ensureFailed(Service service, String problem) {
        failed(service, "SyncLoadBalancerFailed",
                "Error syncing load balancer: failed to ensure load balancer: " + problem);
    }

    public void deleteFailed(Service service, String problem) {
        failed(service, "SyncLoadBalancerFailed",
                "Error syncing load balancer: failed to delete load balancer: " + problem);
    }

    /** For a Service that is no longer in the cluster. */
    public void deleteOfVanishedFailed(Service service, String problem) {
        failed(service, "DeleteLoadBalancerFailed", "Error deleting load balancer: " + problem);
    }

    /** All current notices of the Service; {@code passing}: those that are not repeated, however long they apply. */
    public void notices(Service service, Collection<Notice> lasting, Collection<Notice> passing) {
        hold(Topic.NOTICES, service, lasting, passing);
    }

    /** Azure could not be read, so nothing was done for the Service. */
    public void unreadable(Service service, Notice notice) {
        hold(Topic.READING, service, List.of(notice), List.of());
    }

    /** Azure could be read. */
    public void readable() {
        ongoing.end(Topic.READING);
    }

    /** Reports drift that was found in Azure, and what was done about it. */
    public void drift(Service service, Notice notice) {
        emit(service, notice);
    }

    /** A write for the Service waits for the call budget. */
    public void waiting(Service service, String what) {
        emit(service, Notice.normal(Notice.Source.AZURE, "WaitingForCallBudget", what));
    }

    public void poolUpdated(Service service) {
        emit(service, Notice.normal(Notice.Source.AZURE, "LoadBalancerBackendPoolUpdated",
                "Load balancer backend pool updated successfully"));
    }

    /** Drops the events of all other Services (by UID). */
    public void retain(Set<String> uids) {
        ongoing.retain(uids);
    }

    private void normal(Service service, String reason, String message) {
        emit(service, Notice.normal(Source.SERVICE_CONTROLLER, reason, message));
    }

    private void failed(Service service, String reason, String message) {
        hold(Topic.RESULT, service, List.of(Notice.warning(Source.SERVICE_CONTROLLER, reason, message)), List.of());
    }

    private void emit(Service service, Notice notice) {
        recorder.record(note(ObjectRef.of(service), notice));
    }

    /** Of lasting notices only warnings are repeated: the others only state how a valid setting is interpreted. */
    private void hold(Topic topic, Service service, Collection<Notice> lasting, Collection<Notice> passing) {
        ObjectRef object = ObjectRef.of(service);
        Map<Boolean, List<EventNote>> notes = Stream.concat(lasting.stream(), passing.stream())
                .collect(Collectors.partitioningBy(
                        notice -> notice.type() == Notice.Type.WARNING && !passing.contains(notice),
                        Collectors.mapping(notice -> note(object, notice), Collectors.toList())));
        ongoing.hold(topic, object, Content.of(service), notes.get(true), notes.get(false));
    }

    private EventNote note(ObjectRef object, Notice notice) {
        String component = notice.source().component();
        String message = secrets.apply(notice.message());
        return switch (notice.type()) {
            case NORMAL -> EventNote.normal(component, object, notice.reason(), message);
            case WARNING -> EventNote.warning(component, object, notice.reason(), message);
        };
    }

    private static String uid(Service service) {
        return service.getMetadata().getUid();
    }
}
