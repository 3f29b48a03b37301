package io.azureccm.common.core.draining;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * For which reasons nodes are drained, and each time: how long a node that leaves stays in the pools without new connections, or how
 * long another one must have had the reason before. A reason that is not in it does not count. Pure.
 */
public record DrainPolicy(Map<DrainReason, Duration> times) {
    /** Nodes leave pools at once, and are members without a state until then. */
    public static final DrainPolicy NONE = new DrainPolicy(Map.of());

    public DrainPolicy {
        times = times.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(times));
    }

    public boolean isNone() {
        return times.isEmpty();
    }

    public Set<DrainReason> reasons() {
        return times.keySet();
    }

    public Duration time(DrainReason reason) {
        return times.get(reason);
    }
}
