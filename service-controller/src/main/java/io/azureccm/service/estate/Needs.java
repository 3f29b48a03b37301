package io.azureccm.service.estate;

import io.azureccm.common.core.ArmId;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a planner found it has to know and was not told: subnets, the zones of the region, and collections (scale sets,
 * instances of one) that are older than a node they should show. The reader reads it and the planner is asked again.
 */
public record Needs(Set<ArmId> subnets, boolean zones, Set<ArmId> outdated) {
    public static final Needs NONE = new Needs(Set.of(), false, Set.of());

    public Needs {
        subnets = Set.copyOf(subnets);
        outdated = Set.copyOf(outdated);
    }

    public boolean isEmpty() {
        return subnets.isEmpty() && !zones && outdated.isEmpty();
    }

    public Needs and(Needs more) {
        return new Needs(union(subnets, more.subnets), zones || more.zones, union(outdated, more.outdated));
    }

    /** What is needed here and not in {@code others}. */
    public Needs without(Needs others) {
        Set<ArmId> openSubnets = new TreeSet<>(subnets);
        openSubnets.removeAll(others.subnets);
        Set<ArmId> openCollections = new TreeSet<>(outdated);
        openCollections.removeAll(others.outdated);
        return new Needs(openSubnets, zones && !others.zones, openCollections);
    }

    /** The same, with only these collections to be read anew. */
    public Needs onlyOutdated(Set<ArmId> collections) {
        return new Needs(subnets, zones, collections);
    }

    private static Set<ArmId> union(Set<ArmId> one, Set<ArmId> two) {
        Set<ArmId> both = new TreeSet<>(one);
        both.addAll(two);
        return both;
    }
}
