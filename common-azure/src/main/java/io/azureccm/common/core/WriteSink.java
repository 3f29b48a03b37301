package io.azureccm.common.core;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Is told of every write to ARM by the one who writes, so that later reads are at least as new as the write. */
public interface WriteSink {
    /** ARM confirmed a PUT; {@code isFinal} false says that the body may lack what ARM fills in until the operation ends. */
    void written(ArmId target, ObjectNode body, boolean isFinal);

    /** The resource is gone. */
    void deleted(ArmId target);

    /** Nobody knows what the resource looks like now: the next read must go to ARM. */
    void doubtful(ArmId target);
}
