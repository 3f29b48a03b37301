package io.azureccm.common.boot.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.PrintStream;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Logging for a process that runs a command: warnings and errors, and more with {@code --v}, all on standard error. */
public final class CommandLog {
    private static final String PATTERN = "%-5level %logger{0}: %replace(%msg){'[^\\P{C}\\n\\t]|[\\u2028\\u2029]', '?'}%n";
    private static final int DEBUG = 4;

    private CommandLog() {}

    /** Without Spring, Logback would write all lines to standard output. */
    public static void toStderr(PrintStream err, List<String> args) {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context))
            return;
        context.reset();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(err);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        // As in the apps: the gateway logs each problem in one line.
        List.of("com.azure", "com.microsoft.aad").forEach(name -> context.getLogger(name).setLevel(Level.OFF));
        context.getLogger("io.fabric8.kubernetes.client").setLevel(Level.ERROR);
        int verbosity = verbosity(args);
        if (verbosity > 0)
            context.getLogger("io.azureccm").setLevel(verbosity >= DEBUG ? Level.DEBUG : Level.INFO);
    }

    /** Says nothing of what the controllers do from now on: they do it again. */
    public static void silence() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context)
            context.getLogger("io.azureccm").setLevel(Level.OFF);
    }

    private static int verbosity(List<String> args) {
        return args.stream()
                .filter(arg -> arg.matches("--?v=\\d{1,3}"))
                .mapToInt(arg -> Integer.parseInt(arg.substring(arg.indexOf('=') + 1)))
                .findFirst()
                .orElse(0);
    }
}
