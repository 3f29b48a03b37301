package io.azureccm.e2e.playground.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.playground.calls.CallWindows.Limit;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** How calls are counted against the limits of a subscription. */
class CallWindowsTest {
    private final CallWindows windows = new CallWindows();

    @Test
    void pollsCountAsReadsAndDeletionsByThemselves() {
        assertThat(Limit.of("POLL")).isEqualTo(Limit.READS);
        assertThat(Limit.of("LIST")).isEqualTo(Limit.READS);
        assertThat(Limit.of("DELETE")).isEqualTo(Limit.DELETES);
        assertThat(Limit.of("POST")).isEqualTo(Limit.WRITES);
        assertThat(Limit.of("PUT")).isEqualTo(Limit.WRITES);
    }

    @Test
    void theHighestShareIsThatOfTheWorstTenSecondsWhereverTheyBegin() {
        calls(5, 60);
        calls(14, 60);
        calls(15, 40);
        assertThat(windows.highestShare(Limit.WRITES)).isEqualTo(1.2);
        assertThat(windows.highestShare(Limit.READS)).isZero();
    }

    @Test
    void refusalsAreCountedInTheTenSecondsTheyFellInto() {
        calls(3, 1);
        windows.add(12, "GET", 429);
        assertThat(windows.throttled()).isEqualTo(1);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        windows.print(new PrintStream(text, true, StandardCharsets.UTF_8));
        assertThat(text.toString(StandardCharsets.UTF_8).lines().map(String::strip).toList().get(2))
                .endsWith("1")
                .startsWith("10-  20");
    }

    private void calls(long second, int count) {
        for (int i = 0; i < count; i++)
            windows.add(second, "PUT", 200);
    }
}
