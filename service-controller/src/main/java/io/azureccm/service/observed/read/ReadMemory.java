package io.azureccm.service.observed.read;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.shared.Copies;
import io.azureccm.common.snapshot.Outdated;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is remembered between reads besides the responses: what is read again when the next refresh begins; what is outdated, although the
 * responses may be young; why resource groups with public IPs could not be read in this refresh, by name in lower case; the private link
 * services to list; and resources while no operation ran on them.
 */
public record ReadMemory(Set<ArmId> atNextRefresh, Outdated outdated, Map<String, String> unreadableGroups,
        PrivateLinkLists privateLinks, SettledStates settled) {
    /** The attempts to list the group of the cluster, so that a cluster without the permission stops trying. */
    private static final int FIRST_READS = 5;

    public static final ReadMemory NOTHING = new ReadMemory(Set.of(), Outdated.NOTHING, Map.of(),
            new PrivateLinkLists(Set.of(), Set.of(), Set.of(), FIRST_READS, Map.of()), SettledStates.NONE);

    public ReadMemory {
        atNextRefresh = Set.copyOf(atNextRefresh);
        unreadableGroups = Map.copyOf(unreadableGroups);
    }

    /**
     * Collections of private link services: those that are read; those of them that were empty in this refresh, and in the one before it
     * ({@code emptyBefore}): a list may be older than what was seen, so one that is empty is read once more; how many refreshes may still list the
     * one of the cluster for the first time; and why collections, and what else only some Services need, could not be read in this refresh.
     */
    public record PrivateLinkLists(Set<ArmId> watched, Set<ArmId> empty, Set<ArmId> emptyBefore, int firstRefreshes,
            Map<ArmId, String> problems) {
        public PrivateLinkLists {
            watched = Set.copyOf(watched);
            empty = Set.copyOf(empty);
            emptyBefore = Set.copyOf(emptyBefore);
            problems = Map.copyOf(problems);
        }

        PrivateLinkLists with(ReadFindings findings) {
            Set<ArmId> none = findings.noPrivateLinks();
            Set<ArmId> next = Copies.without(Copies.with(watched, findings.privateLinks()),
                    Copies.retained(emptyBefore, none));
            return new PrivateLinkLists(next, Copies.with(empty, none), emptyBefore,
                    findings.isOwnGroupListed() ? 0 : firstRefreshes,
                    Copies.with(problems, findings.problems()));
        }

        /** {@code own}: the collection of the cluster's group. */
        PrivateLinkLists nextRefresh(ArmId own) {
            return new PrivateLinkLists(watched, Set.of(), empty,
                    problems.containsKey(own) ? Math.max(0, firstRefreshes - 1) : firstRefreshes, Map.of());
        }
    }

    /** A refresh begins at this moment of the store: what could not be read may be readable now; {@code own} as in the lists. */
    ReadMemory nextRefresh(ArmId own, long moment) {
        return new ReadMemory(Set.of(), outdated.with(atNextRefresh, moment), Map.of(), privateLinks.nextRefresh(own),
                settled);
    }

    /** These are read again when the next refresh begins. */
    public ReadMemory again(Collection<ArmId> ids) {
        return new ReadMemory(Copies.with(atNextRefresh, ids), outdated, unreadableGroups, privateLinks, settled);
    }

    public ReadMemory with(Outdated next) {
        return new ReadMemory(atNextRefresh, next, unreadableGroups, privateLinks, settled);
    }

    public ReadMemory with(SettledStates next) {
        return next == settled
                ? this
                : new ReadMemory(atNextRefresh, outdated, unreadableGroups, privateLinks, next);
    }

    public ReadMemory with(ReadFindings findings) {
        if (findings.isNothing())
            return this;
        return new ReadMemory(Copies.with(atNextRefresh, findings.atNextRefresh()), outdated,
                Copies.with(unreadableGroups, findings.unreadableGroups()), privateLinks.with(findings), settled);
    }

    /** Why the public IPs of a resource group could not be read in this refresh. */
    Optional<String> problem(String group) {
        return Optional.ofNullable(unreadableGroups.get(PublicIpGroups.lower(group)));
    }
}
