package io.azureccm.service.reconcile.known.refusal;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.refusal.RefusalSearch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * When Services that Azure refuses are tried again: at most one of each resource at a time, if no search goes on there, enough attempts are
 * left, and no other one was refused just now. A Service that several resources refuse is retried with all of them.
 */
record RefusalRetries(Rejections rejections, Instant now) {
    /** So many attempts must be left. */
    static final int ATTEMPTS = 4;
    /** The pause between retries of several refused Services, which are mostly refused for one reason. */
    private static final Duration PAUSE = Duration.ofSeconds(30);

    /** Retries those that are {@code due}, by UID, the least recently tried first. */
    Rejections of(Set<String> due) {
        Rejections next = rejections;
        Set<ArmId> taken = new HashSet<>();
        for (String uid : leastRecentFirst(due)) {
            Set<ArmId> resources = refusing(uid);
            if (!resources.stream().allMatch(resource -> !taken.contains(resource) && isPossible(resource)))
                continue;
            taken.addAll(resources);
            for (ArmId resource : resources)
                next = next.retrying(resource, uid, now);
        }
        return next;
    }

    private List<String> leastRecentFirst(Set<String> due) {
        Map<String, Instant> tried = new HashMap<>();
        rejections.searches()
                .values()
                .forEach(search -> search.refused()
                        .forEach((uid, refused) -> tried.merge(uid, refused.since(),
                                (one, other) -> one.isBefore(other) ? one : other)));
        return due.stream()
                .filter(tried::containsKey)
                .sorted(Comparator.comparing((String uid) -> tried.get(uid)).thenComparing(uid -> uid))
                .toList();
    }

    private Set<ArmId> refusing(String uid) {
        return rejections.searches()
                .entrySet()
                .stream()
                .filter(each -> each.getValue().of(uid).isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean isPossible(ArmId resource) {
        return rejections.searches().get(resource).waiting().isEmpty() && waits(resource).isEmpty();
    }

    /** Until when no refused Service of this resource is retried. */
    private Optional<Instant> waits(ArmId resource) {
        RefusalSearch search = rejections.searches().getOrDefault(resource, RefusalSearch.NONE);
        Optional<Instant> pause = search.refused().size() < 2
                ? Optional.empty()
                : search.lastRefusal().map(at -> at.plus(PAUSE)).filter(now::isBefore);
        return Stream.of(pause, rejections.attempts().waits(resource, ATTEMPTS, now))
                .flatMap(Optional::stream)
                .max(Instant::compareTo);
    }

    /** When a retry that is due, or any write that has to wait, may be sent. */
    Optional<Instant> next() {
        List<Instant> moments = new ArrayList<>();
        for (ArmId resource : rejections.attempts().resources()) {
            Stream.of(waits(resource), rejections.attempts().waits(resource, Rejections.FOR_REMOVALS, now),
                    rejections.attempts().waits(resource, Rejections.FOR_WRITES, now))
                    .flatMap(Optional::stream)
                    .forEach(moments::add);
        }
        rejections.scopes().nextDue(now).ifPresent(moments::add);
        return moments.stream().min(Instant::compareTo);
    }
}
