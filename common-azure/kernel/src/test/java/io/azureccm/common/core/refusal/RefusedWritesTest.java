package io.azureccm.common.core.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.ArmTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RefusedWritesTest {
    private static final Outcome.Rejected REFUSED = new Outcome.Rejected(400, "SomethingNew", "odd");
    private static final ArmId BALANCER = ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "kubernetes");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Whoever asks, and whenever: a write is sent as soon as one is allowed after each pause. */
    @Property(tries = 500)
    void atMostEightAreRefusedInAMinuteAndThenOneAMinute(
            @ForAll @Size(max = 200) List<@IntRange(max = 40) Integer> pauses) {
        RefusedWrites writes = RefusedWrites.NONE;
        Instant now = START;
        List<Instant> refused = new ArrayList<>();
        for (int pause : pauses) {
            now = now.plusSeconds(pause);
            if (writes.waits(BALANCER, 1, now).isEmpty()) {
                writes = writes.refused(BALANCER, REFUSED, now).recovered(now);
                refused.add(now);
            }
        }
        for (int from = 0; from < refused.size(); from++) {
            for (int to = from; to < refused.size(); to++) {
                long minutes = Duration.between(refused.get(from), refused.get(to)).toMinutes();
                assertThat(to - from + 1L).isLessThanOrEqualTo(RefusedWrites.BURST + minutes + 1);
            }
        }
    }

    @Test
    void attemptsAreRegainedOneByOne() {
        RefusedWrites writes = RefusedWrites.NONE;
        for (int i = 0; i < RefusedWrites.BURST; i++)
            writes = writes.refused(BALANCER, REFUSED, START.plusSeconds(i));

        assertThat(writes.waits(BALANCER, 1, START.plusSeconds(30))).contains(START.plusSeconds(60));
        assertThat(writes.waits(BALANCER, 3, START.plusSeconds(70))).contains(START.plusSeconds(180));
        assertThat(writes.left(BALANCER, START.plusSeconds(60))).isEqualTo(1);
        assertThat(writes.left(BALANCER, START.plusSeconds(600))).isEqualTo(RefusedWrites.BURST);
    }

    @Test
    void boundIsOfEachResource() {
        RefusedWrites writes = RefusedWrites.NONE.refused(BALANCER, REFUSED, START);

        assertThat(writes.left(ArmId.of("s", "rg", ArmTypes.LOAD_BALANCER, "other"), START))
                .isEqualTo(RefusedWrites.BURST);
        assertThat(
                writes.left(ArmId.parse(BALANCER.toString().toUpperCase().replace("/SUBSCRIPTIONS", "/subscriptions")),
                        START))
                .isEqualTo(RefusedWrites.BURST - 1);
    }

    @Test
    void endOfALockMakesAllAttemptsAvailableButAnyOtherAcceptedWriteDoesNot() {
        Outcome.Rejected lock = new Outcome.Rejected(409, "ScopeLocked", "locked");
        RefusedWrites locked = RefusedWrites.NONE;
        RefusedWrites searched = RefusedWrites.NONE;
        for (int i = 0; i < RefusedWrites.BURST; i++) {
            locked = locked.blocked(BALANCER, lock, START);
            searched = searched.refused(BALANCER, REFUSED, START);
        }
        assertThat(locked.reason(BALANCER)).contains(lock);
        assertThat(locked.left(BALANCER, START)).isZero();

        assertThat(locked.accepted(BALANCER)).isEqualTo(RefusedWrites.NONE);
        assertThat(searched.accepted(BALANCER)).isEqualTo(searched);
    }

    @Test
    void resourceThatHasRegainedAllIsForgotten() {
        RefusedWrites writes = RefusedWrites.NONE.refused(BALANCER, REFUSED, START);

        assertThat(writes.recovered(START.plusSeconds(59))).isEqualTo(writes);
        assertThat(writes.recovered(START.plusSeconds(60))).isEqualTo(RefusedWrites.NONE);
    }
}
