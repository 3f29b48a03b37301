package io.azureccm.e2e.playground;

import io.azureccm.e2e.playground.scale.Size;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** How to run: once or until stopped, the number of nodes, how long a step may take, the folder for files, and whether this is a benchmark. */
record PlaygroundOptions(boolean once, boolean dryRun, int nodes, int minutes, Duration startTimeout, Path folder,
        Measuring benchmark) {
    /**
     * Parts of the benchmark (none: no benchmark), Services created at once, repetitions of short scenarios, a file for
     * the figures, and the only size of the part scale.
     */
    record Measuring(Set<String> parts, int services, int repetitions, Optional<Path> json, Optional<Size> size) {
        boolean wanted() {
            return !parts.isEmpty();
        }
    }

    static final String HELP = """
            ./playground [options]            run the suite on this machine until Ctrl-C
            ./playground benchmark [PART...] [options]
                                              measure the suite on a slow Azure; prints a table for each part
                                              (default latency):
            %s
            ./playground soak [options]       run two instances of each app for a long time under changes and disruptions; prints
                                              their resource usage every minute, and at the end whether it grew
            ./playground faults [options]     run random sequences of faults: docs/contributing/fault-runs.md
            ./playground recovery [options]   measure the recovery from short faults: docs/contributing/measure.md
            ./playground replay FILE --against-simulator
                                              send the requests of a record to the Azure simulator and list other answers
                                              (exit code 2): docs/resources/record.md
            ./playground train APP DIR        run the app that is extracted in DIR once, and write its AOT cache there

              --once          exit once the first Service works (exit code 0) or fails (1)
              --dry-run       the controllers print their plans and write nothing
              --start-timeout=N  seconds that the controllers may take to start, and the first Service to work (default 300); a controller that
                              ends is reported at once
              --nodes=N       machines in the scale set (default 3, benchmark 5)
              --services=N    Services created at once in the benchmark (default 30)
              --repetitions=N repetitions of short scenarios in the part latency, which reports the median (default 5)
              --json=FILE     write the figures of the part latency as JSON
              --minutes=N     duration of the soak (default 30), and of the idle phase of the part scale (20 s if not set)
              --folder=DIR    for kubeconfig, azure.json and logs (default .playground; a benchmark and a soak use
                              subfolders, so that they can run at the same time)
              --no-build      use the previous build
              --help          print this help
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
        int startTimeout = 300;
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
                case "--start-timeout" -> startTimeout = number("--start-timeout", value, 1, 9999);
                case "--nodes" -> nodes = number("--nodes", value, 1, 5000);
                case "--services" -> services = number("--services", value, 1, 1000);
                case "--repetitions" -> repetitions = number("--repetitions", value, 1, 50);
                case "--json" -> json = Path.of(value);
                case "--folder" -> folder = Path.of(value);
                default -> parts.add(benchmark ? part(argument) : unknown(argument));
            }
        }
        if (benchmark && parts.isEmpty())
            parts.add("latency");
        return new PlaygroundOptions(once, dryRun, nodes > 0 ? nodes : benchmark || minutes > 0 ? 5 : 3, minutes,
                Duration.ofSeconds(startTimeout),
                (folder == null ? home(benchmark, minutes > 0) : folder).toAbsolutePath().normalize(),
                new Measuring(parts, services > 0 ? services : 30, repetitions,
                        Optional.ofNullable(json).map(Path::toAbsolutePath),
                        services > 0 && nodes > 0 ? Optional.of(new Size(services, nodes)) : Optional.empty()));
    }

    private static String part(String argument) {
        return Benchmark.PARTS.stream().anyMatch(part -> part.name().equals(argument)) ? argument : unknown(argument);
    }

    private static String unknown(String argument) {
        throw new IllegalArgumentException("unknown argument \"" + argument + "\"; --help lists all arguments");
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
        throw new IllegalArgumentException(option + "=" + value + ": expected a number from " + min + " to " + max);
    }
}
