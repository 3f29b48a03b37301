package io.azureccm.service.reconcile;

import io.azureccm.common.core.Outcome;
import io.azureccm.service.informer.ChangedObjects;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.DriftNotices;
import io.azureccm.service.status.PoolWrites;
import io.azureccm.service.status.ServiceEvents;
import io.azureccm.service.status.ServiceResult;
import io.fabric8.kubernetes.api.model.Service;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Says on Services what a pass is about to do and what it found, besides how it ended. */
final class PassEvents {
    private final ServiceIndex serviceIndex;
    private final ServiceEvents events;
    /** What was told that could not be put right yet, by UID. */
    private final Map<String, String> openDrift = new HashMap<>();
    private Set<String> news = Set.of();

    PassEvents(ServiceIndex serviceIndex, ServiceEvents events) {
        this.serviceIndex = serviceIndex;
        this.events = events;
    }

    /** A pass begins that looks at what changed. */
    void passBegins(ChangedObjects dirty) {
        news = events.passBegins(dirty.services());
    }

    /** Says what is about to happen to the Services that changed, not to those that are only tried again. */
    void announce(ClusterState clusterState, ChangedObjects dirty) {
        boolean anyNode = clusterState.nodes().stream().anyMatch(EligibleNodes::takesTraffic);
        for (ServiceSpec service : clusterState.services()) {
            String uid = service.uid();
            if (anyNode || !service.wanted())
                events.needsNoNodes(uid);
            if (dirty.services().contains(uid) || events.lacksNodes(uid))
                serviceIndex.entry(uid).ifPresent(entry -> announce(entry.service(), service.wanted(), anyNode));
        }
    }

    /**
     * Says what was found that nobody asked for: each time when it was put right, and once while it could not be.
     */
    void drift(ClusterState clusterState, Pass pass) {
        Map<String, DriftNotices.Told> news = new DriftNotices(clusterState, pass.results()).byUid();
        openDrift.keySet().retainAll(news.keySet());
        news.forEach((uid, told) -> {
            String before = told.isPutRight() ? openDrift.remove(uid) : openDrift.put(uid, told.news());
            if (told.isPutRight() || !told.news().equals(before))
                serviceIndex.entry(uid)
                        .filter(entry -> !entry.vanished())
                        .ifPresent(entry -> events.drift(entry.service(), told.notice()));
        });
    }

    private void announce(Service service, boolean wanted, boolean anyNode) {
        boolean isNews = news.contains(service.getMetadata().getUid());
        if (isNews && wanted) {
            events.ensuring(service);
        } else if (isNews) {
            events.deleting(service);
        }
        if (wanted && !anyNode)
            events.noNodes(service);
    }

    /** Says what plans had to tell and what Azure has refused. */
    void notices(ClusterState clusterState, Pass pass, Map<String, ServiceResult> serviceResults) {
        Map<String, Notice> pools = pools(clusterState, pass);
        Set<String> uids = pass.plan().plannedServices().keySet();
        events.retain(uids);
        events.readable();
        uids.forEach(uid -> serviceIndex.entry(uid).filter(entry -> !entry.vanished()).ifPresent(entry -> {
            boolean failed = serviceResults.get(uid) instanceof ServiceResult.Failed;
            Set<Notice> lasting = pass.lasting(uid, failed);
            Optional.ofNullable(pools.get(uid)).ifPresent(lasting::add);
            events.notices(entry.service(), lasting, pass.passing(uid, failed));
        }));
    }

    /** Says which pools that were written by themselves could be, and returns what is to be said of the others, by UID. */
    private Map<String, Notice> pools(ClusterState clusterState, Pass pass) {
        Map<String, Notice> failures = new HashMap<>();
        Map<String, Outcome> writes = PoolWrites.of(pass.results());
        for (ServiceSpec service : clusterState.services()) {
            Outcome outcome = writes.get(service.subject());
            if (outcome == null || !service.wanted())
                continue;
            if (outcome.isGood())
                serviceIndex.entry(service.uid()).ifPresent(entry -> events.poolUpdated(entry.service()));
            else
                failures.put(service.uid(), ServiceEvents.poolUpdateFailed(outcome.problem()));
        }
        return failures;
    }
}
