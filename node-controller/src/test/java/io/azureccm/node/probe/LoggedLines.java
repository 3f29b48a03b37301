package io.azureccm.node.probe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** What a class logs, on any thread, from now on until the end. */
final class LoggedLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Logger logger;
    private final Level before;

    LoggedLines(Class<?> type) {
        logger = (Logger) LoggerFactory.getLogger(type);
        setContext(logger.getLoggerContext());
        start();
        before = logger.getLevel();
        // Commands that an earlier test has run in this process have turned all logs off.
        logger.setLevel(Level.INFO);
        logger.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getFormattedMessage());
    }

    /** Waits for a line that begins so. */
    void await(String beginning) throws InterruptedException {
        String line;
        do {
            line = lines.poll(1, TimeUnit.MINUTES);
            assertThat(line).as("a line that begins with: %s", beginning).isNotNull();
        } while (!line.startsWith(beginning));
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(before);
        stop();
    }
}
