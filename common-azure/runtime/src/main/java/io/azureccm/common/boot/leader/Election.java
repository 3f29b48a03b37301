package io.azureccm.common.boot.leader;

import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.leader.LeaseObservation;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which instance leads. Decisions are published as Spring Integration's leader events. The fence is checked before
 * every write and may know of a loss of leadership before the event has arrived.
 */
public interface Election {
    /** For users: {@code lease kube-system/azure-service-controller}. */
    String decidedBy();

    WriteFence fence();

    /** True if an instance that is granted the work leads. False in a dry run, which only plans and runs next to any leader. */
    default boolean leads() {
        return true;
    }

    /** Whether another instance has led before this one: it may have written until this one began. */
    default boolean isSuccessor() {
        return false;
    }

    /** The number of renewals of the lease by this instance as the leader for which it had to be read first. */
    default long slowRenewals() {
        return 0;
    }

    /** The leader as far as known ("" if unknown), and the problem that keeps this instance from finding out. */
    record LeaderState(String holder, Optional<String> problem) {}

    default LeaderState leader() {
        return new LeaderState("", Optional.empty());
    }

    /** What was seen of the lease, for a process that takes the place of this one; empty without a lease. */
    default Optional<LeaseObservation> observation() {
        return Optional.empty();
    }

    /** The same for the leases of other programs, by their names. */
    default Map<String, LeaseObservation> otherObservations() {
        return Map.of();
    }

    /**
     * Whether the leader of this term may begin and write. The answer for a term may change until it is
     * {@link HandOverState#CLEARED}.
     */
    default HandOverState handOverState(long term) {
        return HandOverState.CLEARED;
    }

    /** What is known of other programs that do the same work. */
    default HandOver handOver() {
        return HandOver.NOBODY_ELSE;
    }

    void start();

    /** Stands down permanently and lets others lead at once, if the release can be written within the time. */
    void stop(Duration longest);
}
