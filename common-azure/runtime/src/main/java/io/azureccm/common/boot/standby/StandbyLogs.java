package io.azureccm.common.boot.standby;

import io.azureccm.common.kube.leader.LeaderClock;
import java.io.PrintStream;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** The log of the light standby, which has no logging library: messages from INFO on, in the format of the app. */
public final class StandbyLogs implements SLF4JServiceProvider, ILoggerFactory {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX")
            .withZone(ZoneId.systemDefault());

    private final PrintStream out;
    private final InstantSource clock;

    /** To standard output; SLF4J calls this. */
    public StandbyLogs() {
        this(System.out, LeaderClock.SYSTEM.wall());
    }

    StandbyLogs(PrintStream out, InstantSource clock) {
        this.out = out;
        this.clock = clock;
    }

    @Override
    public Logger getLogger(String name) {
        return new Lines(name.substring(name.lastIndexOf('.') + 1), this);
    }

    private void print(Level level, String name, String text) {
        out.printf("%s %-5s %-22s %s%n", TIME.format(clock.instant()), level, name, text);
        out.flush();
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return this;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return new BasicMarkerFactory();
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return new NOPMDCAdapter();
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0";
    }

    @Override
    public void initialize() {
        // Nothing is read: there is no configuration.
    }

    private static final class Lines extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1L;

        private final transient StandbyLogs logs;

        private Lines(String name, StandbyLogs logs) {
            this.name = name;
            this.logs = logs;
        }

        @Override
        protected void handleNormalizedLoggingCall(Level level, Marker marker, String pattern, Object[] arguments,
                Throwable problem) {
            String text = MessageFormatter.basicArrayFormat(pattern, arguments);
            logs.print(level, name, problem == null ? text : text + ": " + problem);
        }

        @Override
        protected String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public boolean isInfoEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }
    }
}
