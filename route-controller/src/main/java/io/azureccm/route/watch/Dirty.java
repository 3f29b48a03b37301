package io.azureccm.route.watch;

import java.util.Set;
import java.util.TreeSet;

/** The nodes that changed since the last pass, by name. */
public record Dirty(Set<String> nodes) {
    public static final Dirty NOTHING = new Dirty(Set.of());

    public Dirty {
        nodes = Set.copyOf(nodes);
    }

    public static Dirty node(String name) {
        return new Dirty(Set.of(name));
    }

    public Dirty and(Dirty other) {
        Set<String> both = new TreeSet<>(nodes);
        both.addAll(other.nodes);
        return new Dirty(both);
    }
}
