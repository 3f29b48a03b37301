package io.azureccm.service.reconcile;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.drift.DriftRepeats;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.known.SeenNodes;
import io.azureccm.service.reconcile.known.FailedWrite;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.AzureNotices;
import io.azureccm.service.status.DriftNotices;
import io.azureccm.service.status.PoolWrites;
import io.azureccm.service.status.ServiceEvents;
import io.azureccm.service.status.ServiceResult;
import io.fabric8.kubernetes.api.model.Service;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Emits events on Services: the start of work, findings of plans, and details of writes; results are reported elsewhere. Not thread-safe.
 */
final class ServiceProgressEvents {
    private final ServiceIndex index;
    private final ServiceEvents events;
    /** Reported drift that could not be corrected yet, by Service and target. */
    private final Map<DriftOf, String> openDrift = new HashMap<>();
    private final DriftRepeats repeats = new DriftRepeats();
    /** Notices of plans while the Service waited for a result, by UID. */
    private final Map<String, Set<Notice>> seen = new HashMap<>();
    private final Map<String, Reported> lastReported = new HashMap<>();

    private record DriftOf(String uid, ArmId target) {}

    private record Reported(Set<Notice> lasting, Set<Notice> passing) {}

    ServiceProgressEvents(ServiceIndex index, ServiceEvents events) {
        this.index = index;
        this.events = events;
    }

    /** This instance starts to lead: nothing has been reported. */
    void begin() {
        events.begin();
        openDrift.clear();
        repeats.begin();
        seen.clear();
        lastReported.clear();
    }

    /** Announces work on the Services that changed. */
    void announce(ClusterState cluster, Set<String> uids) {
        Set<String> news = events.turnBegins(uids);
        lastReported.keySet().removeAll(news);
        boolean anyNode = cluster.nodes().stream().anyMatch(SeenNodes::takesTraffic);
        for (ServiceSpec service : cluster.services()) {
            String uid = service.uid();
            if (anyNode || !service.wanted())
                events.needsNoNodes(uid);
            if (uids.contains(uid) || events.lacksNodes(uid))
                index.entry(uid)
                        .ifPresent(entry -> announce(entry.service(), service.wanted(), anyNode, news.contains(uid)));
        }
    }

    private void announce(Service service, boolean wanted, boolean anyNode, boolean isNews) {
        if (isNews && wanted) {
            events.ensuring(service);
        } else if (isNews) {
            events.deleting(service);
        }
        if (wanted && !anyNode)
            events.noNodes(service);
    }

    /** Azure could not be read: the waiting Services get an event. */
    void unreadable(Set<String> uids, RuntimeException problem) {
        AzureNotices.of(problem)
                .ifPresent(notice -> uids.forEach(
                        uid -> index.entry(uid).ifPresent(entry -> events.unreadable(entry.service(), notice))));
    }

    /** Reports a write: drift that it found and corrected, and pools whose members changed. */
    void written(ClusterState cluster, Operation operation, Outcome outcome) {
        drift(cluster, operation, outcome);
        if (outcome.isGood()) {
            Set<String> pools = PoolWrites.subjects(operation);
            cluster.services()
                    .stream()
                    .filter(service -> service.wanted() && pools.contains(service.subject()))
                    .forEach(service -> index.entry(service.uid())
                            .ifPresent(entry -> events.poolUpdated(entry.service())));
        }
    }

    /** Corrected drift is reported each time, drift that cannot be corrected once. */
    private void drift(ClusterState cluster, Operation operation, Outcome outcome) {
        Plan alone = new Plan("", List.of(operation.after(Set.of())), List.of(), Plan.Basis.NONE);
        PlanOutcome round = new PlanOutcome(alone, Map.of(operation.target(), outcome));
        Map<String, DriftNotices.DriftNotice> news = new DriftNotices(cluster, List.of(round)).byUid();
        openDrift.keySet().removeIf(each -> each.target().equals(operation.target()) && !news.containsKey(each.uid()));
        news.forEach((uid, found) -> {
            DriftOf key = new DriftOf(uid, operation.target());
            String before = found.isCorrected() ? openDrift.remove(key) : openDrift.put(key, found.news());
            if (found.isCorrected() || !found.news().equals(before))
                index.entry(uid)
                        .filter(entry -> !entry.vanished())
                        .ifPresent(entry -> events.drift(entry.service(), withRepeats(uid, found)));
        });
    }

    private Notice withRepeats(String uid, DriftNotices.DriftNotice found) {
        Notice notice = found.notice();
        String again = found.isCorrected() ? repeats.recordCorrection(uid + " " + found.news()) : "";
        return notice.with(again);
    }

    /** Reports the notices of plans and refusals of Azure, once a Service has a result. */
    void notices(TurnPlan turn, WriteMemory writes) {
        ServicePlan plan = turn.services().orElseThrow();
        plan.plannedServices().forEach((uid, planned) -> {
            if (!planned.notices().isEmpty())
                seen.computeIfAbsent(uid, none -> new LinkedHashSet<>()).addAll(planned.notices());
        });
        writes.failed()
                .values()
                .forEach(write -> plan.plannedServices()
                        .values()
                        .stream()
                        .map(PlannedService::spec)
                        .filter(service -> write.isOf(service.subject()))
                        .forEach(service -> AzureNotices.of(write.operation(), write.outcome())
                                .ifPresent(notice -> seen
                                        .computeIfAbsent(service.uid(), none -> new LinkedHashSet<>())
                                        .add(notice))));
        Set<String> uids = plan.plannedServices().keySet();
        events.retain(uids);
        seen.keySet().retainAll(uids);
        lastReported.keySet().retainAll(uids);
        turn.results().forEach((uid, result) -> notices(plan, writes, uid, result));
    }

    private void notices(ServicePlan plan, WriteMemory writes, String uid, ServiceResult result) {
        PlannedService planned = plan.plannedServices().get(uid);
        if (planned == null)
            return;
        Set<Notice> lasting = new LinkedHashSet<>(planned.notices());
        if (result instanceof ServiceResult.Failed)
            lasting.addAll(failures(writes, planned.spec()));
        Set<Notice> passing = new LinkedHashSet<>(seen.getOrDefault(uid, Set.of()));
        seen.remove(uid);
        passing.removeAll(lasting);
        Reported now = new Reported(lasting, passing);
        if (passing.isEmpty() && now.equals(lastReported.put(uid, now)))
            return;
        lastReported.put(uid, new Reported(lasting, Set.of()));
        index.entry(uid)
                .filter(entry -> !entry.vanished())
                .ifPresent(entry -> events.notices(entry.service(), lasting, passing));
    }

    private static Set<Notice> failures(WriteMemory writes, ServiceSpec service) {
        Set<Notice> failures = new LinkedHashSet<>();
        for (FailedWrite write : writes.failed().values()) {
            if (write.isSilent())
                continue;
            if (write.isOf(service.subject()))
                AzureNotices.of(write.operation(), write.outcome()).ifPresent(failures::add);
            if (service.wanted() && PoolWrites.subjects(write.operation()).contains(service.subject()))
                failures.add(ServiceEvents.poolUpdateFailed(write.outcome().problem()));
        }
        return failures;
    }
}
