package io.azureccm.common.core.shadow;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.shadow.ShadowReport.Ended;
import io.azureccm.common.core.shadow.ShadowReport.Found;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares what the planner wants with what another controller left, check by check, and only at rest: an object that has not
 * changed for the settle time agrees if two consecutive checks find nothing to do for it, and differs if the same difference
 * persists for as long, in a resource that has not changed in the meantime. Pure: time comes with the checks. Not thread-safe.
 */
public final class ShadowComparison {
    private static final int KEPT = 20;

    /** A value, and since when it has been unchanged. */
    private record Since(Object value, Instant at) {
        static Since of(Since before, Object value, Instant now) {
            return before != null && Objects.equals(before.value, value) ? before : new Since(value, now);
        }
    }

    /** An object: what the planner knows of it, since when it has been known, and whether it was compared since the last gap. */
    private static final class Subject {
        private Since value;
        private Instant known;
        private boolean free;
        private boolean compared;
    }

    /** A persisting difference: since when, in how many consecutive checks, and whether it counts. */
    private static final class OpenDifference {
        private final Instant since;
        private int checks;
        private boolean judged;

        OpenDifference(Instant since) {
            this.since = since;
        }
    }

    private final ShadowTiming timing;
    private final KnownDifferences catalogue;
    private final Gaps gaps;
    private final Map<String, Subject> subjects = new TreeMap<>();
    private final Map<String, Since> resources = new HashMap<>();
    private final Deque<Ended> ended = new ArrayDeque<>();
    private Map<Difference, OpenDifference> open = new LinkedHashMap<>();
    private Set<String> inUse = Set.of();
    private String noun;
    private long comparisons;
    private long checks;

    /** {@code noun}: what is compared, such as {@code Service}; {@code now}: the start of the observation. */
    public ShadowComparison(ShadowTiming timing, KnownDifferences catalogue, String noun, Instant now) {
        this.timing = timing;
        this.catalogue = catalogue;
        this.noun = noun;
        this.gaps = new Gaps(now);
    }

    /** Adds a check; checks must be added in order of time. */
    public void add(ShadowCheck check) {
        checks++;
        noun = check.preview().noun();
        if (!check.isComplete()) {
            gap(check.at(), String.join("; ", check.preview().unread().stream().limit(3).toList()));
            return;
        }
        if (gaps.seen(check.at(), timing.longestPause()))
            subjects.values().forEach(each -> each.compared = false);
        know(check);
        Set<String> differing = differ(check);
        for (Map.Entry<String, Subject> each : subjects.entrySet()) {
            boolean free = !differing.contains(each.getKey());
            Subject subject = each.getValue();
            boolean agrees = free && subject.free && rests(each.getKey(), check.at());
            if (agrees || isJudged(each.getKey()))
                compared(each.getKey(), subject);
            subject.free = free;
        }
    }

    /** Something could not be observed. */
    public void gap(Instant now, String why) {
        gaps.open(now, why);
        subjects.values().forEach(each -> each.free = false);
        open.values().forEach(each -> each.checks = 0);
    }

    private void compared(String name, Subject subject) {
        subject.compared = true;
        if (!name.equals(ShadowCheck.WHOLE))
            comparisons++;
    }

    private void know(ShadowCheck check) {
        subjects.keySet().retainAll(check.objects().keySet());
        check.objects().forEach((name, object) -> {
            Subject subject = subjects.computeIfAbsent(name, same -> new Subject());
            if (subject.known == null)
                subject.known = check.at();
            subject.value = Since.of(subject.value, object.value(), check.at());
        });
        check.resources()
                .forEach((key, digest) -> resources.put(key, Since.of(resources.get(key), digest, check.at())));
        resources.keySet().retainAll(check.resources().keySet());
        inUse = check.addressesInUse();
    }

    /** Updates the differences, and returns the objects concerned. */
    private Set<String> differ(ShadowCheck check) {
        Map<Difference, OpenDifference> now = new LinkedHashMap<>();
        Set<String> differing = new HashSet<>();
        for (Difference difference : Differences.of(check)) {
            OpenDifference found = Optional.ofNullable(open.get(difference))
                    .orElseGet(() -> new OpenDifference(check.at()));
            found.checks++;
            found.judged |= found.checks > 1 && isSettled(difference, found, check.at());
            now.put(difference, found);
            differing.addAll(named(difference));
        }
        open.forEach((difference, stood) -> {
            if (stood.judged && !now.containsKey(difference) && explanation(difference).isEmpty())
                ended.addFirst(new Ended(difference, stood.since, check.at()));
        });
        while (ended.size() > KEPT)
            ended.removeLast();
        open = now;
        return differing;
    }

    private boolean isSettled(Difference difference, OpenDifference found, Instant now) {
        boolean objects = named(difference).stream().allMatch(name -> rests(name, now));
        Since resource = resources.get(difference.key());
        boolean rests = has(timing.settle(), found.since, now)
                && (resource == null || has(timing.settle(), resource.at(), now));
        return objects && (rests || has(timing.patience(), found.since, now));
    }

    /** A difference without an object concerns the cluster as a whole. */
    private static Set<String> named(Difference difference) {
        return difference.subjects().isEmpty() ? Set.of(ShadowCheck.WHOLE) : difference.subjects();
    }

    private boolean rests(String name, Instant now) {
        Subject subject = subjects.get(name);
        return subject == null || has(timing.settle(), subject.value.at(), now);
    }

    private static boolean has(Duration longEnough, Instant since, Instant now) {
        return !since.plus(longEnough).isAfter(now);
    }

    private boolean isJudged(String name) {
        List<OpenDifference> own = open.entrySet()
                .stream()
                .filter(each -> named(each.getKey()).contains(name))
                .map(Map.Entry::getValue)
                .toList();
        return !own.isEmpty() && own.stream().allMatch(each -> each.judged);
    }

    private Optional<List<String>> explanation(Difference difference) {
        return catalogue.explaining(difference, inUse);
    }

    /** The result of all checks so far. */
    public ShadowReport report(Instant now) {
        List<Found> explained = new ArrayList<>();
        List<Found> unexplained = new ArrayList<>();
        List<Difference> pending = new ArrayList<>();
        open.forEach((difference, found) -> {
            Optional<List<String>> anchors = explanation(difference);
            if (!found.judged)
                pending.add(difference);
            else if (anchors.isPresent())
                explained.add(new Found(difference, found.since, anchors.get()));
            else
                unexplained.add(new Found(difference, found.since, List.of()));
        });
        String why = unexplained.isEmpty() ? undecided(now) : unexplained.size() + " differences without explanation";
        Verdict verdict = !unexplained.isEmpty() ? Verdict.FAIL : why.isEmpty() ? Verdict.PASS : Verdict.UNDECIDED;
        return new ShadowReport(verdict, why, gaps.since(), now, gaps.unbroken(), counts(), explained, unexplained,
                pending, List.copyOf(ended), gaps.all());
    }

    private ShadowReport.Counts counts() {
        List<Subject> objects = subjects.entrySet()
                .stream()
                .filter(each -> !each.getKey().equals(ShadowCheck.WHOLE))
                .map(Map.Entry::getValue)
                .toList();
        return new ShadowReport.Counts(noun, objects.size(),
                (int) objects.stream().filter(each -> each.compared).count(),
                comparisons, checks);
    }

    /** What prevents a PASS; "" for nothing. */
    private String undecided(Instant now) {
        Optional<Instant> unbroken = gaps.unbroken();
        if (unbroken.isEmpty())
            return gaps.all().isEmpty() ? "nothing has been checked yet" : "gap: " + gaps.all().getFirst().why();
        Instant last = gaps.lastSeen();
        if (has(timing.longestPause(), last, now))
            return "no check since " + last;
        if (!has(timing.observe(), unbroken.get(), last))
            return "observed without a gap for " + Duration.between(unbroken.get(), last).toSeconds() + " of "
                    + timing.observe().toSeconds() + " s";
        if (counts().known() == 0)
            return "there is no " + noun + " to compare";
        List<String> never = subjects.entrySet()
                .stream()
                .filter(each -> !each.getValue().compared && has(timing.observe(), each.getValue().known, last))
                .map(each -> each.getKey().equals(ShadowCheck.WHOLE) ? "the cluster as a whole" : each.getKey())
                .toList();
        return never.isEmpty()
                ? ""
                : never.size() + " not compared, since they keep changing: " + PrintableText.some(never, 5);
    }
}
