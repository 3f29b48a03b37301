package io.azureccm.common.boot.leader;

import io.azureccm.common.exec.WriteFence;
import java.time.Duration;
import java.util.Optional;

/**
 * How it is decided which instance leads. What it decides is published as Spring Integration's leader events; the fence is
 * asked before every write and may know of a loss before the event has arrived.
 */
public interface Election {
    /** For people: {@code lease kube-system/azure-service-controller}. */
    String decidedBy();

    WriteFence fence();

    /** Whether an instance that is granted the work leads. False in a dry run, which only plans, beside any leader. */
    default boolean leads() {
        return true;
    }

    /** Who leads as far as is known ("" if that is not known), and what keeps this instance from finding out. */
    record Standing(String holder, Optional<String> problem) {}

    default Standing standing() {
        return new Standing("", Optional.empty());
    }

    /**
     * Whether the leader of this term may begin, and write: the answer to a term may change until it is {@link Clearance#CLEARED}.
     */
    default Clearance clearance(long term) {
        return Clearance.CLEARED;
    }

    /** What is known of other programs at the same work. */
    default HandOver handOver() {
        return HandOver.NOBODY_ELSE;
    }

    void start();

    /** Stands down for good and lets others lead at once, if that can be said within the time. */
    void stop(Duration longest);
}
