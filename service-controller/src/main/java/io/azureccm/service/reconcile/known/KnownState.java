package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.orphan.OrphanFinding;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The input of a turn: the cluster as shown by the watches, with own writes of addresses; the Services, by UID, without finalizer; Azure;
 * what was last in place there; the Services that wait for a result; the memory of this leader; the orphans to delete; and what is still to be reported.
 */
public record KnownState(Cluster cluster, KnownAzure azure, LastKnownGood lastKnownGood, Requests requests,
        Memory memory,
        List<OrphanFinding> orphans, Quotas quotas, Instant lastRefresh, List<Report> reports) {
    /**
     * While further public IPs are being written, the addresses of existing ones are read at most this often: one list shows all of them.
     */
    public static final Duration ADDRESS_PERIOD = Duration.ofSeconds(2);

    /**
     * What the watches show; the state that is planned for; the Services, by UID, without finalizer, for which nothing may be done yet; and until when a Service, by {@code
     * namespace/name}, keeps its finalizer although nothing of it is seen in Azure.
     */
    public record Cluster(WatchedCluster watched, ClusterState clusterState, Set<String> unfinalized,
            Map<String, Instant> guarded) {
        public boolean isWanted(String subject) {
            return clusterState.services().stream().anyMatch(each -> each.wanted() && each.subject().equals(subject));
        }
    }

    public static KnownState begin(Instant now) {
        return new KnownState(
                new Cluster(WatchedCluster.NOTHING,
                        new ClusterState(List.of(), Map.of(), List.of(), Set.of(), 0), Set.of(), Map.of()),
                KnownAzure.NOTHING,
                LastKnownGood.NOTHING, Requests.NONE, Memory.begin(now), List.of(),
                Quotas.from(now.plus(ServiceTiming.DEFAULT.quotaWait())), Instant.MIN, List.of());
    }

    /** The Services that are planned for, older first. */
    public List<ServiceSpec> services() {
        return cluster.clusterState().services();
    }

    public Optional<ServiceSpec> service(String uid) {
        return services().stream().filter(each -> each.uid().equals(uid)).findFirst();
    }

    public KnownState with(Cluster next) {
        return new KnownState(next, azure, lastKnownGood, requests, memory, orphans, quotas, lastRefresh, reports);
    }

    public KnownState with(KnownAzure next) {
        return new KnownState(cluster, next, lastKnownGood, requests, memory, orphans, quotas, lastRefresh, reports);
    }

    public KnownState with(LastKnownGood next) {
        return new KnownState(cluster, azure, next, requests, memory, orphans, quotas, lastRefresh, reports);
    }

    public KnownState with(Requests next) {
        return new KnownState(cluster, azure, lastKnownGood, next, memory, orphans, quotas, lastRefresh, reports);
    }

    public KnownState with(Memory next) {
        return new KnownState(cluster, azure, lastKnownGood, requests, next, orphans, quotas, lastRefresh, reports);
    }

    public KnownState with(List<OrphanFinding> next) {
        return new KnownState(cluster, azure, lastKnownGood, requests, memory, next, quotas, lastRefresh, reports);
    }

    public KnownState with(Quotas next) {
        return new KnownState(cluster, azure, lastKnownGood, requests, memory, orphans, next, lastRefresh, reports);
    }

    /** While public IPs are being written: when the addresses of the existing ones are read; until then they may be unknown. */
    public Optional<Instant> addressesDue() {
        return memory.writes().publicIps() == 0
                ? Optional.empty()
                : Optional.of(azure.readAt())
                        .map(at -> at.equals(Instant.MIN) ? at : at.plus(ADDRESS_PERIOD));
    }

    /** The next turn refreshes, whatever happens until then. */
    public KnownState refreshingLater() {
        return new KnownState(cluster, azure, lastKnownGood, requests, memory, orphans, quotas, Instant.MIN, reports);
    }

    public KnownState refreshing(Instant now) {
        return new KnownState(cluster, azure.refresh(), lastKnownGood, requests, memory, orphans, quotas, now, reports);
    }

    public KnownState reporting(Report report) {
        List<Report> next = new ArrayList<>(reports);
        next.add(report);
        return reporting(next);
    }

    /** Everything was reported. */
    public KnownState reported() {
        return reports.isEmpty() ? this : reporting(List.of());
    }

    private KnownState reporting(List<Report> next) {
        return new KnownState(cluster, azure, lastKnownGood, requests, memory, orphans, quotas, lastRefresh,
                List.copyOf(next));
    }

    /** The parts of Azure that matter for the Services and nodes. */
    public ObservedStateAssembly.Subject subject() {
        Set<String> groups = services().stream()
                .map(service -> service.address().publicIpResourceGroup())
                .filter(group -> !group.isEmpty())
                .collect(Collectors.toSet());
        memory.writes().leaving().forEach(publicIp -> groups.add(publicIp.resourceGroup()));
        return new ObservedStateAssembly.Subject(groups, memory.seen().nodes().machines());
    }
}
