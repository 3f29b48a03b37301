package io.azureccm.e2e.playground;

import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.playground.cloud.Await;
import io.azureccm.e2e.playground.cloud.ControllerProcess.Program;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.cloud.Manifests;
import io.azureccm.e2e.playground.image.ExtractedApp;
import io.azureccm.e2e.playground.image.ImageOptions;
import io.azureccm.e2e.playground.scale.Size;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The cost of a start, from process creation to the first complete plan, with nothing to write, and the memory some
 * seconds later. Medians, without latencies of Azure, with leader election as in a cluster.
 */
final class StartBenchmark {
    private static final int RUNS = 3;
    private static final String FIRST_PLAN = "The first plan was made";
    private static final Duration SETTLED = Duration.ofSeconds(5);

    /** One way to start an app. */
    private record Way(String name, Program program) {}

    private record Figures(double seconds, double cpu, double megabytes, double anonymous) {}

    private static final List<Size> SIZES = List.of(new Size(30, 5), new Size(200, 1000));

    static final Benchmark.Part PART = new Benchmark.Part("start",
            "start to the first plan, and memory, of each app as jar, extracted, and with its AOT cache; "
                    + "medians of " + RUNS,
            StartBenchmark::run);

    private StartBenchmark() {}

    private static void run(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException {
        List<List<Way>> apps = new ArrayList<>();
        for (String app : LocalCloud.CONTROLLERS)
            apps.add(ways(app, options, out));
        out.printf("%n%8s %6s  %-19s %-24s %8s %8s %8s %10s%n", "services", "nodes", "app", "started as", "seconds",
                "CPU s", "RSS MiB", "of it anon");
        for (Size size : SIZES) {
            try (LocalCloud cloud = LocalCloud.start(size.nodes(), Latencies.builder().build(), options.folder())) {
                converge(cloud, size);
                for (List<Way> app : apps) {
                    for (Way way : app)
                        out.println(row(size, way, measure(cloud, way.program())));
                }
            }
        }
    }

    private static List<Way> ways(String app, PlaygroundOptions options, PrintStream out)
            throws IOException, InterruptedException {
        List<String> image = ImageOptions.of(app);
        ExtractedApp extracted = Training.trained(app, options, out);
        return List.of(new Way("jar, options of the JVM", Program.packaged(app)),
                new Way("jar", Program.packaged(app, image.toArray(String[]::new))),
                new Way("extracted", extracted.plain(image)), new Way("extracted, AOT cache", extracted.cached(image)));
    }

    /** Waits until there is nothing left to write. */
    private static void converge(LocalCloud cloud, Size size) throws IOException, InterruptedException {
        IntStream.range(0, size.services())
                .forEach(i -> cloud.cluster()
                        .apply(Manifests.service("svc-%03d".formatted(i), 1000 + i)));
        for (String app : LocalCloud.CONTROLLERS) {
            try (ControllerProcess controller = ControllerProcess.start(app, cloud, Training.flags(app))) {
                firstPlan(controller);
                Await.quiet(cloud, controller, SETTLED);
            }
        }
    }

    private static Figures measure(LocalCloud cloud, Program program) throws IOException, InterruptedException {
        List<Figures> runs = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            try (ControllerProcess controller = ControllerProcess.start(program, cloud,
                    Training.flags(program.name()))) {
                Duration took = firstPlan(controller);
                Duration cpu = controller.cpuTime();
                controller.scrape();
                Thread.sleep(SETTLED.toMillis());
                controller.scrape();
                runs.add(new Figures(took.toMillis() / 1000.0, cpu.toMillis() / 1000.0, controller.residentMegabytes(),
                        controller.anonymousMegabytes()));
            }
        }
        return new Figures(median(runs, Figures::seconds), median(runs, Figures::cpu),
                median(runs, Figures::megabytes), median(runs, Figures::anonymous));
    }

    private static double median(List<Figures> runs, ToDoubleFunction<Figures> figure) {
        return runs.stream().mapToDouble(figure).sorted().skip(RUNS / 2).findFirst().orElseThrow();
    }

    private static Duration firstPlan(ControllerProcess controller) throws IOException, InterruptedException {
        Await.until(controller, "done with its first plan", () -> controller.logged(FIRST_PLAN).isPresent());
        return controller.logged(FIRST_PLAN).orElseThrow();
    }

    private static String row(Size size, Way way, Figures figures) {
        return "%8d %6d  %-19s %-24s %8.2f %8.2f %8.0f %10.0f".formatted(size.services(), size.nodes(),
                way.program().name(), way.name(), figures.seconds(), figures.cpu(), figures.megabytes(),
                figures.anonymous());
    }
}
