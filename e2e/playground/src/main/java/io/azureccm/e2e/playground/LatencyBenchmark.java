package io.azureccm.e2e.playground;

import io.azureccm.common.config.options.App;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.ControllerProcess.Program;
import io.azureccm.e2e.playground.image.ImageOptions;
import io.azureccm.e2e.playground.latency.LatencyTable;
import io.azureccm.e2e.playground.latency.Measured;
import io.azureccm.e2e.playground.latency.SlowAzure;
import io.azureccm.e2e.playground.latency.WritePace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * How long users wait, compared with the lower bound for any controller: single Services on an ordinary day, and many
 * at once.
 */
final class LatencyBenchmark {
    private static final SlowAzure AZURE = SlowAzure.DEFAULT;
    private static final int MANY = 280;
    private static final String APP = "service-controller";

    static final Benchmark.Part PART = new Benchmark.Part("latency",
            "how long one more Service, a deletion, 30 and " + MANY
                    + " Services at once take, compared with the lower bound for any controller; Azure as for \"services\"",
            LatencyBenchmark::run);

    private LatencyBenchmark() {}

    private static void run(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException {
        LatencyRun run = new LatencyRun(new LatencyRun.Setting(AZURE, options.nodes(), options.folder()),
                new WritePace(BudgetSettings.of(App.SERVICE)),
                launcher(options, out), out);
        List<Measured> rows = new ArrayList<>(run.single(options.benchmark().repetitions()));
        rows.add(run.burst(options.benchmark().services()));
        rows.add(run.burstAtStart(options.benchmark().services()));
        rows.addAll(run.many(MANY));
        LatencyTable table = new LatencyTable(rows);
        out.println();
        out.print(table.text());
        if (options.benchmark().json().isPresent()) {
            Files.writeString(options.benchmark().json().get(), table.json());
            out.println("\nas JSON: " + options.benchmark().json().get());
        }
    }

    /** The service-controller as in its image: extracted, with its AOT cache and the image's options. */
    private static BenchmarkRun.Launcher launcher(PlaygroundOptions options, PrintStream out)
            throws IOException, InterruptedException {
        Program program = Training.trained(APP, options, out).cached(ImageOptions.of(APP));
        return (name, cloud, flags) -> name.equals(APP)
                ? ControllerProcess.start(program, cloud, flags)
                : ControllerProcess.start(name, cloud, flags);
    }
}
