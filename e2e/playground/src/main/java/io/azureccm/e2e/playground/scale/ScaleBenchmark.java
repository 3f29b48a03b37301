package io.azureccm.e2e.playground.scale;

import io.azureccm.e2e.playground.image.ExtractedApp;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Measures a service-controller from ten to a thousand Services and fifty to five thousand nodes; writes a table and charts. The app as in its
 * image, with its AOT cache; measurements are written to {@code folder}.
 */
public record ScaleBenchmark(ExtractedApp app, Path folder, PrintStream out) {
    public static final String SUMMARY = "the phases of a controller's life on clusters from 10 Services and 50 nodes to 1,000 and 5,000, or with "
            + "--services and --nodes on one; 40 minutes";

    public static final String APP = "service-controller";

    /** {@code size}: the only size to run; {@code rest}: how long nothing changes at the end. */
    public void run(Optional<Size> size, Duration rest) throws IOException, InterruptedException {
        Map<Size, List<Phase>> all = new LinkedHashMap<>();
        Map<Size, Rest.Report> atRest = new LinkedHashMap<>();
        for (Size each : size.map(List::of).orElse(Size.GROWING)) {
            out.println(each + ", " + each.balancers() + " load balancers");
            long start = System.nanoTime();
            try (ScaleRun run = new ScaleRun(each, app, folder, rest, out)) {
                all.put(each, run.play());
                atRest.put(each, run.atRest());
            }
            out.printf("  took %d s%n", Duration.ofNanos(System.nanoTime() - start).toSeconds());
            write(all, atRest);
        }
        out.println("table and charts: " + folder.resolve("scale.md"));
    }

    private void write(Map<Size, List<Phase>> all, Map<Size, Rest.Report> atRest)
            throws IOException {
        Files.writeString(folder.resolve("scale.md"),
                machine() + "\n\n" + ScaleTable.markdown(all) + "\n" + ScaleTable.atRest(atRest));
        chart(all, "planning", "Milliseconds for one plan in ordinary life", 3, Phase::planningMillis);
        chart(all, "processor", "Processor seconds in a minute of ordinary life", 3,
                phase -> phase.cpu().toMillis() / 1e3);
        chart(all, "memory", "Resident MiB after ordinary life", 4, Phase::resident);
        chart(all, "last-address", "Seconds until the last of all Services has its address, from nothing", 0,
                phase -> phase.percentile(1));
        chart(all, "one-service", "Seconds until one Service has its address after a restart", 1,
                phase -> phase.percentile(1));
    }

    private void chart(Map<Size, List<Phase>> all, String file, String title, int phase,
            ToDoubleFunction<Phase> value) throws IOException {
        Map<Integer, List<GrowthChart.Point>> byNodes = new TreeMap<>();
        all.forEach((size, phases) -> byNodes.computeIfAbsent(size.nodes(), nodes -> new ArrayList<>())
                .add(new GrowthChart.Point(size.services(), value.applyAsDouble(phases.get(phase)))));
        List<GrowthChart.Line> lines = byNodes.entrySet()
                .stream()
                .map(each -> new GrowthChart.Line("%,d nodes".formatted(each.getKey()), each.getValue()))
                .toList();
        Files.writeString(folder.resolve(file + ".svg"), new GrowthChart(title, lines).svg());
    }

    private static String machine() {
        return "Measured on %d processors, which the simulators share, with Java %s.".formatted(
                Runtime.getRuntime().availableProcessors(), Runtime.version());
    }
}
