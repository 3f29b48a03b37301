package io.azureccm.common.core.draining;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * The reasons for which nodes are drained, and a time for each: how long a leaving node stays in the pools without new
 * connections, or how long another one must have had the reason before. Reasons that are not in the map are ignored. Pure.
 */
public record DrainPolicy(Map<DrainReason, Duration> times) {
    /** Nodes leave pools at once, and are members without an admin state until then. */
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
