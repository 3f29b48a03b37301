package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.service.reconcile.known.event.Reported;
import io.azureccm.service.status.ServiceResult;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What this leader remembers: failed writes, what Azure refused and for which Services, other failures, the last results of Services (by
 * UID), the batch that is collected, pending updates for node changes, removals above a limit, what earlier turns saw, what may exist of
 * deleted Services, written conditions, what was reported, and the rejections that the last plan was made with.
 */
public record Memory(WriteMemory writes, Rejections rejections, IpTagRefusals ipTags, AddressRefusals addresses,
        Retries retries,
        Map<String, ServiceResult> results, Batch batch, NodeRollout nodes, RemovalMemory removals, Seen seen,
        DeletionGuard guard, Conditions conditions, Reported reported, Rejections plannedWith) {
    public static final Memory NONE = begin(Instant.MIN);

    /** This instance starts to lead. */
    public static Memory begin(Instant now) {
        return new Memory(WriteMemory.NONE, Rejections.NONE, IpTagRefusals.NONE, AddressRefusals.NONE, Retries.NONE,
                Map.of(), Batch.NONE, NodeRollout.NONE, RemovalMemory.NONE, Seen.NOTHING, DeletionGuard.begin(now),
                Conditions.NONE, Reported.NONE, Rejections.NONE);
    }

    /**
     * What earlier turns saw of the cluster: nodes that are drained, nodes that take traffic, and the Services, by UID, that already have
     * their finalizer, whether the watch shows it or not.
     */
    public record Seen(DrainingNodes draining, SeenNodes nodes, Set<String> finalized) {
        public static final Seen NOTHING = new Seen(DrainingNodes.NONE, SeenNodes.UNKNOWN, Set.of());

        public Seen {
            finalized = Set.copyOf(finalized);
        }

        public Seen finalized(String uid) {
            Set<String> next = new HashSet<>(finalized);
            next.add(uid);
            return new Seen(draining, nodes, next);
        }
    }

    /** When the conditions of failing Services are written, and what was written to Nodes about draining. */
    public record Conditions(FailureConditions failures, DrainConditionWrites drains) {
        public static final Conditions NONE = new Conditions(FailureConditions.NONE, DrainConditionWrites.NONE);

        public Conditions with(FailureConditions next) {
            return next.equals(failures) ? this : new Conditions(next, drains);
        }

        public Conditions with(DrainConditionWrites next) {
            return new Conditions(failures, next);
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

        public NodeRollout updated(String uid, boolean inVain) {
            Set<String> rest = new HashSet<>(waiting);
            rest.remove(uid);
            return new NodeRollout(names, rest, since, served + 1, inVain ? failed + 1 : failed);
        }

        public NodeRollout retain(Set<String> uids) {
            if (uids.containsAll(waiting))
                return this;
            Set<String> rest = new HashSet<>(waiting);
            rest.retainAll(uids);
            return new NodeRollout(names, rest, since, served, failed);
        }
    }

    public Memory {
        results = Map.copyOf(results);
    }

    public Memory with(WriteMemory next) {
        return new Memory(next, rejections, ipTags, addresses, retries, results, batch, nodes, removals, seen, guard,
                conditions, reported, plannedWith);
    }

    public Memory with(Rejections next) {
        return new Memory(writes, next, ipTags, addresses, retries, results, batch, nodes, removals, seen, guard,
                conditions, reported, plannedWith);
    }

    public Memory with(IpTagRefusals next) {
        return new Memory(writes, rejections, next, addresses, retries, results, batch, nodes, removals, seen, guard,
                conditions, reported, plannedWith);
    }

    public Memory with(AddressRefusals next) {
        return new Memory(writes, rejections, ipTags, next, retries, results, batch, nodes, removals, seen, guard,
                conditions, reported, plannedWith);
    }

    public Memory with(Retries next) {
        return new Memory(writes, rejections, ipTags, addresses, next, results, batch, nodes, removals, seen, guard,
                conditions, reported, plannedWith);
    }

    public Memory with(Map<String, ServiceResult> next) {
        return new Memory(writes, rejections, ipTags, addresses, retries, next, batch, nodes, removals, seen, guard,
                conditions, reported, plannedWith);
    }

    public Memory with(Batch next) {
        return new Memory(writes, rejections, ipTags, addresses, retries, results, next, nodes, removals, seen, guard,
                conditions, reported, plannedWith);
    }

    public Memory with(NodeRollout next) {
        return new Memory(writes, rejections, ipTags, addresses, retries, results, batch, next, removals, seen, guard,
                conditions, reported, plannedWith);
    }

    public Memory with(RemovalMemory next) {
        return new Memory(writes, rejections, ipTags, addresses, retries, results, batch, nodes, next, seen, guard,
                conditions, reported, plannedWith);
    }

    public Memory with(Seen next) {
        return new Memory(writes, rejections, ipTags, addresses, retries, results, batch, nodes, removals, next, guard,
                conditions, reported, plannedWith);
    }

    public Memory with(DeletionGuard next) {
        return new Memory(writes, rejections, ipTags, addresses, retries, results, batch, nodes, removals, seen, next,
                conditions, reported, plannedWith);
    }

    public Memory with(Conditions next) {
        return new Memory(writes, rejections, ipTags, addresses, retries, results, batch, nodes, removals, seen, guard,
                next, reported, plannedWith);
    }

    public Memory with(Reported next) {
        return new Memory(writes, rejections, ipTags, addresses, retries, results, batch, nodes, removals, seen, guard,
                conditions, next, plannedWith);
    }

    /** The last plan was made with these rejections. */
    public Memory planned(Rejections with) {
        return new Memory(writes, rejections, ipTags, addresses, retries, results, batch, nodes, removals, seen, guard,
                conditions, reported, with);
    }

    /** Whether a plan of what is known now would differ from the last one in what is tried. */
    public boolean isToBePlannedAgain() {
        return !rejections.equals(plannedWith);
    }
}
