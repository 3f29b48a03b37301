package io.azureccm.common.boot.command;

/**
 * What an app does when the first argument names a command such as {@code plan}: it does one thing, prints the result and
 * exits. A command opens no port, takes part in no election and writes neither to Azure nor to Kubernetes. Only its result
 * goes to {@link Invocation#out}; the log and everything else go to {@link Invocation#err}. Each app gives its commands to
 * {@link Commands}.
 */
public interface Command {
    /** The name: one word in lower case. */
    String name();

    /** One line for {@code --help}, without a final dot. */
    String description();

    /**
     * Runs the command and returns the exit code of the process. It is 1 for an exception, which is reported: a {@link UsageException} by its
     * message, any other as a defect.
     */
    int run(Invocation invocation) throws InterruptedException;
}
