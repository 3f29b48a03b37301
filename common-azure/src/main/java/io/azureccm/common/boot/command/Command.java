package io.azureccm.common.boot.command;

/**
 * What an app does when the first argument is its word, such as {@code plan}: does one thing, prints the result and ends. A command
 * opens no port, stands for no election and writes neither to Azure nor to Kubernetes. Its result alone goes to
 * {@link Invocation#out}; the log and everything else to {@link Invocation#err}. Each app hands its commands to
 * {@link Commands}.
 */
public interface Command {
    /** The word: lower case, one word. */
    String name();

    /** One line for {@code --help}, without a dot at its end. */
    String description();

    /** Does it and returns the exit code of the process. What it throws is a defect: it is told, and the code is 1. */
    int run(Invocation invocation) throws InterruptedException;
}
