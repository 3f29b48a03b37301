package io.azureccm.common.exec;

import java.util.Optional;

/** Checked immediately before every write: empty if this process may still write, otherwise the reason why not. */
@FunctionalInterface
public interface WriteFence {
    /** For an app that runs without leader election. */
    WriteFence OPEN = Optional::empty;

    Optional<String> refusal();
}
