package io.azureccm.common.core.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RefusalSearchTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Outcome.Rejected REFUSED = new Outcome.Rejected(400, "SomethingNew", "odd");

    /** A resource with one element for each object, written until nothing is left; Azure refuses it with the bad ones. */
    private static final class Resource {
        final Set<String> bad;
        final Set<String> open;
        final Set<String> removals;
        final Set<String> written = new HashSet<>();
        final List<Set<String>> refusedWrites = new ArrayList<>();
        int accepted;
        int bound = RefusedWrites.BURST;
        RefusalSearch search = RefusalSearch.NONE;

        Resource(List<String> adds, List<String> removes, Set<String> bad) {
            this.bad = bad;
            this.open = new TreeSet<>(adds);
            this.removals = new TreeSet<>(removes);
        }

        void write() {
            for (int turns = 0; turns < 1_000; turns++) {
                List<String> adds = open.stream().filter(this::isTried).toList();
                List<String> removes = removals.stream().filter(this::isTried).toList();
                Set<String> all = new TreeSet<>(adds);
                all.addAll(removes);
                if (all.isEmpty()) {
                    if (search.waiting().isEmpty())
                        return;
                    search = search.next();
                } else if (all.stream().anyMatch(bad::contains)) {
                    refusedWrites.add(all);
                    search = search.after(new RefusalSearch.Attempt(adds, removes, Set.of(), false), REFUSED, NOW,
                            left());
                } else {
                    written.addAll(all);
                    open.removeAll(all);
                    removals.removeAll(all);
                    accepted++;
                    search = search.accepted(all, NOW, left());
                }
            }
            throw new AssertionError("the search does not end");
        }

        private int left() {
            return bound - refusedWrites.size();
        }

        private boolean isTried(String key) {
            return search.of(key).isEmpty() && !search.isWaiting(key);
        }
    }

    /** A sharer of a public IP is part of each of its writes, also of those that change nothing for it. */
    @Test
    void objectForWhichNothingIsWrittenAloneIsNotSuspectedTogetherWithOthers() {
        RefusalSearch.Attempt both = new RefusalSearch.Attempt(List.of("idle", "bad"), List.of(), Set.of(), false);
        RefusalSearch search = RefusalSearch.NONE.after(both, REFUSED, NOW);
        assertThat(search.isWaiting("bad")).isTrue();

        search = search.next();
        assertThat(search.isWaiting("bad")).isFalse();

        assertThat(search.after(both, REFUSED, NOW).refused()).containsOnlyKeys("bad");
    }

    @Test
    void removalThatCannotBeWrittenDoesNotHideWhatIsRefused() {
        RefusalSearch.Attempt both = new RefusalSearch.Attempt(List.of("bad"), List.of("leaves"), Set.of(), false);
        RefusalSearch search = RefusalSearch.NONE.after(both, REFUSED, NOW).next();
        assertThat(search.after(both, REFUSED, NOW).refused()).containsOnlyKeys("bad");
    }

    @Test
    void objectThatChangesIsSuspectedAgain() {
        RefusalSearch.Attempt both = new RefusalSearch.Attempt(List.of("idle", "other"), List.of(), Set.of(), false);
        RefusalSearch search = RefusalSearch.NONE.after(both, REFUSED, NOW).next().changed(Set.of("idle"), Set.of());
        assertThat(search.after(both, REFUSED, NOW).refused()).isEmpty();
        assertThat(search.accepted(Set.of("idle", "other"), NOW).isEmpty()).isTrue();
    }

    @Property(tries = 300)
    void othersAreWrittenAndExactlyTheBadOnesAreFound(@ForAll Random random,
            @ForAll @IntRange(min = 1, max = 60) int adds,
            @ForAll @IntRange(max = 10) int removes, @ForAll @IntRange(max = 5) int bad) {
        List<String> names = names(adds + removes);
        Set<String> culprits = new HashSet<>();
        for (int i = 0; i < bad; i++)
            culprits.add(names.get(random.nextInt(names.size())));
        Resource resource = new Resource(names.subList(0, adds), names.subList(adds, names.size()), culprits);

        resource.write();

        Set<String> others = new HashSet<>(names);
        others.removeAll(culprits);
        assertThat(resource.search.refused().keySet()).isEqualTo(culprits);
        assertThat(resource.written).isEqualTo(others);
    }

    @Property(tries = 100)
    void oneAmongAHundredIsFoundWithinTheBoundOfRefusedWrites(@ForAll @IntRange(max = 99) int bad) {
        Resource resource = new Resource(names(100), List.of(), Set.of(names(100).get(bad)));

        resource.write();

        assertThat(resource.refusedWrites).hasSizeLessThanOrEqualTo(RefusedWrites.BURST);
    }

    @Property(tries = 300)
    void oneAmongManyIsFoundWithinAnyBoundOfTwoOrMoreRefusedWritesWithAcceptedWritesInstead(@ForAll Random random,
            @ForAll @IntRange(min = 2, max = 400) int count, @ForAll @IntRange(min = 2, max = 8) int bound) {
        List<String> names = names(count);
        Resource resource = new Resource(names, List.of(), Set.of(names.get(random.nextInt(count))));
        resource.bound = bound;

        resource.write();

        assertThat(resource.refusedWrites).hasSizeLessThanOrEqualTo(bound);
        assertThat(resource.written).hasSize(count - 1);
        assertThat(resource.accepted).isLessThanOrEqualTo(count / (1 << bound - 2) + bound);
    }

    @Property(tries = 100)
    void withARemovalOneAmongFourHundredCostsSevenRefusedWrites(@ForAll @IntRange(max = 399) int bad) {
        Resource resource = new Resource(names(400), List.of("gone"), Set.of(names(400).get(bad)));
        resource.bound = RefusedWrites.BURST - 1;

        resource.write();

        assertThat(resource.refusedWrites).hasSizeLessThanOrEqualTo(RefusedWrites.BURST - 1);
        assertThat(resource.accepted).isLessThanOrEqualTo(20);
    }

    @Test
    void removalsAreWrittenFirst() {
        RefusalSearch search = RefusalSearch.NONE.after(
                new RefusalSearch.Attempt(List.of("a", "b"), List.of("gone"), Set.of(), false), REFUSED, NOW);

        assertThat(search.allWaiting()).containsExactlyInAnyOrder("a", "b");
        assertThat(search.refused()).isEmpty();
    }

    @Test
    void objectsThatAzureNamesForSureAreNotSearched() {
        RefusalSearch search = RefusalSearch.NONE.after(
                new RefusalSearch.Attempt(List.of("a", "b", "c"), List.of("d"), Set.of("b", "x"), true), REFUSED, NOW);

        assertThat(search.refused()).containsOnlyKeys("b");
        assertThat(search.waiting()).isEmpty();
    }

    @Test
    void suspectedObjectsAreTriedLast() {
        RefusalSearch search = RefusalSearch.NONE.after(
                new RefusalSearch.Attempt(List.of("a", "b", "c"), List.of(), Set.of("a"), false), REFUSED, NOW);

        assertThat(search.waiting()).containsExactly(Set.of("a"));
    }

    @Test
    void changedObjectThatIsRefusedAgainCostsTheOthersOneWrite() {
        RefusalSearch found = RefusalSearch.NONE.found(Set.of("bad"), REFUSED, NOW).changed(Set.of("bad"), Set.of());
        assertThat(found.of("bad")).isEmpty();

        RefusalSearch again = found
                .after(new RefusalSearch.Attempt(List.of("a", "b", "bad"), List.of(), Set.of(), false), REFUSED, NOW);

        assertThat(again.waiting()).containsExactly(Set.of("bad"));
    }

    @Test
    void acceptedRetryReleasesThoseThatWereRefusedForTheSameReason() {
        Outcome.Rejected other = new Outcome.Rejected(403, "RequestDisallowedByPolicy", "denied");
        RefusalSearch search = RefusalSearch.NONE.found(Set.of("a", "b", "c"), REFUSED, NOW)
                .found(Set.of("z"), other, NOW)
                .retrying(Set.of("a"), NOW);
        assertThat(search.isWaiting("a")).isTrue();

        RefusalSearch served = search.next().accepted(Set.of("a"), NOW);

        assertThat(served.refused()).containsOnlyKeys("b", "c", "z");
        assertThat(served.waiting()).containsExactly(Set.of("b", "c"));
        assertThat(served.of("z")).isPresent();
    }

    @Test
    void leastRecentlyTriedObjectIsRetriedFirstAndNoneWhileASearchGoesOn() {
        RefusalSearch search = RefusalSearch.NONE.found(Set.of("b"), REFUSED, NOW)
                .found(Set.of("a"), REFUSED, NOW.plusSeconds(1));

        assertThat(search.nextRetry(key -> true)).contains("b");
        assertThat(search.nextRetry("a"::equals)).contains("a");
        assertThat(search.retrying(Set.of("a"), NOW).nextRetry(key -> true)).isEmpty();
    }

    @Test
    void forgottenObjectsDoNotKeepAGroupWaiting() {
        RefusalSearch search = RefusalSearch.NONE.after(
                new RefusalSearch.Attempt(List.of("a", "b"), List.of(), Set.of(), false), REFUSED, NOW);
        assertThat(search.allWaiting()).containsExactly("b");

        assertThat(search.keeping("a"::equals)).isEqualTo(RefusalSearch.NONE);
    }

    /** A group is halved in its order: older objects have their turn first, in every process. */
    @Test
    void groupsKeepTheirOrder() {
        List<String> oldest = names(24).reversed();
        RefusalSearch search = RefusalSearch.NONE.after(
                new RefusalSearch.Attempt(oldest, List.of(), Set.of(), false), REFUSED, NOW);
        RefusalSearch rest = search.keeping(key -> !key.equals(oldest.getLast()));

        assertThat(search.tried()).containsExactlyElementsOf(oldest.subList(0, 12));
        assertThat(rest.waiting().getFirst()).containsExactlyElementsOf(oldest.subList(12, 23));
    }

    @Test
    void objectsThatAreTriedAgainAreInTheOrderOfTheirNames() {
        RefusalSearch found = RefusalSearch.NONE.found(names(12), REFUSED, NOW);

        assertThat(found.retrying(Set.copyOf(names(12)), NOW).waiting().getFirst())
                .containsExactlyElementsOf(names(12));
        assertThat(found.changed(Set.copyOf(names(12)), Set.copyOf(names(12))).waiting().getFirst())
                .containsExactlyElementsOf(names(12));
    }

    private static List<String> names(int count) {
        return IntStream.range(1_000, 1_000 + count).mapToObj(number -> "s" + number).toList();
    }
}
