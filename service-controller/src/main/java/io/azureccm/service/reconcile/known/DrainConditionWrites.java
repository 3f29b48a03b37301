package io.azureccm.service.reconcile.known;

import io.azureccm.common.core.condition.ShownCondition;
import io.azureccm.common.core.shared.Copies;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The conditions that were last written to Nodes about draining, by name, and until when the watch should show each. Immutable. */
public record DrainConditionWrites(Map<String, Write> writes) {
    public static final DrainConditionWrites NONE = new DrainConditionWrites(Map.of());
    /** The time in which the watch shows a write, and after which a failed write is retried. */
    private static final Duration PAUSE = Duration.ofSeconds(30);

    /** What was written, or was to be. */
    public record Write(ShownCondition wanted, Instant until) {}

    public DrainConditionWrites {
        writes = Map.copyOf(writes);
    }

    /** Without those that the watch shows by now, or that failed. */
    public DrainConditionWrites at(Instant now) {
        return new DrainConditionWrites(Copies.retained(writes, (node, write) -> now.isBefore(write.until())));
    }

    public DrainConditionWrites with(String node, ShownCondition wanted, Instant now) {
        return new DrainConditionWrites(Copies.with(writes, node, new Write(wanted, now.plus(PAUSE))));
    }

    public boolean isWritten(String node, ShownCondition wanted) {
        Write write = writes.get(node);
        return write != null && write.wanted().reason().equals(wanted.reason())
                && write.wanted().message().equals(wanted.message());
    }

    /** When a possibly failed write is checked again. */
    public Optional<Instant> due() {
        return writes.values().stream().map(Write::until).min(Instant::compareTo);
    }
}
