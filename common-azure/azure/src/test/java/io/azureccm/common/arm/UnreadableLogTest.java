package io.azureccm.common.arm;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class UnreadableLogTest {
    private static final UnreadableResource FIRST = unreadable("first", "no name");
    private static final UnreadableResource SECOND = unreadable("second", "no name");

    private static UnreadableResource unreadable(String name, String problem) {
        return new UnreadableResource(ArmId.of("s", "g", ArmTypes.PUBLIC_IP, name), true, problem);
    }

    @Test
    void resourceIsToldWhenItBecomesUnreadableAndWhenThatHasEnded() {
        assertThat(logged(List.of(), List.of(FIRST))).singleElement()
                .asString()
                .startsWith("WARN publicIPAddresses/first in resource group g cannot be read: no name; ");
        assertThat(logged(List.of(FIRST), List.of(SECOND, FIRST))).as("each is told once")
                .singleElement()
                .asString()
                .contains("publicIPAddresses/second");
        assertThat(logged(List.of(FIRST, SECOND), List.of(SECOND))).singleElement()
                .asString()
                .startsWith("INFO ")
                .endsWith("publicIPAddresses/first can be read again, or is gone");
        assertThat(logged(List.of(SECOND), List.of())).hasSize(1);
    }

    @Test
    void anotherProblemOfTheSameResourceIsToldAndItIsNotReadableInBetween() {
        assertThat(logged(List.of(FIRST), List.of(unreadable("first", "no location")))).singleElement()
                .asString()
                .startsWith("WARN ")
                .contains("no location");
    }

    @Test
    void answerThatShowsTheSameIsNoNews() {
        assertThat(logged(List.of(), List.of())).isEmpty();
        assertThat(logged(List.of(FIRST, SECOND), List.of(SECOND, FIRST))).isEmpty();
    }

    /** What is logged about two answers, each line with its level. */
    private static List<String> logged(List<UnreadableResource> before, List<UnreadableResource> now) {
        Logger logger = (Logger) LoggerFactory.getLogger(UnreadableLog.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            UnreadableLog.note(before, now);
        } finally {
            logger.detachAppender(lines);
        }
        return lines.list.stream().map(line -> line.getLevel() + " " + line.getFormattedMessage()).toList();
    }
}
