package io.azureccm.service.observed;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.shared.Copies;
import java.util.Collection;
import java.util.Set;

/**
 * What a planner needs and the observed state lacks: subnets, private link services (by the collection of a resource group), the zones of
 * the region, load balancers and public IPs that their list may show as an element that cannot be identified, and what is outdated:
 * collections that do not show a node yet, a subnet that is to be written. The reader reads it, and the planner runs again.
 */
public record MissingReads(Set<ArmId> subnets, Set<ArmId> privateLinks, boolean zones, Set<ArmId> singles,
        Set<ArmId> outdated) {
    public static final MissingReads NONE = new MissingReads(Set.of(), Set.of(), false, Set.of(), Set.of());

    public MissingReads {
        subnets = Set.copyOf(subnets);
        privateLinks = Set.copyOf(privateLinks);
        singles = Set.copyOf(singles);
        outdated = Set.copyOf(outdated);
    }

    public static MissingReads ofZones() {
        return new MissingReads(Set.of(), Set.of(), true, Set.of(), Set.of());
    }

    public static MissingReads ofSubnet(ArmId subnet) {
        return new MissingReads(Set.of(subnet), Set.of(), false, Set.of(), Set.of());
    }

    public static MissingReads ofPrivateLinks(Set<ArmId> collections) {
        return new MissingReads(Set.of(), collections, false, Set.of(), Set.of());
    }

    public static MissingReads ofSingles(Set<ArmId> resources) {
        return new MissingReads(Set.of(), Set.of(), false, resources, Set.of());
    }

    /** What is known but outdated: collections, and subnets that are to be written. */
    public static MissingReads ofOutdated(Set<ArmId> ids) {
        return NONE.onlyOutdated(ids);
    }

    public static MissingReads of(Collection<MissingReads> all) {
        return all.stream().reduce(NONE, MissingReads::and);
    }

    public boolean isEmpty() {
        return subnets.isEmpty() && privateLinks.isEmpty() && !zones && singles.isEmpty() && outdated.isEmpty();
    }

    public MissingReads and(MissingReads more) {
        return new MissingReads(Copies.with(subnets, more.subnets), Copies.with(privateLinks, more.privateLinks),
                zones || more.zones, Copies.with(singles, more.singles),
                Copies.with(outdated, more.outdated));
    }

    /** What is missing here and not in {@code others}. */
    public MissingReads without(MissingReads others) {
        return new MissingReads(Copies.without(subnets, others.subnets),
                Copies.without(privateLinks, others.privateLinks), zones && !others.zones,
                Copies.without(singles, others.singles), Copies.without(outdated, others.outdated));
    }

    /** What is still missing when everything is read again: nothing is known to be outdated, and lists may be complete then. */
    public MissingReads ofNextRefresh() {
        return new MissingReads(subnets, privateLinks, zones, Set.of(), Set.of());
    }

    /** A copy with only these collections to be read again. */
    public MissingReads onlyOutdated(Set<ArmId> collections) {
        return new MissingReads(subnets, privateLinks, zones, singles, collections);
    }
}
