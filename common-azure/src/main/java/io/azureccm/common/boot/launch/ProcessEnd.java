package io.azureccm.common.boot.launch;

import io.azureccm.common.boot.Bounded;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Ends the process when it is asked to (SIGTERM, SIGINT): closes the application within {@link #LIMIT} and exits with 0; what
 * has not ended by then is cut off, and the exit code is 1. It stands in for the shutdown hooks of Spring and the logging.
 *
 * <p>A process that has lost a thread to an {@link Error}, want of memory above all, would go on without what that thread did: it
 * ends at once with {@link #BROKEN}. Whatever starts it again, or another instance, begins from what is there.
 */
final class ProcessEnd {
    private static final Logger log = LoggerFactory.getLogger(ProcessEnd.class);
    /** Below ten seconds, after which an orchestrator may kill. */
    static final Duration LIMIT = Duration.ofMillis(9500);

    /** What a JVM also exits with that is told to by {@code -XX:+ExitOnOutOfMemoryError}. */
    static final int BROKEN = 3;

    private volatile int code;
    private volatile Optional<ConfigurableApplicationContext> application = Optional.empty();

    private ProcessEnd() {}

    /** To be called once per process, before the application starts. */
    static ProcessEnd onSignal() {
        ProcessEnd end = new ProcessEnd();
        Thread.setDefaultUncaughtExceptionHandler(ProcessEnd::uncaught);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(end.run()), "process-end"));
        return end;
    }

    private static void uncaught(Thread thread, Throwable problem) {
        try {
            if (problem instanceof Error) {
                log.error("The process ends, because a part of it is gone: thread {} ended with {}", thread.getName(),
                        problem.toString());
            } else {
                log.error("Thread {} ended", thread.getName(), problem);
            }
        } finally {
            if (problem instanceof Error)
                Runtime.getRuntime().halt(BROKEN);
        }
    }

    /** Ends the process with this code: there was nothing to run, or the start failed. */
    void exit(int with) {
        code = with;
        System.exit(with);
    }

    /** The application is closed when the process ends. To be called before it runs. */
    void watch(SpringApplication spring) {
        spring.setRegisterShutdownHook(false);
        spring.addInitializers(context -> application = Optional.of(context));
    }

    private int run() {
        boolean ended = application
                .map(context -> Bounded.run("close application", context::close, LIMIT))
                .orElse(true);
        if (!ended) {
            log.error("Not everything has ended within {} ms, the rest is cut off", LIMIT.toMillis());
        }
        return ended ? code : 1;
    }
}
