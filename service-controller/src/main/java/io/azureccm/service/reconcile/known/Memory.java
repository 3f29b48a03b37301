package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.reconcile.known.event.Reported;
import io.azureccm.service.reconcile.known.refusal.AddressRefusals;
import io.azureccm.service.reconcile.known.refusal.IpTagRefusals;
import io.azureccm.service.reconcile.known.refusal.Refusals;
import io.azureccm.service.reconcile.known.refusal.Rejections;
import io.azureccm.service.status.ServiceResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What this leader remembers: what it writes, what Azure refused, the results of Services, what earlier turns saw of the cluster, and what
 * was reported to it. The parts of the first three are reached directly, too.
 */
public record Memory(Writing writing, Refusals refusals, ServiceProgress services, Seen seen, Conditions conditions,
        Reported reported) {
    public static final Memory NONE = begin(Instant.MIN);

    /** This instance starts to lead. */
    public static Memory begin(Instant now) {
        return new Memory(
                new Writing(WriteMemory.NONE, Batch.NONE, RemovalMemory.NONE, DeletionGuard.begin(now)),
                Refusals.NONE, new ServiceProgress(Retries.NONE, Map.of(), NodeRollout.NONE), Seen.NOTHING,
                Conditions.NONE, Reported.NONE);
    }

    /**
     * What is written to Azure: failed writes and those under way, the batch that is collected, removals above a limit, and what may exist
     * of deleted Services.
     */
    public record Writing(WriteMemory writes, Batch batch, RemovalMemory removals, DeletionGuard guard) {}

    /** Services by UID: when the next attempt is due, and the last result; and pending updates for node changes. */
    public record ServiceProgress(Retries retries, Map<String, ServiceResult> results, NodeRollout nodes) {
        public ServiceProgress {
            results = Map.copyOf(results);
        }
    }

    /**
     * What earlier turns saw of the cluster: nodes that are drained, nodes that take traffic, and the Services, by UID, that already have
     * their finalizer, which the watch does not show yet.
     */
    public record Seen(DrainingNodes draining, SeenNodes nodes, Set<String> finalized) {
        public static final Seen NOTHING = new Seen(DrainingNodes.NONE, SeenNodes.UNKNOWN, Set.of());

        public Seen {
            finalized = Set.copyOf(finalized);
        }

        public Seen finalized(String uid) {
            return new Seen(draining, nodes, Copies.with(finalized, Set.of(uid)));
        }
    }

    /** When the conditions of failing Services are written, what was written to Nodes about draining, and what Azure says of backends. */
    public record Conditions(FailureConditions failures, DrainConditionWrites drains, KnownBackendHealth backends) {
        public static final Conditions NONE = new Conditions(FailureConditions.NONE, DrainConditionWrites.NONE,
                KnownBackendHealth.NONE);

        public Conditions with(FailureConditions next) {
            return next.equals(failures) ? this : new Conditions(next, drains, backends);
        }

        public Conditions with(DrainConditionWrites next) {
            return new Conditions(failures, next, backends);
        }

        public Conditions with(KnownBackendHealth next) {
            return new Conditions(failures, drains, next);
        }
    }

    /**
     * Since when a new address waits for others before its load balancer is written, and how often the wait ended before all of them were
     * there.
     */
    public record Batch(Optional<Instant> since, int partial) {
        public static final Batch NONE = new Batch(Optional.empty(), 0);
    }

    /**
     * The names of the nodes that take traffic, since they changed; the Services, by UID, that are not updated yet; and how many were,
     * successfully or not.
     */
    public record NodeRollout(List<String> names, Set<String> waiting, Instant since, int served, int failed) {
        public static final NodeRollout NONE = new NodeRollout(List.of(), Set.of(), Instant.MIN);

        public NodeRollout(List<String> names, Set<String> waiting, Instant since) {
            this(names, waiting, since, 0, 0);
        }

        public NodeRollout {
            names = List.copyOf(names);
            waiting = Set.copyOf(waiting);
        }

        public NodeRollout updated(String uid) {
            return new NodeRollout(names, Copies.without(waiting, Set.of(uid)), since, served + 1, failed);
        }

        public NodeRollout notUpdated(String uid) {
            return new NodeRollout(names, Copies.without(waiting, Set.of(uid)), since, served + 1, failed + 1);
        }

        public NodeRollout retain(Set<String> uids) {
            return new NodeRollout(names, Copies.retained(waiting, uids), since, served, failed);
        }
    }

    public WriteMemory writes() {
        return writing.writes();
    }

    public Batch batch() {
        return writing.batch();
    }

    public RemovalMemory removals() {
        return writing.removals();
    }

    public DeletionGuard guard() {
        return writing.guard();
    }

    public Rejections rejections() {
        return refusals.rejections();
    }

    public IpTagRefusals ipTags() {
        return refusals.ipTags();
    }

    public AddressRefusals addresses() {
        return refusals.addresses();
    }

    public Retries retries() {
        return services.retries();
    }

    /** The last results of Services, by UID. */
    public Map<String, ServiceResult> results() {
        return services.results();
    }

    public NodeRollout nodes() {
        return services.nodes();
    }

    public Memory with(WriteMemory next) {
        return with(new Writing(next, batch(), removals(), guard()));
    }

    public Memory with(Batch next) {
        return with(new Writing(writes(), next, removals(), guard()));
    }

    public Memory with(RemovalMemory next) {
        return with(new Writing(writes(), batch(), next, guard()));
    }

    public Memory with(DeletionGuard next) {
        return with(new Writing(writes(), batch(), removals(), next));
    }

    /** What Azure refused of Services that have changed since the write of this resource was sent says nothing about what they request now. */
    public Memory withoutOutdated(ArmId target, WriteMemory before, ClusterState cluster, Instant now) {
        Set<String> subjects = before.outdated().getOrDefault(target, Set.of());
        Set<String> changed = cluster.uids(service -> subjects.contains(service.subject()));
        return changed.isEmpty()
                ? this
                : with(writes().keeping(write -> !write.operation().target().equals(target)
                        || write.isOfWholeResource()))
                        .with(rejections().changed(changed, cluster, now))
                        .with(ipTags().changed(changed));
    }

    private Memory with(Writing next) {
        return new Memory(next, refusals, services, seen, conditions, reported);
    }

    public Memory with(Rejections next) {
        return with(refusals.with(next));
    }

    public Memory with(IpTagRefusals next) {
        return with(refusals.with(next));
    }

    public Memory with(AddressRefusals next) {
        return with(refusals.with(next));
    }

    public Memory with(Refusals next) {
        return new Memory(writing, next, services, seen, conditions, reported);
    }

    public Memory with(Retries next) {
        return with(new ServiceProgress(next, results(), nodes()));
    }

    public Memory with(Map<String, ServiceResult> next) {
        return with(new ServiceProgress(retries(), next, nodes()));
    }

    public Memory with(NodeRollout next) {
        return with(new ServiceProgress(retries(), results(), next));
    }

    private Memory with(ServiceProgress next) {
        return new Memory(writing, refusals, next, seen, conditions, reported);
    }

    public Memory with(Seen next) {
        return new Memory(writing, refusals, services, next, conditions, reported);
    }

    public Memory with(Conditions next) {
        return new Memory(writing, refusals, services, seen, next, reported);
    }

    public Memory with(Reported next) {
        return new Memory(writing, refusals, services, seen, conditions, next);
    }
}
