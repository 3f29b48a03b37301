package io.azureccm.node.probe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.azureccm.node.probe.ProxyHeader.Form;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The proxy's log: state changes and occasional summaries, but never a line per probe. */
class ProbeJournalTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(ProbeJournal.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    // Such a clock may start at any number.
    private long now = -Duration.ofDays(1).toNanos();
    private final ProbeJournal journal = new ProbeJournal(10256, () -> now);

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void end() {
        logger.detachAppender(lines);
    }

    private List<String> logged() {
        List<String> logged = lines.list.stream()
                .map(each -> each.getLevel() + " " + each.getFormattedMessage())
                .toList();
        lines.list.clear();
        return logged;
    }

    private void after(Duration time) {
        now += time.toNanos();
        journal.summary();
    }

    @Test
    void aTargetThatGoesAwayAndComesBackIsToldOnceEach() {
        journal.answered(200);
        for (int i = 0; i < 3; i++) {
            journal.unanswered("Connection refused");
            now += Duration.ofSeconds(5).toNanos();
        }
        journal.answered(503);
        journal.answered(200);

        assertThat(logged()).containsExactly(
                "WARN localhost:10256 does not answer; health probes get 502 until it does: Connection refused",
                "INFO localhost:10256 answers again after 15 s and 3 unanswered requests");
    }

    @Test
    void whatWasServedIsToldAfterAMinuteAndThenEveryHour() {
        after(Duration.ofHours(5));
        assertThat(logged()).as("nothing was served").isEmpty();

        journal.began(Form.NONE);
        journal.answered(200);
        after(Duration.ofSeconds(59));
        assertThat(logged()).isEmpty();
        after(Duration.ofSeconds(1));
        assertThat(logged()).containsExactly("INFO Connections in the last minute: 1 without a PROXY header, "
                + "0 with version 1, 0 with version 2. Responses: 1 of 200");

        journal.began(Form.V2);
        journal.began(Form.V2);
        journal.began(Form.V1);
        journal.answered(200);
        journal.answered(503);
        journal.unanswered("x");
        journal.broken("10.0.0.9", new MalformedHeader("y"));
        journal.overdue();
        logged();
        after(Duration.ofMinutes(59));
        assertThat(logged()).isEmpty();
        after(Duration.ofMinutes(1));
        assertThat(logged()).containsExactly("INFO Connections in the last hour: 0 without a PROXY header, "
                + "1 with version 1, 2 with version 2. Responses: 1 of 200, 1 of 502, 1 of 503; "
                + "1 closed for an invalid PROXY header; 1 closed for exceeding a time limit");
    }

    @Test
    void whatAnybodyCanBringAboutIsWarnedOfOnceInTenMinutes() {
        for (int i = 0; i < 1000; i++) {
            journal.broken("10.0.0.9", new MalformedHeader("its family or its transport is unknown"));
            journal.crowded(ProbeLimits.DEFAULT.connections());
        }
        assertThat(logged()).containsExactly(
                "WARN A connection from 10.0.0.9 was closed because its PROXY header is invalid: its family or its transport is unknown",
                "WARN More than 256 concurrent connections, or 64 from one address: closing those whose current step takes longest");

        now += Duration.ofMinutes(10).toNanos();
        journal.crowded(ProbeLimits.DEFAULT.connections());
        assertThat(logged()).containsExactly(
                "WARN More than 256 concurrent connections, or 64 from one address: closing those whose current step takes longest"
                        + "; and 999 more of this kind suppressed before");
    }
}
