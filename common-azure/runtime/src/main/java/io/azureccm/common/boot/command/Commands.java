package io.azureccm.common.boot.command;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.value.NearestName;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The commands of an app. Without a command, or with {@code run}, the app runs as a controller. */
public record Commands(App app, List<Command> all) {
    /** The command for what an app does without a command. */
    public static final String RUN = "run";
    /** The exit code for usage errors and for errors of the command itself. */
    public static final int FAILED = 1;

    public Commands {
        all = List.copyOf(all);
    }

    public static Commands of(App app, Command... commands) {
        return new Commands(app, List.of(commands));
    }

    /** The arguments for a controller: all arguments without the word {@code run}. */
    public static List<String> controllerArgs(List<String> args) {
        return word(args).filter(RUN::equals).isPresent() ? args.subList(1, args.size()) : args;
    }

    /** Runs the command that the first argument names; empty if a controller is to run. */
    public OptionalInt run(List<String> args, Map<String, String> environment, PrintStream out, PrintStream err)
            throws InterruptedException {
        Optional<String> word = word(args).filter(each -> !each.equals(RUN));
        if (word.isEmpty())
            return OptionalInt.empty();
        Optional<Command> command = all.stream().filter(each -> each.name().equals(word.get())).findFirst();
        if (command.isEmpty()) {
            err.println(app.title() + ": \"" + word.get() + "\" is not a command"
                    + NearestName.hint(word.get(), names()) + "; commands are " + String.join(", ", names()));
            return OptionalInt.of(FAILED);
        }
        Invocation invocation = new Invocation(app, args.subList(1, args.size()), environment, out, err);
        return OptionalInt.of(run(command.get(), invocation));
    }

    private static int run(Command command, Invocation invocation) throws InterruptedException {
        try {
            return command.run(invocation);
        } catch (UsageException wrong) {
            invocation.complain(wrong.getMessage().lines().toList());
            return FAILED;
        } catch (RuntimeException defect) {
            invocation.complain(List.of(command.name() + " failed: " + defect));
            defect.printStackTrace(invocation.err());
            return FAILED;
        } finally {
            invocation.out().flush();
        }
    }

    /** True if these arguments name a command, known or unknown. */
    public static boolean isNamed(List<String> args) {
        return word(args).filter(word -> !word.equals(RUN)).isPresent();
    }

    /** The part of {@code --help} that lists the commands. */
    public String help() {
        StringBuilder text = new StringBuilder(
                "\nCommands, as the first argument:\n  run\n        Run as a controller; the same as without a"
                        + " command\n");
        all.forEach(each -> text.append("  ")
                .append(each.name())
                .append("\n        ")
                .append(each.description())
                .append('\n'));
        return text.toString();
    }

    private List<String> names() {
        return Stream.concat(Stream.of(RUN), all.stream().map(Command::name)).toList();
    }

    private static Optional<String> word(List<String> args) {
        return args.stream().findFirst().filter(first -> !first.startsWith("-"));
    }
}
