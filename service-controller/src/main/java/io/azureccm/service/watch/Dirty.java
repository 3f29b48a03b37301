package io.azureccm.service.watch;

import java.util.Set;
import java.util.TreeSet;

/** What changed since the last pass: Services by UID, and whether nodes did. */
public record Dirty(Set<String> services, boolean nodes) {
    public static final Dirty NODES = new Dirty(Set.of(), true);
    public static final Dirty NOTHING = new Dirty(Set.of(), false);

    public Dirty {
        services = Set.copyOf(services);
    }

    public static Dirty service(String uid) {
        return new Dirty(Set.of(uid), false);
    }

    public Dirty and(Dirty other) {
        Set<String> both = new TreeSet<>(services);
        both.addAll(other.services);
        return new Dirty(both, nodes || other.nodes);
    }
}
