package io.azureccm.e2e.playground;

import io.azureccm.e2e.playground.scale.Size;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** How to run: once or until stopped, how many nodes, where to keep files, and whether this is a benchmark. */
record PlaygroundOptions(boolean once, boolean dryRun, int nodes, int minutes, Path folder, Measuring benchmark) {
    /** Parts of the benchmark, none for no benchmark; Services at once; runs of what is short; a file for the figures; the only size of the part scale. */
    record Measuring(Set<String> parts, int services, int repetitions, Optional<Path> json, Optional<Size> size) {
        boolean wanted() {
            return !parts.isEmpty();
        }
    }

    static final String HELP = """
            ./playground [options]            the suite on this machine, until Ctrl-C
            ./playground benchmark [PART...] [options]
                                              what the suite needs on a slow Azure; prints a table for each part
                                              (default latency):
            %s
            ./playground soak [options]       two instances of each app for long, under change and disruption; what they hold
                                              is printed every minute, and at the end whether it grew
            ./playground faults [options]     random sequences of faults for the controllers: docs/guides/fault-runs.md
            ./playground recovery [options]   how long it takes after short faults until all is right: docs/guides/measure.md
            ./playground train APP DIR        runs the app that is extracted in DIR once, and leaves its AOT cache there

              --once          end after the first Service works (exit code 0) or does not (1)
              --dry-run       the controllers plan and print, and write nothing
              --nodes=N       machines in the scale set (default 3, benchmark 5)
              --services=N    Services at once of the benchmark (default 30)
              --repetitions=N runs of the short scenarios of the part latency, of which the median counts (default 5)
              --json=FILE     the figures of the part latency, for programs
              --minutes=N     length of the soak (default 30), and of the time in which nothing changes of the part scale
                              (default 1)
              --folder=DIR    where kubeconfig, azure.json and logs go (default .playground; a benchmark and a
                              soak have a folder in it, so that they can run beside)
              --no-build      use what was built before
              --help          this text
            """
            .formatted(Benchmark.PARTS.stream()
                    .map(part -> "                                " + part.name() + ": " + part.summary())
                    .collect(Collectors.joining("\n"))
                    .stripTrailing());

    static PlaygroundOptions parse(List<String> arguments) {
        boolean once = false;
        boolean benchmark = false;
        Set<String> parts = new TreeSet<>();
        boolean dryRun = false;
        int nodes = 0;
        int services = 0;
        int repetitions = 5;
        int minutes = 0;
        Path json = null;
        Path folder = null;
        for (String argument : arguments) {
            String value = argument.substring(argument.indexOf('=') + 1);
            switch (argument.contains("=") ? argument.substring(0, argument.indexOf('=')) : argument) {
                case "benchmark" -> benchmark = true;
                case "soak" -> minutes = minutes > 0 ? minutes : 30;
                case "--minutes" -> minutes = number("--minutes", value, 1, 1440);
                case "--once" -> once = true;
                case "--dry-run" -> dryRun = true;
                case "--nodes" -> nodes = number("--nodes", value, 1, 5000);
                case "--services" -> services = number("--services", value, 1, 1000);
                case "--repetitions" -> repetitions = number("--repetitions", value, 1, 50);
                case "--json" -> json = Path.of(value);
                case "--folder" -> folder = Path.of(value);
                default -> {
                    if (!benchmark || Benchmark.PARTS.stream().noneMatch(part -> part.name().equals(argument)))
                        throw new IllegalArgumentException(
                                "unknown argument \"" + argument + "\"; --help lists what there is");
                    parts.add(argument);
                }
            }
        }
        if (benchmark && parts.isEmpty())
            parts.add("latency");
        return new PlaygroundOptions(once, dryRun, nodes > 0 ? nodes : benchmark || minutes > 0 ? 5 : 3, minutes,
                (folder == null ? home(benchmark, minutes > 0) : folder).toAbsolutePath().normalize(),
                new Measuring(parts, services > 0 ? services : 30, repetitions,
                        Optional.ofNullable(json).map(Path::toAbsolutePath),
                        services > 0 && nodes > 0 ? Optional.of(new Size(services, nodes)) : Optional.empty()));
    }

    private static Path home(boolean benchmark, boolean soak) {
        Path home = Path.of(".playground");
        return benchmark ? home.resolve("benchmark") : soak ? home.resolve("soak") : home;
    }

    boolean soak() {
        return minutes > 0 && !benchmark.wanted();
    }

    private static int number(String option, String value, int min, int max) {
        if (value.matches("[0-9]{1,4}") && Integer.parseInt(value) >= min && Integer.parseInt(value) <= max) {
            return Integer.parseInt(value);
        }
        throw new IllegalArgumentException(option + "=" + value + ": give a number from " + min + " to " + max);
    }
}
