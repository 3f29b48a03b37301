package io.azureccm.e2e.playground;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** Runs the parts of the benchmark that were asked for, each on a cloud of its own; prints a table for each. */
final class Benchmark {
    /** One part, under the name that the command line gives it. */
    interface Part {
        String name();

        String summary();

        void run(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException;
    }

    static final List<Part> PARTS = List.of(new LatencyBenchmark(), new ServiceBenchmark(), new LargeServiceBenchmark(),
            new NodeBenchmark(), new RouteBenchmark(), new LimitBenchmark(), new StartBenchmark(), new PlanBenchmark());

    private final PlaygroundOptions options;
    private final PrintStream out;

    Benchmark(PlaygroundOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    boolean run() throws IOException, InterruptedException {
        for (Part part : PARTS) {
            if (options.benchmark().parts().contains(part.name())) {
                out.println("benchmark " + part.name() + ": " + part.summary());
                part.run(options, out);
            }
        }
        return true;
    }
}
