package io.azureccm.common.boot.launch;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.Set;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Silences loggers that print requests with their credentials, at any configured level. */
final class CredentialLines extends TurboFilter {
    private static final Set<String> LOGGERS = Set
            .of("io.fabric8.kubernetes.client.http.HttpLoggingInterceptor");

    /** Installs a filter in the process's logging, unless one of its class is already installed. */
    static void install(TurboFilter filter) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
                && context.getTurboFilterList().stream().noneMatch(filter.getClass()::isInstance)) {
            filter.setContext(context);
            filter.start();
            context.addTurboFilter(filter);
        }
    }

    @Override
    public FilterReply decide(Marker marker, Logger logger, Level level, String format, Object[] parameters,
            Throwable thrown) {
        return LOGGERS.contains(logger.getName()) ? FilterReply.DENY : FilterReply.NEUTRAL;
    }
}
