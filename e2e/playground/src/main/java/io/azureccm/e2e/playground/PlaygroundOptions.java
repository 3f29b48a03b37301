package io.azureccm.e2e.playground;

import io.azureccm.e2e.playground.scale.Size;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    private static final Set<String> NAMES = Set.of("benchmark", "soak", "--minutes", "--once", "--dry-run",
            "--start-timeout", "--nodes", "--services", "--repetitions", "--json", "--folder");

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
        Map<String, String> given = new HashMap<>();
        Set<String> parts = new TreeSet<>();
        for (String argument : arguments) {
            String[] option = argument.split("=", 2);
            if (NAMES.contains(option[0]))
                given.put(option[0], option[option.length - 1]);
            else
                parts.add(given.containsKey("benchmark") ? part(argument) : unknown(argument));
        }
        boolean benchmark = given.containsKey("benchmark");
        if (benchmark && parts.isEmpty())
            parts.add("latency");
        int minutes = number(given, "--minutes", 1440, given.containsKey("soak") ? 30 : 0);
        int nodes = number(given, "--nodes", 5000, benchmark || minutes > 0 ? 5 : 3);
        int services = number(given, "--services", 1000, 30);
        Path folder = given.containsKey("--folder") ? Path.of(given.get("--folder")) : home(benchmark, minutes > 0);
        return new PlaygroundOptions(given.containsKey("--once"), given.containsKey("--dry-run"), nodes, minutes,
                Duration.ofSeconds(number(given, "--start-timeout", 9999, 300)), folder.toAbsolutePath().normalize(),
                new Measuring(parts, services, number(given, "--repetitions", 50, 5),
                        Optional.ofNullable(given.get("--json")).map(file -> Path.of(file).toAbsolutePath()),
                        given.keySet().containsAll(List.of("--services", "--nodes"))
                                ? Optional.of(new Size(services, nodes))
                                : Optional.empty()));
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

    private static int number(Map<String, String> given, String option, int max, int otherwise) {
        String value = given.get(option);
        if (value == null)
            return otherwise;
        if (value.matches("[0-9]{1,4}") && Integer.parseInt(value) >= 1 && Integer.parseInt(value) <= max)
            return Integer.parseInt(value);
        throw new IllegalArgumentException(option + "=" + value + ": expected a number from 1 to " + max);
    }
}
