package io.azureccm.service.reconcile;

import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.drift.DriftRepeats;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.informer.WatchedService;
import io.azureccm.service.observed.read.ReadProblem;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.known.FailedWrite;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Report;
import io.azureccm.service.reconcile.known.SeenNodes;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.reconcile.known.event.Reported;
import io.azureccm.service.reconcile.known.event.ReportedDrift.DriftOf;
import io.azureccm.service.reconcile.known.event.ReportedDrift;
import io.azureccm.service.reconcile.known.event.ReportedNotices;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.status.AzureNotices;
import io.azureccm.service.status.DriftNotices;
import io.azureccm.service.status.PoolWrites;
import io.azureccm.service.status.ServiceResult;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What events are to say of the work for Services: its start, findings of plans, and details of writes; results are reported elsewhere.
 * Pure.
 */
final class ProgressReports {
    /** The latest notices of a Service that has no result for a long time and changes all the while; no more events are written at once. */
    static final int MAX_PENDING = 50;

    private ProgressReports() {}

    /** Announces work on Services that changed, and says which have no nodes. */
    static KnownState announce(KnownState known, Instant now) {
        Set<String> uids = known.requests().unannounced(now);
        Set<String> before = known.memory().reported().events().withoutNodes();
        boolean anyNode = known.cluster().clusterState().nodes().stream().anyMatch(SeenNodes::takesTraffic);
        if (uids.isEmpty() && anyNode == before.isEmpty())
            return known;
        Set<String> news = known.memory().reported().events().news(uids);
        Set<String> announced = known.memory().reported().events().announced();
        KnownState next = known.reporting(new Report.WorkBegan(uids));
        Set<String> withoutNodes = new HashSet<>();
        Set<String> ended = new HashSet<>();
        for (ServiceSpec service : known.services()) {
            String uid = service.uid();
            boolean lacks = service.wanted() && !anyNode;
            if (!lacks && before.contains(uid))
                ended.add(uid);
            Optional<WatchedService> entry = known.cluster().watched().service(uid);
            if (entry.isEmpty() || !uids.contains(uid) && !(lacks && announced.contains(uid)))
                continue;
            if (news.contains(uid))
                next = next.reporting(new Report.Announced(entry.get().service(), service.wanted()));
            if (lacks) {
                withoutNodes.add(uid);
                next = next.reporting(new Report.LacksNodes(entry.get().service()));
            }
        }
        withoutNodes.addAll(Copies.without(before, ended));
        if (!ended.isEmpty())
            next = next.reporting(new Report.NeedNoNodes(ended));
        ReportedNotices notices = known.memory().reported().notices();
        Reported after = known.memory()
                .reported()
                .with(new ReportedNotices(notices.pending(), Copies.without(notices.reported(), news)))
                .events(events -> events.announced(uids, news, now).withoutNodes(withoutNodes));
        return next.with(next.requests().announced(uids)).with(next.memory().with(after));
    }

    /** Azure could not be read: the event about it for a Service that waits. */
    static KnownState unreadable(KnownState known, WatchedService service, ReadProblem problem) {
        return AzureNotices.of(problem)
                .map(notice -> known.reporting(new Report.Unreadable(service.service(), notice)))
                .orElse(known);
    }

    /** The writes that ended: drift that they found and corrected, and pools whose members changed. */
    static KnownState writes(KnownState known) {
        KnownState next = known;
        for (Report report : known.reports())
            if (report instanceof Report.Wrote(Operation operation, Outcome outcome))
                next = written(next, operation, outcome);
        return next;
    }

    private static KnownState written(KnownState known, Operation operation, Outcome outcome) {
        KnownState next = drift(known, operation, outcome);
        if (!outcome.isGood())
            return next;
        Set<String> pools = PoolWrites.subjects(operation);
        for (ServiceSpec service : known.services()) {
            Optional<WatchedService> entry = known.cluster().watched().service(service.uid());
            if (service.wanted() && pools.contains(service.subject()) && entry.isPresent())
                next = next.reporting(new Report.PoolUpdated(entry.get().service()));
        }
        return next;
    }

    /** Corrected drift is reported each time, drift that cannot be corrected once. */
    private static KnownState drift(KnownState known, Operation operation, Outcome outcome) {
        Plan alone = new Plan("", List.of(operation.after(Set.of())), List.of(), Plan.Basis.NONE);
        PlanOutcome round = new PlanOutcome(alone, Map.of(operation.target(), outcome));
        ClusterState cluster = known.cluster().clusterState();
        Map<String, DriftNotices.DriftNotice> news = DriftNotices.byUid(cluster, round);
        ReportedDrift before = known.memory().reported().drift();
        Map<DriftOf, String> open = new HashMap<>(before.open());
        open.keySet().removeIf(each -> each.target().equals(operation.target()) && !news.containsKey(each.uid()));
        DriftRepeats repeats = before.repeats();
        KnownState next = known;
        for (Map.Entry<String, DriftNotices.DriftNotice> each : news.entrySet()) {
            String uid = each.getKey();
            DriftNotices.DriftNotice found = each.getValue();
            DriftOf key = new DriftOf(uid, operation.target());
            String earlier = found.isCorrected() ? open.remove(key) : open.put(key, found.news());
            Optional<WatchedService> entry = known.cluster().watched().service(uid).filter(some -> !some.vanished());
            if (entry.isEmpty() || !found.isCorrected() && found.news().equals(earlier))
                continue;
            String what = uid + " " + found.news();
            if (found.isCorrected())
                repeats = repeats.corrected(what);
            Notice notice = found.isCorrected() ? found.notice().with(repeats.remark(what)) : found.notice();
            next = next.reporting(new Report.Drifted(entry.get().service(), notice));
        }
        ReportedDrift after = new ReportedDrift(open, repeats);
        return after.equals(before)
                ? next
                : next.with(next.memory().with(next.memory().reported().with(after)));
    }

    /** The notices of plans and refusals of Azure, once a Service has a result. */
    static KnownState notices(KnownState known, TurnPlan turn) {
        ServicePlan plan = turn.services().orElseThrow();
        Set<String> uids = plan.plannedServices().keySet();
        ReportedNotices before = known.memory().reported().notices();
        List<FailedWrite> failed = known.memory().writes().failures();
        Map<String, Set<Notice>> pending = pending(before, plan, failed);
        Map<String, Set<Notice>> reported = new HashMap<>(Copies.retained(before.reported(), uids));
        KnownState next = known.reporting(new Report.Planned(uids));
        for (Map.Entry<String, ServiceResult> each : turn.results().entrySet()) {
            String uid = each.getKey();
            PlannedService planned = plan.plannedServices().get(uid);
            if (planned == null)
                continue;
            Set<Notice> lasting = new LinkedHashSet<>();
            addEvents(planned, lasting);
            if (each.getValue() instanceof ServiceResult.Failed)
                lasting.addAll(failures(failed, planned.spec()));
            Set<Notice> passing = new LinkedHashSet<>(pending.getOrDefault(uid, Set.of()));
            pending.remove(uid);
            passing.removeAll(lasting);
            boolean isKnown = lasting.equals(reported.put(uid, lasting));
            Optional<WatchedService> entry = known.cluster().watched().service(uid).filter(some -> !some.vanished());
            if (entry.isPresent() && !(passing.isEmpty() && isKnown))
                next = next.reporting(new Report.Notices(entry.get().service(), lasting, passing));
        }
        ReportedNotices after = new ReportedNotices(pending, reported);
        Reported all = next.memory().reported().retain(uids);
        return next.with(next.memory().with(after.equals(before) ? all : all.with(after)));
    }

    /** By UID: the notices of this plan and of those before it, of Services without a result. */
    private static Map<String, Set<Notice>> pending(ReportedNotices before, ServicePlan plan,
            List<FailedWrite> failed) {
        Map<String, Set<Notice>> pending = new HashMap<>();
        plan.plannedServices().forEach((uid, planned) -> {
            LinkedHashSet<Notice> all = new LinkedHashSet<>(before.pending().getOrDefault(uid, Set.of()));
            addEvents(planned, all);
            for (FailedWrite write : failed)
                if (write.isOf(planned.spec().subject()))
                    AzureNotices.of(write.operation(), write.outcome()).ifPresent(all::add);
            while (all.size() > MAX_PENDING)
                all.removeFirst();
            if (!all.isEmpty())
                pending.put(uid, all);
        });
        return pending;
    }

    private static void addEvents(PlannedService planned, Set<Notice> events) {
        for (Notice notice : planned.notices())
            if (notice.isEvent())
                events.add(notice);
    }

    private static Set<Notice> failures(List<FailedWrite> failed, ServiceSpec service) {
        Set<Notice> failures = new LinkedHashSet<>();
        for (FailedWrite write : failed) {
            if (write.isSilent())
                continue;
            if (write.isOf(service.subject()))
                AzureNotices.of(write.operation(), write.outcome()).ifPresent(failures::add);
            if (service.wanted() && PoolWrites.subjects(write.operation()).contains(service.subject()))
                failures.add(PoolWrites.failed(write.outcome().problem()));
        }
        return failures;
    }
}
