package io.azureccm.e2e.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.azureccm.e2e.playground.SoakTable.Sample;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What counts as flat. */
class SoakTableTest {
    private final SoakTable table = new SoakTable(new PrintStream(OutputStream.nullOutputStream()));

    @Test
    void growthIsTheRiseOfTheBestLineInRelationToTheMean() {
        assertThat(SoakTable.growth(List.of(10.0, 10.0, 10.0))).isZero();
        assertThat(SoakTable.growth(List.of(9.0, 10.0, 11.0))).isCloseTo(0.2, within(1e-9));
        assertThat(SoakTable.growth(List.of(11.0, 10.0, 9.0))).isCloseTo(-0.2, within(1e-9));
        assertThat(SoakTable.growth(List.of(10.0, 12.0, 8.0, 10.0))).isCloseTo(-0.12, within(1e-9));
        assertThat(SoakTable.growth(List.of())).isZero();
    }

    @Test
    void onlyTheSecondHalfCounts() {
        run(minute -> minute < 10 ? minute * 5.0 : 50.0, 20);
        assertThat(table.verdict()).isTrue();
    }

    @Test
    void aHeapThatGrowsToTheEndIsNotFlat() {
        run(minute -> 30 + minute, 20);
        assertThat(table.verdict()).isFalse();
    }

    @Test
    void threadsThatGrowAreNotFlat() {
        for (int minute = 0; minute < 20; minute++)
            table.add(minute, Map.of("app", new Sample(30, 200, 20 + minute, 0)), 3, 0);
        assertThat(table.verdict()).isFalse();
    }

    @Test
    void aChangeOfLeaderIsNoGrowth() {
        for (int minute = 0; minute < 20; minute++) {
            boolean first = minute < 14;
            table.add(minute, Map.of("app-a", new Sample(first ? 32 : 26, 200, 20, 0), "app-b",
                    new Sample(first ? 26 : 32, 200, 20, 0)), 3, 0);
        }
        assertThat(table.verdict()).isTrue();
    }

    @Test
    void oneInstanceThatGrowsBesideAnotherIsNotFlat() {
        for (int minute = 0; minute < 20; minute++)
            table.add(minute, Map.of("app-a", new Sample(30 + minute * 0.4, 200, 20, 0), "app-b",
                    new Sample(30, 200, 20, 0)), 3, 0);
        assertThat(table.verdict()).isFalse();
    }

    private void run(java.util.function.IntToDoubleFunction heap, int minutes) {
        for (int minute = 0; minute < minutes; minute++)
            table.add(minute, Map.of("app", new Sample(heap.applyAsDouble(minute), 200, 20, 0)), 3, 0);
    }
}
