package io.azureccm.common.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Receives every write to ARM from the writer, so that later reads are at least as new as the write. */
public interface WriteSink {
    /** A PUT is about to be sent: responses to reads that begin from now on may already show its result, or something newer. */
    default void sending(ArmId target) {
        // Only matters to those who also know responses to reads.
    }

    /** The write that was about to be sent had no effect: ARM has denied it, or it was not sent. */
    default void denied(ArmId target) {
        // Only matters to those who also know responses to reads.
    }

    /** ARM has completed a PUT. */
    void written(ArmId target, ObjectNode body);

    /** ARM has accepted a PUT: the body may lack fields that ARM fills in until the operation completes. */
    void accepted(ArmId target, ObjectNode body);

    /**
     * The resource no longer has this etag, since ARM denied it or accepted a write: a response that shows it is outdated. Not called
     * for a write whose result is reported as {@link #written} or {@link #accepted}.
     */
    default void superseded(ArmId target, String etag) {
        // Only matters to those who also know responses to reads.
    }

    /** The resource was deleted. */
    void deleted(ArmId target);

    /** The current state of the resource is unknown: the next read must go to ARM. */
    void doubtful(ArmId target);

    /**
     * The state ({@code Updating}, {@code Deleting}) in which the target, or its parent, was last seen because of an
     * operation that was in progress and is not an own operation that has ended since; empty if it was settled or never seen.
     */
    default Optional<String> underWay(ArmId target) {
        return Optional.empty();
    }
}
