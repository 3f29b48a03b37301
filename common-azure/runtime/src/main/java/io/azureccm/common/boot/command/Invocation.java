package io.azureccm.common.boot.command;

import io.azureccm.common.config.options.App;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * One call of a command: the arguments after its name, the environment variables that azure.json and the CAs depend on, and
 * the streams for the result and for everything else.
 */
public record Invocation(App app, List<String> args, Map<String, String> environment, PrintStream out,
        PrintStream err) {
    public Invocation {
        args = List.copyOf(args);
        environment = Map.copyOf(environment);
    }

    /** Prints one problem per line, prefixed with the name of the app. */
    public void complain(List<String> problems) {
        problems.forEach(problem -> err.println(app.title() + ": " + problem));
    }
}
