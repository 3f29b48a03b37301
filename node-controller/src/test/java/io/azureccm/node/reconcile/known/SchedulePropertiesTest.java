package io.azureccm.node.reconcile.known;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.BeforeTry;

/** Whenever a node changes, it is planned within ten seconds after each change, and no more often than promised. */
class SchedulePropertiesTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final Duration ECHO = Duration.ofMillis(300);
    private static final List<Integer> MILLIS = List.of(0, 1, 50, 50, 900, 9_900, 10_000, 10_001, 95_000, 200_000);

    private final List<Instant> planned = new ArrayList<>();
    private Instant now;
    private Schedule schedule;

    @BeforeTry
    void begin() {
        planned.clear();
        now = BEGIN;
        schedule = Schedule.NONE;
    }

    @Property
    void eachChangeIsFollowedByAPlanWithinTenSecondsAndPlansAreFew(@ForAll long seed) {
        Random random = new Random(seed);
        List<Instant> changes = changes(random, () -> {});
        for (Instant change : changes)
            assertThat(planned).as("plan after the change at %s", change)
                    .anyMatch(plan -> !plan.isBefore(change) && !plan.isAfter(change.plus(PAUSE)));
        assertThat(tooMany()).as("spans with more plans than promised").isEmpty();
        assertThat(planned).as("the first ten changes are planned at once").containsAll(changes.subList(0, 10));
    }

    /** Retries, refreshed addresses and the echo of a write. */
    @Property
    void whatElseIsDueDelaysNoChange(@ForAll long seed) {
        Random random = new Random(seed);
        List<Instant> changes = changes(random, () -> {
            switch (random.nextInt(6)) {
                case 0 -> {
                    // A write follows a plan.
                    if (planned.contains(now))
                        schedule = schedule.notBefore(now.plus(ECHO));
                }
                case 1 -> schedule = schedule.dueAt(now);
                case 2 -> {
                    Instant retry = now.plusMillis(any(random));
                    schedule = retry.isBefore(schedule.dueAt()) ? schedule.dueAt(retry) : schedule;
                }
                default -> schedule = schedule.refreshing(random.nextBoolean());
            }
        });
        for (Instant change : changes)
            assertThat(planned).as("plan after the change at %s", change)
                    .anyMatch(plan -> !plan.isBefore(change) && !plan.isAfter(change.plus(PAUSE).plus(ECHO)));
    }

    private List<String> tooMany() {
        List<String> spans = new ArrayList<>();
        for (int first = 0; first < planned.size(); first++) {
            for (int last = first; last < planned.size(); last++) {
                Duration span = Duration.between(planned.get(first), planned.get(last));
                if (last - first + 1L > 10 + span.toMillis() / PAUSE.toMillis())
                    spans.add(planned.get(first) + " to " + planned.get(last));
            }
        }
        return spans;
    }

    /** The times of random changes, each of which is planned when it is due; what else happens, happens between them. */
    private List<Instant> changes(Random random, Runnable between) {
        List<Instant> changes = new ArrayList<>();
        int slowest = 1 + random.nextInt(MILLIS.size());
        for (int i = 0; i < 40; i++) {
            advance(now.plusMillis(MILLIS.get(random.nextInt(slowest))));
            schedule = schedule.changed(now);
            changes.add(now);
            between.run();
            plan();
        }
        advance(now.plusSeconds(1_000));
        return changes;
    }

    private static int any(Random random) {
        return MILLIS.get(random.nextInt(MILLIS.size()));
    }

    private void advance(Instant until) {
        while (!schedule.next().isAfter(until)) {
            now = now.isAfter(schedule.next()) ? now : schedule.next();
            plan();
        }
        now = until;
    }

    private void plan() {
        if (schedule.next().isAfter(now))
            return;
        planned.add(now);
        schedule = schedule.planned();
    }
}
