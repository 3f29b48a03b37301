package io.azureccm.node.reconcile.known;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void changesAreCollectedUntilNothingHasChangedForAWhileAndNoLongerThanTheOldestMayWait() {
        Changes changes = Changes.NONE.and(Set.of("a"), NOW);
        assertThat(changes.closes(NodeTiming.DEFAULT)).isEqualTo(NOW.plusMillis(100));
        for (int i = 1; i <= 6; i++)
            changes = changes.and(Set.of("n" + i), NOW.plusMillis(90L * i));
        assertThat(changes.names()).hasSize(7);
        assertThat(changes.closes(NodeTiming.DEFAULT)).isEqualTo(NOW.plusMillis(500));
        assertThat(changes.isClosed(NodeTiming.DEFAULT, NOW.plusMillis(499))).isFalse();
        assertThat(changes.isClosed(NodeTiming.DEFAULT, NOW.plusMillis(500))).isTrue();
    }

    @Test
    void noChangesNeverClose() {
        assertThat(Changes.NONE.and(Set.of(), NOW)).isEqualTo(Changes.NONE);
        assertThat(Changes.NONE.closes(NodeTiming.DEFAULT)).isEqualTo(Instant.MAX);
        assertThat(Changes.NONE.isClosed(NodeTiming.DEFAULT, NOW)).isFalse();
    }
}
