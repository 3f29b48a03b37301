package io.azureccm.common.core.refusal;

import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.shared.Copies;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Isolates the objects (Services or nodes, by a key of the caller) whose part of one shared resource Azure refuses, so that the resource is
 * written for all others. Objects that Azure names are {@code refused} at once. Otherwise the objects of a refused write are tried in
 * smaller groups, one after the other: first those that only remove something, then those that were never refused before, then the older
 * half. {@code waiting} are the groups that are not tried yet, the next one last. {@code tried}: if a write of all these is accepted, the
 * next group contains a refused object, because both were refused together; empty if that is not known. {@code skipped}: these had their
 * turn, and nothing was written for them; if a write with others is refused, the others are suspected. They may be in the next group to wait,
 * when they need a write for that group first. Immutable.
 */
public record RefusalSearch(Map<String, Refused> refused, List<Set<String>> waiting, Set<String> tried,
        Set<String> skipped) {
    public static final RefusalSearch NONE = new RefusalSearch(Map.of(), List.of());
    private static final int MAX_HALVINGS = 30;

    /**
     * Why Azure refuses one object, and when it last did or was last asked. {@code isRetried}: the object is, or will be, part of a write again;
     * until then the resource is written without its change.
     */
    public record Refused(Outcome.Rejected reason, Instant since, boolean isRetried) {}

    /**
     * The objects of a refused write: those for which it {@code adds} something, in the order in which they take precedence, those for
     * which it only {@code removes} something, and those that the refusal names; {@code isCertain}: it is about these alone.
     */
    public record Attempt(List<String> adds, List<String> removes, Set<String> named, boolean isCertain) {
        public Attempt {
            adds = List.copyOf(adds);
            removes = List.copyOf(removes);
            Set<String> all = new HashSet<>(adds);
            all.addAll(removes);
            all.retainAll(named);
            named = Set.copyOf(all);
        }

        private Attempt without(Set<String> keys) {
            return new Attempt(adds.stream().filter(key -> !keys.contains(key)).toList(),
                    removes.stream().filter(key -> !keys.contains(key)).toList(), named, isCertain);
        }

        private boolean isEmpty() {
            return adds.isEmpty() && removes.isEmpty();
        }
    }

    public RefusalSearch {
        refused = Map.copyOf(refused);
        waiting = waiting.stream().map(RefusalSearch::inOrder).toList();
        tried = inOrder(tried);
        skipped = Set.copyOf(skipped);
    }

    /** A group is halved in its order, which must be the same in every process. */
    private static Set<String> inOrder(Collection<String> group) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(group));
    }

    private RefusalSearch(Map<String, Refused> refused, List<Set<String>> waiting) {
        this(refused, waiting, Set.of(), Set.of());
    }

    /** A write was refused. */
    public RefusalSearch after(Attempt attempt, Outcome.Rejected reason, Instant now) {
        return after(attempt, reason, now, MAX_HALVINGS);
    }

    /**
     * The same with a bound: {@code left} writes of the search may still be refused. The groups are so small that a single refused object
     * is found within the bound, with more accepted writes instead.
     */
    public RefusalSearch after(Attempt attempt, Outcome.Rejected reason, Instant now, int left) {
        int count = attempt.adds().size() + attempt.removes().size();
        if (count == 0)
            return this;
        if (attempt.isCertain() && !attempt.named().isEmpty())
            return found(attempt.named(), reason, now);
        Attempt suspects = attempt.without(skipped);
        if (!suspects.isEmpty() && !suspects.equals(attempt))
            return after(suspects, reason, now, left);
        if (count == 1)
            return found(attempt.adds().isEmpty() ? attempt.removes() : attempt.adds(), reason, now).following();
        if (!attempt.adds().isEmpty() && !attempt.removes().isEmpty())
            return holding(attempt.adds(), attempt.removes());
        List<String> all = attempt.adds().isEmpty() ? attempt.removes() : attempt.adds();
        List<String> suspected = all.stream()
                .filter(key -> attempt.named().contains(key) || refused.containsKey(key))
                .toList();
        if (!suspected.isEmpty() && suspected.size() < all.size())
            return holding(suspected, all.stream().filter(key -> !suspected.contains(key)).toList());
        int first = first(all.size(), left);
        return holding(all.subList(first, all.size()), all.subList(0, first));
    }

    /** How many of these to try first: half of them, or as many as can be searched if one more write is refused. */
    private static int first(int size, int left) {
        int most = 1 << Math.clamp(left - 1, 0, MAX_HALVINGS);
        return Math.min((size + 1) / 2, most);
    }

    /** These objects are refused, whatever else is found. */
    public RefusalSearch found(Collection<String> keys, Outcome.Rejected reason, Instant now) {
        Map<String, Refused> next = new HashMap<>(refused);
        keys.forEach(key -> next.put(key, new Refused(reason, now, false)));
        return new RefusalSearch(next, without(keys::contains));
    }

    private RefusalSearch holding(Collection<String> group, Collection<String> others) {
        List<Set<String>> groups = new ArrayList<>(without(group::contains));
        groups.add(inOrder(group));
        return new RefusalSearch(refused, groups, inOrder(others), Set.of());
    }

    /** A write for these objects was accepted: the next group has its turn, and so have those that were refused for the same reason. */
    public RefusalSearch accepted(Collection<String> keys, Instant now) {
        return accepted(keys, now, MAX_HALVINGS);
    }

    /** The same with a bound, as above. */
    public RefusalSearch accepted(Collection<String> keys, Instant now, int left) {
        if (refused.isEmpty() && waiting.isEmpty())
            return NONE;
        Set<String> codes = new HashSet<>();
        Map<String, Refused> next = new HashMap<>(refused);
        keys.forEach(key -> Optional.ofNullable(next.remove(key)).ifPresent(was -> codes.add(was.reason().code())));
        Set<String> again = new HashSet<>();
        next.forEach((key, each) -> {
            if (!each.isRetried() && codes.contains(each.reason().code()))
                again.add(key);
        });
        RefusalSearch after = new RefusalSearch(next, waiting, tried, skipped);
        after = !tried.isEmpty() && keys.containsAll(tried) ? after.nextOfRefused(left) : after.following();
        return again.isEmpty() ? after : after.retrying(again, now);
    }

    /** Whether any of these objects may belong to the group that has its turn. */
    public boolean isTryingAnyOf(Set<String> keys) {
        return keys.stream()
                .anyMatch(key -> tried.isEmpty() ? !isWaiting(key) && of(key).isEmpty() : tried.contains(key));
    }

    /** Nothing is left to be written for the objects that are tried now: the next group has its turn. */
    public RefusalSearch next() {
        return waiting.isEmpty() ? this : following(tried);
    }

    /**
     * The same; {@code blocked}: objects that cannot be written without those that wait. The next group is then tried without them, and they
     * follow: if nothing has to be written for the group alone, what Azure refuses is theirs.
     */
    public RefusalSearch next(Set<String> blocked) {
        boolean isSwapped = !skipped.isEmpty() && skipped.stream().allMatch(this::isWaiting);
        if (waiting.isEmpty() || isSwapped || tried.stream().noneMatch(blocked::contains))
            return next();
        List<Set<String>> groups = new ArrayList<>(waiting);
        Set<String> turn = groups.removeLast();
        groups.add(tried);
        return new RefusalSearch(refused, groups, turn, tried);
    }

    private RefusalSearch following() {
        return waiting.isEmpty() ? this : following(Set.of());
    }

    private RefusalSearch following(Set<String> unwritten) {
        return new RefusalSearch(refused, waiting.subList(0, waiting.size() - 1), Set.of(), unwritten);
    }

    /** The next group is refused as a whole, so only a part of it has its turn. */
    private RefusalSearch nextOfRefused(int left) {
        if (waiting.isEmpty() || waiting.getLast().size() == 1)
            return following();
        List<String> all = List.copyOf(waiting.getLast());
        int first = first(all.size(), left);
        return following().holding(all.subList(first, all.size()), all.subList(0, first));
    }

    /** Nothing has to be written for the objects that are tried again: they do not need the resource any more. */
    public RefusalSearch withoutRetried() {
        return keeping(key -> !isRetried(key));
    }

    /** These refused objects are tried once more, together and after everything else. */
    public RefusalSearch retrying(Set<String> keys, Instant now) {
        Map<String, Refused> next = new HashMap<>(refused);
        keys.forEach(key -> next.computeIfPresent(key, (same, each) -> new Refused(each.reason(), now, true)));
        List<Set<String>> groups = new ArrayList<>();
        groups.add(new TreeSet<>(keys));
        groups.addAll(without(keys::contains));
        return new RefusalSearch(next, groups);
    }

    /** These objects changed: they are tried at once, except those of {@code last} that were refused before: apart, after everything else. */
    public RefusalSearch changed(Collection<String> keys, Set<String> last) {
        if (keys.stream().noneMatch(key -> refused.containsKey(key) || isWaiting(key) || skipped.contains(key)))
            return this;
        Map<String, Refused> next = new HashMap<>(refused);
        keys.forEach(key -> next.computeIfPresent(key,
                (same, each) -> new Refused(each.reason(), each.since(), true)));
        List<Set<String>> groups = new ArrayList<>(without(keys::contains));
        Set<String> apart = keys.stream()
                .filter(last::contains)
                .filter(refused::containsKey)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!apart.isEmpty())
            groups.addFirst(apart);
        return new RefusalSearch(next, groups);
    }

    /** Forgets all other objects. */
    public RefusalSearch keeping(Predicate<String> keys) {
        if (refused.keySet().stream().allMatch(keys) && waiting.stream().flatMap(Set::stream).allMatch(keys)
                && skipped.stream().allMatch(keys))
            return this;
        return new RefusalSearch(Copies.retained(refused, (key, each) -> keys.test(key)), without(keys.negate()));
    }

    private List<Set<String>> without(Predicate<String> keys) {
        List<Set<String>> groups = new ArrayList<>();
        for (Set<String> group : waiting) {
            Set<String> rest = new LinkedHashSet<>(group);
            rest.removeIf(keys);
            if (!rest.isEmpty())
                groups.add(rest);
        }
        return groups;
    }

    /** Why the resource is written without a change of this object; empty if it is not. */
    public Optional<Refused> of(String key) {
        return Optional.ofNullable(refused.get(key)).filter(each -> !each.isRetried());
    }

    /** Whether the object was refused before and is tried again. */
    public boolean isRetried(String key) {
        return refused.containsKey(key) && refused.get(key).isRetried();
    }

    /** Whether all objects of the next group were refused before. */
    public boolean isNextRetried() {
        return !waiting.isEmpty() && waiting.getLast().stream().allMatch(this::isRetried);
    }

    /** Whether the object is not part of writes until its group has its turn. */
    public boolean isWaiting(String key) {
        return waiting.stream().anyMatch(group -> group.contains(key));
    }

    /** The objects of groups that are not tried yet. */
    public Set<String> allWaiting() {
        Set<String> all = new HashSet<>();
        waiting.forEach(all::addAll);
        return all;
    }

    /** The refused object, of those given, that was tried least recently; empty while a search goes on. */
    public Optional<String> nextRetry(Predicate<String> due) {
        if (!waiting.isEmpty())
            return Optional.empty();
        return refused.entrySet()
                .stream()
                .filter(each -> !each.getValue().isRetried() && due.test(each.getKey()))
                .min(Map.Entry.<String, Refused>comparingByValue(Comparator.comparing(Refused::since))
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey);
    }

    /** When one of the refused objects was last refused or tried. */
    public Optional<Instant> lastRefusal() {
        return refused.values().stream().map(Refused::since).max(Comparator.naturalOrder());
    }

    public boolean isEmpty() {
        return refused.isEmpty() && waiting.isEmpty() && skipped.isEmpty();
    }
}
