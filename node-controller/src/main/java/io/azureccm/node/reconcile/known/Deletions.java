package io.azureccm.node.reconcile.known;

import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalMemory;
import io.azureccm.node.plan.Decision;
import io.azureccm.node.plan.NodeChange;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Recently deleted nodes, by name, whose machines are gone, and the state of held deletions. Nodes are decided one by
 * one as answers about machines arrive, so all deletions within {@link #WINDOW} count as one plan, and a held deletion
 * stays held.
 */
public record Deletions(Map<String, Instant> lately, RemovalMemory removals) {
    public static final Deletions NONE = new Deletions(Map.of(), RemovalMemory.NONE);
    /** Deletions within this time are counted together. */
    public static final Duration WINDOW = Duration.ofMinutes(10);
    /** How often the machine of a held Node is looked up again, since it may be back. */
    private static final Duration CHECK_INTERVAL = Duration.ofMinutes(1);

    public Deletions {
        lately = Map.copyOf(lately);
    }

    /** Decisions in which held deletions are replaced by a later check, and the assessment. */
    public record Assessed(SortedMap<String, Decision> decisions, RemovalMemory.Assessment assessment) {}

    public Assessed assess(KnownState known, SortedMap<String, Decision> decisions, RemovalLimits limits, Instant now) {
        if (limits.isNone())
            return new Assessed(decisions, RemovalMemory.Assessment.NONE);
        Set<Removal> planned = new TreeSet<>();
        Stream.concat(removals.held().all().stream(), removals.inUse().stream())
                .filter(each -> stays(known, decisions, each.name()))
                .forEach(planned::add);
        decisions.forEach((name, decision) -> {
            if (deletes(decision))
                planned.add(removal(name));
        });
        RemovalLimits left = limits.less(Removal.Kind.NODE, countOthers(planned, now));
        RemovalMemory.Assessment assessment = removals.assess(left, List.copyOf(planned), Map.of(),
                removals.held());
        SortedMap<String, Decision> assessed = new TreeMap<>(decisions);
        assessed.replaceAll((name, decision) -> deletes(decision) && assessment.held().contains(removal(name))
                ? decision.held(now.plus(CHECK_INTERVAL))
                : decision);
        return new Assessed(assessed, assessment);
    }

    /** A deletion that is planned again because it has failed is not one more. */
    private int countOthers(Set<Removal> planned, Instant now) {
        return (int) lately.entrySet()
                .stream()
                .filter(each -> each.getValue().plus(WINDOW).isAfter(now) && !planned.contains(removal(each.getKey())))
                .count();
    }

    /**
     * The state after a turn; {@code remembered} is what is held now. Approved deletions do not count against later
     * ones.
     */
    public Deletions after(SortedMap<String, Decision> decisions, RemovalMemory remembered, Instant now) {
        Map<String, Instant> next = new HashMap<>(lately);
        next.values().removeIf(at -> !at.plus(WINDOW).isAfter(now));
        decisions.forEach((name, decision) -> {
            if (deletes(decision)
                    && remembered.known().values().stream().noneMatch(each -> each.contains(removal(name))))
                next.put(name, now);
        });
        return new Deletions(next, remembered);
    }

    public Deletions approved(Set<String> hashes) {
        return new Deletions(lately, removals.approved(hashes));
    }

    /** Whether the deletion of this Node is held. */
    public boolean isHeld(String name) {
        return removals.held().contains(removal(name));
    }

    /**
     * A deletion stays held, or approved while its machine is looked up once more, until the machine is seen, or the
     * Node is ready or gone.
     */
    private static boolean stays(KnownState known, SortedMap<String, Decision> decisions, String name) {
        Decision decision = decisions.get(name);
        return known.nodes().containsKey(name)
                && (decision == null || decision.history().search().absent().isPresent());
    }

    private static boolean deletes(Decision decision) {
        return decision.change().filter(NodeChange::deletes).isPresent();
    }

    private static Removal removal(String name) {
        return new Removal(Removal.Kind.NODE, "", name, Set.of(name));
    }
}
