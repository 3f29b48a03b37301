package io.azureccm.service.status;

import io.azureccm.common.config.value.Redaction;
import io.azureccm.common.kube.event.EventNote;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.event.ObjectRef;
import io.azureccm.common.kube.event.OngoingEvents;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.Notice.Source;
import io.fabric8.kubernetes.api.model.Service;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells users what happens to a Service, in the words they know from the generic service controller, and what is wrong with it, for
 * as long as that holds. Safe for use by many threads.
 */
public final class ServiceEvents implements AutoCloseable {
    private static final int MAX_HOSTS = 20;

    private final EventRecorder recorder;
    private final OngoingEvents ongoing;
    private final Redaction secrets;
    private final Set<String> announced = ConcurrentHashMap.newKeySet();
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();

    /** What may hold for a Service, each independent of the others. */
    private enum Topic {
        /** No node could take its traffic. */
        NODES,
        /** Azure could not be read. */
        READING,
        /** What plans have to say about it. */
        NOTICES,
        /** What was asked for is not there. */
        RESULT
    }

    /** What a user wrote: what holds is told anew when it changes. */
    private record Content(Object spec, Map<String, String> annotations, Map<String, String> labels) {
        static Content of(Service service) {
            return new Content(service.getSpec(), service.getMetadata().getAnnotations(),
                    service.getMetadata().getLabels());
        }
    }

    /** {@code secrets}: what must not be told, should somebody's answer repeat it. */
    public ServiceEvents(EventRecorder recorder, Redaction secrets) {
        this.recorder = recorder;
        this.ongoing = recorder.ongoing();
        this.secrets = secrets;
    }

    /** This instance leads from now on: nothing has been told. */
    public void begin() {
        announced.clear();
        unanswered.clear();
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

    /** These Services (by UID) changed, and have not been planned since. */
    public void changed(Set<String> uids) {
        ongoing.changed(uids);
    }

    /** A turn plans these Services. Returns those that are new to this leader or have changed; the others are tried again. */
    public Set<String> turnBegins(Set<String> uids) {
        Set<String> news = new HashSet<>(ongoing.lookAt(uids));
        uids.stream().filter(announced::add).forEach(news::add);
        return news;
    }

    public void ensuring(Service service) {
        unanswered.add(uid(service));
        normal(service, "EnsuringLoadBalancer", "Ensuring load balancer");
    }

    /** Whether the user was told that the load balancer is being ensured, or that it failed, and has not heard of a good end. */
    public boolean awaitsEnd(Service service) {
        return unanswered.contains(uid(service));
    }

    public void ensured(Service service, List<String> addresses) {
        unanswered.remove(uid(service));
        normal(service, "EnsuredLoadBalancer", addresses.isEmpty()
                ? "Ensured load balancer"
                : "Ensured load balancer with IP " + String.join(", ", addresses));
    }

    /** Everything that the Service asks for is there, or is about to be found gone. */
    public void nothingFailed(String uid) {
        ongoing.end(Topic.RESULT, uid);
    }

    /** Whether its user was told that something failed, and that still holds. */
    public boolean isFailing(String uid) {
        return ongoing.holds(Topic.RESULT, uid);
    }

    public void updated(Service service) {
        normal(service, "UpdatedLoadBalancer", "Updated load balancer with new hosts");
    }

    /** {@code hosts}: names of the nodes that should be behind the load balancer; the first of them are named. */
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
        announced.remove(uid(service));
        unanswered.remove(uid(service));
        normal(service, "DeletedLoadBalancer", "Deleted load balancer");
    }

    public void noNodes(Service service) {
        hold(Topic.NODES, service, List.of(Notice.warning(Source.SERVICE_CONTROLLER, "UnAvailableLoadBalancer",
                "There are no available nodes for LoadBalancer")), List.of());
    }

    /** Whether its user was told that there is no node. */
    public boolean lacksNodes(String uid) {
        return ongoing.holds(Topic.NODES, uid);
    }

    /** There are nodes, or the Service (by UID) does not want any. */
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

    /** For a Service that is not in the cluster any more. */
    public void deleteOfVanishedFailed(Service service, String problem) {
        failed(service, "DeleteLoadBalancerFailed", "Error deleting load balancer: " + problem);
    }

    /** All that is to be said about the Service as it is now; {@code passing}: what will not be repeated, however long it is said. */
    public void notices(Service service, Collection<Notice> lasting, Collection<Notice> passing) {
        hold(Topic.NOTICES, service, lasting, passing);
    }

    /** Azure could not be read, so that nothing was done for the Service. */
    public void unreadable(Service service, Notice notice) {
        hold(Topic.READING, service, List.of(notice), List.of());
    }

    /** Azure could be read. */
    public void readable() {
        ongoing.end(Topic.READING);
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

    public static Notice poolUpdateFailed(String problem) {
        return Notice.warning(Notice.Source.AZURE, "LoadBalancerBackendPoolUpdateFailed", problem);
    }

    /** Forgets what was said about all other Services (by UID). */
    public void retain(Set<String> uids) {
        ongoing.retain(uids);
        announced.retainAll(uids);
        unanswered.retainAll(uids);
    }

    private void normal(Service service, String reason, String message) {
        say(service, Notice.normal(Source.SERVICE_CONTROLLER, reason, message));
    }

    private void failed(Service service, String reason, String message) {
        unanswered.add(uid(service));
        hold(Topic.RESULT, service, List.of(Notice.warning(Source.SERVICE_CONTROLLER, reason, message)), List.of());
    }

    private void say(Service service, Notice notice) {
        recorder.record(note(ObjectRef.of(service), notice));
    }

    /** Of what lasts, only warnings are repeated: the rest tells how something is read, which works. */
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
