package io.azureccm.common.core.removal;

import io.azureccm.common.core.shared.Copies;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How much one plan may remove: a number for each kind, and for each pool a number or percentage of its members. A kind
 * without an entry has no limit. Removals above a limit are held as a whole, so that it is clear what was removed.
 */
public record RemovalLimits(Map<Removal.Kind, Limit> limits) {
    public static final RemovalLimits NONE = new RemovalLimits(Map.of());

    /** A number, or a percentage of what exists. */
    public record Limit(int max, boolean percent) {
        /** {@code 10} or {@code 25%}; empty for anything else. */
        public static Optional<Limit> parse(String text) {
            if (!text.matches("[0-9]{1,6}%?"))
                return Optional.empty();
            boolean percent = text.endsWith("%");
            int max = Integer.parseInt(percent ? text.substring(0, text.length() - 1) : text);
            return percent && max > 100 ? Optional.empty() : Optional.of(new Limit(max, percent));
        }

        boolean allows(int taken, int there) {
            return percent ? taken * 100L <= (long) max * there : taken <= max;
        }
    }

    public RemovalLimits {
        limits = Map.copyOf(limits);
    }

    public boolean isNone() {
        return limits.isEmpty();
    }

    /** The same with this limit for a kind. */
    public RemovalLimits with(Removal.Kind kind, int max) {
        return new RemovalLimits(Copies.with(limits, kind, new Limit(max, false)));
    }

    /** The same if this number of this kind has already been removed. */
    public RemovalLimits less(Removal.Kind kind, int taken) {
        Limit limit = limits.get(kind);
        if (limit == null || taken == 0)
            return this;
        Map<Removal.Kind, Limit> rest = new EnumMap<>(limits);
        rest.put(kind, new Limit(Math.max(0, limit.max() - taken), limit.percent()));
        return new RemovalLimits(rest);
    }

    /** What exceeds a limit. {@code sizes}: the number of members of each pool, by {@link Removal#of}. */
    public Removals above(Collection<Removal> planned, Map<String, Integer> sizes) {
        Map<Removal.Kind, Map<String, List<Removal>>> counted = new EnumMap<>(Removal.Kind.class);
        for (Removal removal : planned) {
            String together = removal.kind() == Removal.Kind.POOL_MEMBER ? removal.of() : "";
            counted.computeIfAbsent(removal.kind(), kind -> new TreeMap<>(String.CASE_INSENSITIVE_ORDER))
                    .computeIfAbsent(together, none -> new ArrayList<>())
                    .add(removal);
        }
        List<Removal> above = new ArrayList<>();
        counted.forEach((kind, groups) -> groups.forEach((name, taken) -> {
            Limit limit = limits.get(kind);
            if (limit != null && !limit.allows(taken.size(), sizes.getOrDefault(name, taken.size())))
                above.addAll(taken);
        }));
        return Removals.of(above);
    }
}
