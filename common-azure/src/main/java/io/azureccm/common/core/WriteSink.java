package io.azureccm.common.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Is told of every write to ARM by the one who writes, so that later reads are at least as new as the write. */
public interface WriteSink {
    /** ARM confirmed a PUT; {@code isFinal} false says that the body may lack what ARM fills in until the operation ends. */
    void written(ArmId target, ObjectNode body, boolean isFinal);

    /** The resource is gone. */
    void deleted(ArmId target);

    /** Nobody knows what the resource looks like now: the next read must go to ARM. */
    void doubtful(ArmId target);

    /**
     * What the target, or the whole it is a part of, was last seen doing ({@code Updating}, {@code Deleting}) by an operation that
     * had not ended and was none of ours that has ended since; empty when it was settled or was never seen.
     */
    default Optional<String> underWay(ArmId target) {
        return Optional.empty();
    }
}
