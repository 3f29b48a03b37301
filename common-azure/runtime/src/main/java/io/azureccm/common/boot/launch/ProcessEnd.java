package io.azureccm.common.boot.launch;

import io.azureccm.common.boot.TimeLimitedTask;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Ends the process on SIGTERM or SIGINT: closes the application within {@link #LIMIT} and exits with 0. What has not stopped
 * by then is cut off, and the exit code is 1, unless the application was still starting. Replaces the shutdown hooks of Spring
 * and of the logging.
 *
 * <p>A process that has lost a thread to an {@link Error}, such as an out-of-memory error, would continue without that
 * thread's work, so it exits at once with {@link #BROKEN}. The restarted process or another instance begins from the current
 * state.
 */
final class ProcessEnd {
    private static final Logger log = LoggerFactory.getLogger(ProcessEnd.class);
    /** Below ten seconds, the grace period after which an orchestrator may kill the process. */
    static final Duration LIMIT = Duration.ofMillis(9500);

    /** The same exit code as a JVM with {@code -XX:+ExitOnOutOfMemoryError}. */
    static final int BROKEN = 3;

    private volatile int code;
    private volatile Optional<ConfigurableApplicationContext> application = Optional.empty();

    private final Duration limit;

    ProcessEnd(Duration limit) {
        this.limit = limit;
    }

    /** Must be called once per process, before the application starts. */
    static ProcessEnd onSignal() {
        ProcessEnd end = new ProcessEnd(LIMIT);
        Thread.setDefaultUncaughtExceptionHandler(ProcessEnd::uncaught);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(end.run()), "process-end"));
        return end;
    }

    private static void uncaught(Thread thread, Throwable problem) {
        try {
            if (problem instanceof Error) {
                log.error("Exiting because an essential thread died: thread {} ended with {}", thread.getName(),
                        problem.toString());
            } else {
                log.error("Thread {} ended", thread.getName(), problem);
            }
        } finally {
            if (problem instanceof Error)
                Runtime.getRuntime().halt(BROKEN);
        }
    }

    /** Ends the process with this exit code: there was nothing to run, or the start failed. */
    void exit(int with) {
        code = with;
        System.exit(with);
    }

    /** Registers the application to be closed when the process ends. Must be called before the application runs. */
    void watch(SpringApplication spring) {
        spring.setRegisterShutdownHook(false);
        spring.addInitializers(context -> application = Optional.of(context));
    }

    int run() {
        // An application that is starting closes when it has started; it has nothing to hand over yet.
        boolean starts = application.filter(context -> !context.isRunning()).isPresent();
        boolean ended = application
                .map(context -> TimeLimitedTask.run("close application", context::close, limit))
                .orElse(true);
        if (!ended)
            log.error("{} did not finish within {} ms; the rest is cut off", starts ? "The start" : "Shutdown",
                    limit.toMillis());
        return ended || starts ? code : 1;
    }
}
