package io.azureccm.common.exec;

import java.util.Optional;

/** Is asked immediately before every write whether this process may still write; an answer says why not. */
@FunctionalInterface
public interface WriteFence {
    /** For an app that runs without leader election. */
    WriteFence OPEN = Optional::empty;

    Optional<String> refusal();
}
