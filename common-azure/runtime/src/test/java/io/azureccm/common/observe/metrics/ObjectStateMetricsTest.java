package io.azureccm.common.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.State;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ObjectStateMetricsTest {
    private final AtomicReference<Optional<List<Explanation>>> known = new AtomicReference<>(Optional.empty());
    private final AtomicInteger lists = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();
    private final MeterRegistry registry = new SimpleMeterRegistry();

    ObjectStateMetricsTest() {
        new ObjectStateMetrics(() -> {
            lists.incrementAndGet();
            return known.get();
        }, nanos::get).bindTo(registry);
    }

    @Test
    void everyStateIsThereAndIsZeroWhileThisInstanceDoesNotLead() {
        for (State state : State.values())
            assertThat(count(state)).as(state.toString()).isZero();
    }

    @Test
    void objectsAreCountedByStateAndListedOnceForAllStates() {
        known.set(Optional.of(List.of(standing(State.REFUSED), standing(State.REFUSED), standing(State.PROGRAMMED))));

        assertThat(count(State.REFUSED)).isEqualTo(2);
        assertThat(count(State.PROGRAMMED)).isEqualTo(1);
        assertThat(count(State.FAILED)).isZero();
        assertThat(lists).hasValue(1);
    }

    @Test
    void countIsMadeAgainForTheNextScrape() {
        assertThat(count(State.PENDING)).isZero();
        known.set(Optional.of(List.of(standing(State.PENDING))));
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());

        assertThat(count(State.PENDING)).isEqualTo(1);
    }

    private double count(State state) {
        return registry.get("controller.objects").tag("state", state.name().toLowerCase(Locale.ROOT)).gauge().value();
    }

    private static Explanation standing(State state) {
        return new Explanation("Service", "default/web", state, "", List.of());
    }
}
