package io.azureccm.common.core.preview;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Step;

/**
 * A write to an object of the cluster: {@code subject} is the object as users name it in flags and refusals, {@code object}
 * as lines of a plan name it. {@code changesAddress}: an address in the object is removed or replaced.
 */
public record ClusterWrite(Change.Kind kind, String subject, String object, String what, Cause cause,
        boolean changesAddress) {
    /** The same as a step of a plan. */
    public Step step() {
        return new Step(Step.Kind.KUBERNETES, object, what, cause, "");
    }
}
