package io.azureccm.e2e.suite.harness;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Tests of many sequences of faults log nothing, and neither do the threads that they start; tests beside them do. */
public final class QuietLogs implements BeforeEachCallback, AfterEachCallback {
    private static final InheritableThreadLocal<Boolean> QUIET = new InheritableThreadLocal<>();

    static {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).addTurboFilter(new TurboFilter() {
            @Override
            public FilterReply decide(Marker marker, Logger logger, Level level, String format, Object[] parameters,
                    Throwable thrown) {
                return QUIET.get() == null ? FilterReply.NEUTRAL : FilterReply.DENY;
            }
        });
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        QUIET.set(true);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        QUIET.remove();
    }
}
