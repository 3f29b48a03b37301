package io.azureccm.common.boot.standby;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** What classes that a light standby shares with the app log is printed as the app prints it. */
class StandbyLogsTest {
    @Test
    void messagesFromInfoOnArePrintedInTheFormatOfTheApp() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Logger log = new StandbyLogs(new PrintStream(printed, true, StandardCharsets.UTF_8),
                () -> Instant.parse("2026-01-02T03:04:05.006Z")).getLogger("io.azureccm.common.tls.ReloadedTrust");
        log.debug("not told");
        log.info("{} of {}", 1, 2);
        log.warn("unusable", new IOException("no such file"));

        assertThat(printed.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceFirst("^2026-01-0\\dT\\d\\d:\\d\\d:05\\.006(Z|[+-]\\d\\d:\\d\\d) ", "")))
                .containsExactly("INFO  ReloadedTrust          1 of 2",
                        "WARN  ReloadedTrust          unusable: java.io.IOException: no such file");
    }
}
