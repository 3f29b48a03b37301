package io.azureccm.service.reconcile;

import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.known.DeletionGuard;
import io.azureccm.service.reconcile.known.DrainingNodes;
import io.azureccm.service.reconcile.known.SeenNodes;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.known.Memory;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Merges what the watches show of Services and nodes, and forgets what was known of Services that are gone. {@code settle}: the maximum age of
 * the content of an answer of ARM.
 */
record ClusterStateUpdater(DrainPolicy drainPolicy, Duration settle) {
    /** In the first turn of a leader all Services are to be planned for, and nothing is worth waiting for. */
    static KnownState begun(KnownState known, WatchedCluster watched, Instant now) {
        return known.memory().seen().equals(Memory.Seen.NOTHING)
                ? known.with(known.requests().started(uids(watched.services()), now))
                : known;
    }

    /** Whether a Service may have come from another controller, which has changed in Azure what this one remembers. */
    static boolean isTakenOver(WatchedCluster before, WatchedCluster now) {
        return !now.served().isNone() && before != now && !uids(before.services()).containsAll(uids(now.services()));
    }

    KnownState update(KnownState known, WatchedCluster watched, Instant now) {
        Memory.Seen before = known.memory().seen();
        DrainingNodes draining = before.draining().at(watched.nodes(), drainPolicy, now);
        SeenNodes seen = before.nodes().at(watched.nodes());
        Memory memory = known.memory()
                .with(known.memory().reported().upToDate(watched, now))
                .with(new Memory.Seen(draining, seen, before.finalized()));
        KnownState.Cluster shown = shown(known.with(memory), watched);
        ClusterState cluster = shown.clusterState();
        Set<String> uids = cluster.uids(service -> true);
        Memory next = memory.with(memory.ipTags().upToDate(cluster, now))
                .with(memory.addresses().upToDate(now))
                .with(memory.retries().retain(uids))
                .with(memory.rejections().keeping(uids::contains))
                .with(Copies.retained(memory.results(), uids))
                .with(seen.newsSince(before.nodes())
                        .map(names -> new Memory.NodeRollout(names, cluster.uids(ServiceSpec::wanted), now))
                        .orElse(memory.nodes().retain(uids)))
                .with(new Memory.Seen(draining, seen, retained(before.finalized(), watched)))
                .with(memory.conditions().with(memory.conditions().failures().retain(uids)));
        return known.with(shown).with(next).with(known.requests().retain(uids));
    }

    /** What was seen last, if it was this: for a known state that was written down without the cluster. */
    KnownState.Cluster shown(KnownState known, WatchedCluster watched) {
        Memory memory = known.memory();
        ClusterState cluster = watched.state(
                service -> ServiceSpecParser.statusIps(memory.reported().statuses().latest(service)),
                known.requests().changes().size(), memory.seen().draining().drains());
        Set<String> unfinalized = cluster.uids(service -> service.wanted()
                && !memory.seen().finalized().contains(service.uid()) && lacksFinalizer(watched, service.uid()));
        return new KnownState.Cluster(watched, cluster, unfinalized, guarded(cluster, memory.guard()));
    }

    private static Set<String> uids(List<ServiceSpec> services) {
        return services.stream().map(ServiceSpec::uid).collect(Collectors.toSet());
    }

    /** Once the watch shows a finalizer, the watch alone tells whether it is still there. */
    private static Set<String> retained(Set<String> finalized, WatchedCluster watched) {
        return finalized.stream().filter(uid -> lacksFinalizer(watched, uid)).collect(Collectors.toSet());
    }

    private static boolean lacksFinalizer(WatchedCluster watched, String uid) {
        return watched.service(uid)
                .filter(entry -> !entry.service().getMetadata().getFinalizers().contains(watched.served().finalizer()))
                .isPresent();
    }

    /** The same with the current times until which deleted Services keep their finalizer. */
    KnownState guarded(KnownState known) {
        ClusterState cluster = known.cluster().clusterState();
        return known.with(new KnownState.Cluster(known.cluster().watched(), cluster, known.cluster().unfinalized(),
                guarded(cluster, known.memory().guard())));
    }

    /** Until when deleted Services keep their finalizer, by name. */
    private Map<String, Instant> guarded(ClusterState cluster, DeletionGuard guard) {
        Map<String, Instant> guarded = new HashMap<>();
        cluster.services()
                .stream()
                .filter(service -> !service.wanted())
                .forEach(service -> guard.until(service.subject(), settle)
                        .ifPresent(until -> guarded.put(service.subject(), until)));
        return guarded;
    }
}
