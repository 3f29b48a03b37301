package io.azureccm.common.resilience.budget;

import static io.azureccm.common.resilience.budget.BudgetFixture.of;
import static io.azureccm.common.resilience.budget.BudgetFixture.put;
import static io.azureccm.common.resilience.budget.BudgetFixture.told;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.http.ArmExchange.Kind;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds whatever is asked for, answered, refused, and whenever. */
class BudgetPropertiesTest {
    private static final double GRAIN = 1e-3;

    /** Some time goes by, then something happens. */
    record Step(int millis, Act act, CallPriority priority) {}

    enum Act {
        ASK, ASK_MANY, LOWER, REFUSE
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(Arbitraries.integers().between(0, 4_000),
                Arbitraries.frequencyOf(Tuple.of(6, Arbitraries.just(Act.ASK)),
                        Tuple.of(4, Arbitraries.just(Act.ASK_MANY)),
                        Tuple.of(1, Arbitraries.just(Act.LOWER)),
                        Tuple.of(1, Arbitraries.just(Act.REFUSE))),
                Arbitraries.of(CallPriority.class)).as(Step::new).list().ofMaxSize(60);
    }

    @Property(tries = 200)
    void neverMoreThanTheSizeAndWhatFillsUpInAnyTime(@ForAll("steps") List<Step> steps,
            @ForAll @DoubleRange(min = 0.1, max = 20) double rate, @ForAll @IntRange(min = 1, max = 40) int burst) {
        List<Long> sent = play(new BudgetFixture(BudgetFixture.writes(rate, burst, 0.2)), steps);

        assertWithin(sent, burst, rate);
    }

    @Property(tries = 100)
    void threeAppsTogetherKeepWithinAFifthMoreThanTheLimitInAnyTenSeconds(@ForAll("steps") List<Step> one,
            @ForAll("steps") List<Step> two, @ForAll("steps") List<Step> three) {
        List<Long> all = new ArrayList<>();
        List<List<Step>> each = List.of(one, two, three);
        for (App app : App.values()) {
            all.addAll(play(new BudgetFixture(BudgetSettings.of(app)), each.get(app.ordinal())));
        }
        all.sort(null);
        for (int last = 120; last < all.size(); last++) {
            assertThat(Duration.ofNanos(all.get(last) - all.get(last - 120))).isGreaterThan(Duration.ofSeconds(10));
        }
    }

    @Property(tries = 100)
    void threeAppsTogetherKeepToTheLimitsOfOneSubscription(@ForAll("steps") List<Step> one,
            @ForAll("steps") List<Step> two, @ForAll("steps") List<Step> three) {
        List<Long> all = new ArrayList<>();
        List<List<Step>> each = List.of(one, two, three);
        for (App app : App.values()) {
            all.addAll(play(new BudgetFixture(BudgetSettings.of(app)), each.get(app.ordinal())));
        }
        all.sort(null);
        assertWithin(all, 200, 10);
    }

    @Property(tries = 100)
    void allWhoWaitGetTheirTurnTheMoreUrgentFirstAndEqualsInOrder(
            @ForAll @Size(max = 40) List<CallPriority> priorities) {
        BudgetFixture fixture = new BudgetFixture(BudgetFixture.writes(1, 1, 0.5));
        fixture.request(CallPriority.NEW_OR_DELETED);
        List<PermitRequest> turns = priorities.stream().map(fixture::request).toList();
        List<PermitRequest> order = new ArrayList<>();
        for (int i = 0; i < turns.size(); i++) {
            fixture.advance(Duration.ofSeconds(1));
            turns.stream().filter(permit -> permit.isGranted() && !order.contains(permit)).forEach(order::add);
        }
        assertThat(order).containsExactlyElementsOf(turns.stream().sorted().toList());
    }

    @Property(tries = 100)
    void whoWaitsIsTheNextOfItsPriorityAfterTheTimeThatWasReckoned(@ForAll @IntRange(min = 0, max = 20) int ahead,
            @ForAll @DoubleRange(min = 0.2, max = 20) double rate, @ForAll CallPriority priority) {
        BudgetFixture fixture = new BudgetFixture(BudgetFixture.writes(rate, 5, 0.2));
        fixture.many(put(CallPriority.NEW_OR_DELETED), 100);
        for (int i = 0; i < ahead; i++) {
            fixture.request(priority);
        }
        PermitRequest permit = fixture.request(priority);
        advanceByWhatIsReckoned(fixture, permit);
        assertThat(permit.isGranted()).isTrue();
    }

    @Property(tries = 100)
    void wherePeaksAreBoundedTheSecondReckoningIsRightAtTheLatest(@ForAll @IntRange(min = 0, max = 20) int ahead,
            @ForAll @DoubleRange(min = 1, max = 20) double rate, @ForAll CallPriority priority) {
        BudgetFixture fixture = new BudgetFixture(BudgetFixture.peak(rate, 50, 0.2));
        for (int i = 0; i < 90; i++) {
            fixture.many(put(CallPriority.NEW_OR_DELETED), 1_000);
            fixture.advance(Duration.ofMillis(100));
        }
        for (int i = 0; i < ahead; i++) {
            fixture.request(priority);
        }
        PermitRequest permit = fixture.request(priority);
        advanceByWhatIsReckoned(fixture, permit);
        if (!permit.isGranted()) {
            advanceByWhatIsReckoned(fixture, permit);
        }
        assertThat(permit.isGranted()).isTrue();
    }

    private static void advanceByWhatIsReckoned(BudgetFixture fixture, PermitRequest permit) {
        long end = fixture.now + fixture.ledger.nanosUntil(permit, fixture.now);
        while (fixture.now < end) {
            fixture.advance(Duration.ofNanos(Math.min(Duration.ofMillis(20).toNanos(), end - fixture.now)));
        }
    }

    @Property(tries = 50)
    void nobodyIsKeptBackForEverHoweverManyMoreUrgentThereAre(@ForAll @DoubleRange(min = 0.1, max = 10) double rate,
            @ForAll @IntRange(min = 1, max = 20) int burst, @ForAll @IntRange(min = 1, max = 3) int step) {
        CallPriority patient = CallPriority.values()[step];
        BudgetFixture fixture = new BudgetFixture(BudgetFixture.writes(rate, burst, 0.2));
        long end = fixture.now + TokenBuckets.MAX_WITHOUT.plusMinutes(2).toNanos();
        boolean granted = false;
        while (!granted && fixture.now < end) {
            for (int i = 0; i < 3 + rate * 30; i++) {
                fixture.request(CallPriority.NEW_OR_DELETED);
            }
            PermitRequest permit = fixture.request(patient);
            fixture.advance(Duration.ofSeconds(20));
            granted = permit.isGranted();
            if (!granted) {
                fixture.ledger.keepBack(permit, fixture.now);
            }
        }
        assertThat(granted).isTrue();
    }

    @Property(tries = 100)
    void refusalOfOneKindOfCallsLeavesAllOthersOpen(@ForAll Kind refused,
            @ForAll @IntRange(min = 1, max = 300) int wait) {
        BudgetFixture fixture = new BudgetFixture(BudgetFixture.whole());
        fixture.refused(of(refused, ArmTypes.LOAD_BALANCER, "x"), "SubscriptionRequestsThrottled",
                Duration.ofSeconds(wait));

        for (Kind kind : Kind.values()) {
            assertThat(fixture.request(of(kind, ArmTypes.LOAD_BALANCER, "x")).isGranted()).as(kind.name())
                    .isEqualTo(!group(kind).equals(group(refused)));
        }
    }

    private static String group(Kind kind) {
        return switch (kind) {
            case GET, LIST, POLL -> "reads";
            case PUT, POST -> "writes";
            case DELETE -> "deletes";
        };
    }

    /** When writes went out; who is not let through at once keeps waiting. */
    private static List<Long> play(BudgetFixture fixture, List<Step> steps) {
        List<Long> sent = new ArrayList<>();
        List<PermitRequest> waiting = new ArrayList<>();
        for (Step step : steps) {
            // In small steps, so that whoever may go goes at that moment.
            for (int passed = 0; passed < step.millis(); passed += 50) {
                fixture.advance(Duration.ofMillis(Math.min(50, step.millis() - passed)));
                collect(fixture, waiting, sent);
            }
            switch (step.act()) {
                case ASK -> waiting.add(fixture.request(step.priority()));
                case ASK_MANY -> Arrays.stream(new int[30]).forEach(i -> waiting.add(fixture.request(step.priority())));
                case LOWER -> fixture.answered(put(step.priority()), told(Map.of("subscription-writes", 3)));
                case REFUSE -> fixture.refused(put(step.priority()), "SubscriptionRequestsThrottled",
                        Duration.ofMillis(step.millis()));
            }
            collect(fixture, waiting, sent);
        }
        return sent;
    }

    private static void collect(BudgetFixture fixture, List<PermitRequest> waiting, List<Long> sent) {
        waiting.removeIf(permit -> {
            if (permit.isGranted())
                sent.add(fixture.now);
            return permit.isGranted();
        });
    }

    private static void assertWithin(List<Long> sent, double burst, double rate) {
        for (int from = 0; from < sent.size(); from++) {
            for (int to = from; to < sent.size(); to++) {
                double seconds = (sent.get(to) - sent.get(from)) / 1e9;
                assertThat((double) (to - from + 1)).isLessThanOrEqualTo(burst + rate * seconds + GRAIN);
            }
        }
    }
}
