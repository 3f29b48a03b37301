package io.azureccm.e2e.suite.harness.controller;

import io.azureccm.common.boot.command.Commands;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a command of an app came to, run in this process: its exit code, the result, and what it said besides. */
public record CommandRun(int code, String out, String err) {
    /** Runs the command with the ways of the launch; {@code args} begin with its word. */
    public static CommandRun of(Commands commands, ControllerUnderTest.Launch launch, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--cloud-config=" + launch.cloudConfig());
        all.add("--kubeconfig=" + launch.kubeconfig());
        all.addAll(launch.flags());
        return run(commands, all, launch.environment());
    }

    /** Runs the command with these arguments alone: no cloud config, no kubeconfig, no variable. */
    public static CommandRun offline(Commands commands, String... args) {
        return run(commands, List.of(args), Map.of());
    }

    private static CommandRun run(Commands commands, List<String> all, Map<String, String> environment) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try {
            int code = commands.run(all, environment, stream(out), stream(err)).orElseThrow();
            return new CommandRun(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    /** The summary of a plan. */
    public String lastLine() {
        return out.lines().toList().getLast();
    }
}
