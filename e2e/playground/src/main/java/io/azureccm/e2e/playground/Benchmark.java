package io.azureccm.e2e.playground;

import io.azureccm.e2e.playground.probe.ProbeProxyRun;
import io.azureccm.e2e.playground.scale.ScaleBenchmark;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/** Runs the selected parts of the benchmark, each on its own simulated cloud, and prints a table for each. */
record Benchmark(PlaygroundOptions options, PrintStream out) {
    /** One part of the benchmark, with its name on the command line. */
    record Part(String name, String summary, Run run) {
        interface Run {
            void run(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException;
        }
    }

    static final List<Part> PARTS = List.of(LatencyBenchmark.PART, ServiceBenchmark.PART, NodeBenchmark.PART,
            RouteBenchmark.PART, LimitBenchmark.PART, DrainBenchmark.PART, StartBenchmark.PART, PlanBenchmark.PART,
            new Part("probe-proxy", ProbeProxyRun.SUMMARY, (options, out) -> ProbeProxyRun.run(options.folder(), out)),
            new Part("scale", ScaleBenchmark.SUMMARY,
                    (options, out) -> new ScaleBenchmark(Training.trained(ScaleBenchmark.APP, options, out),
                            options.folder(), out)
                            .run(options.benchmark().size(), options.minutes() == 0
                                    ? Duration.ofSeconds(20)
                                    : Duration.ofMinutes(options.minutes()))));

    boolean run() throws IOException, InterruptedException {
        for (Part part : PARTS) {
            if (options.benchmark().parts().contains(part.name())) {
                out.println("benchmark " + part.name() + ": " + part.summary());
                part.run().run(options, out);
            }
        }
        return true;
    }
}
