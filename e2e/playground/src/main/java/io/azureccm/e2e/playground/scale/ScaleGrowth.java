package io.azureccm.e2e.playground.scale;

import io.azureccm.e2e.playground.scale.ScaleReport.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Plays one size, or several up to a thousand Services and five thousand nodes, and writes what grows into the documentation. */
public final class ScaleGrowth {
    private static final List<ScaleSize> SIZES = List.of(new ScaleSize(10, 50), new ScaleSize(100, 500),
            new ScaleSize(300, 500), new ScaleSize(300, 5000), new ScaleSize(1000, 5000));

    private final Duration idle;
    private final Path folder;
    private final PrintStream out;

    /** {@code folder} is for logs and the files of the processes. */
    public ScaleGrowth(Duration idle, Path folder, PrintStream out) {
        this.idle = idle;
        this.folder = folder;
        this.out = out;
    }

    public void one(ScaleSize size) throws IOException, InterruptedException {
        out.println(machine() + "\n");
        Run run = play(size);
        out.println("\n" + ScaleReport.tables(List.of(run)));
    }

    /** Writes the tables and charts into this folder of the documentation after each size, so that a run that is ended leaves some. */
    public void all(Path target) throws IOException, InterruptedException {
        Files.createDirectories(target);
        List<Run> runs = new ArrayList<>();
        for (ScaleSize size : SIZES) {
            runs.add(play(size));
            write(target, runs);
        }
        out.println("written: " + target);
    }

    private Run play(ScaleSize size) throws IOException, InterruptedException {
        Path own = folder.resolve("scale-" + size.services() + "-" + size.nodes());
        try (ScaleRun run = new ScaleRun(size, idle, own, out)) {
            return new Run(size, run.play());
        }
    }

    private static void write(Path target, List<Run> runs) throws IOException {
        Map<String, String> charts = new TreeMap<>(ScaleReport.charts(runs));
        StringBuilder page = new StringBuilder("# At scale: figures\n\n");
        page.append(
                "Written by `./playground benchmark scale --growth`; [what is measured](../../guides/measure.md#at-scale). ")
                .append(machine())
                .append("\n\n");
        for (Map.Entry<String, String> chart : charts.entrySet()) {
            Files.writeString(target.resolve(chart.getKey()), chart.getValue());
            page.append("![")
                    .append(chart.getKey().replace(".svg", "").replace('-', ' '))
                    .append(" by size](")
                    .append(chart.getKey())
                    .append(")\n");
        }
        Files.writeString(target.resolve("README.md"), page + "\n" + ScaleReport.tables(runs));
    }

    /** Processors, memory and versions, without the name of the host. */
    private static String machine() throws IOException {
        Path memory = Path.of("/proc/meminfo");
        String text = Files.exists(memory)
                ? String.format(Locale.ROOT, ", %.0f GiB",
                        Long.parseLong(Files.readAllLines(memory).getFirst().replaceAll("[^0-9]", "")) / 1048576.0)
                : "";
        return "Machine: " + Runtime.getRuntime().availableProcessors() + " processors" + text
                + ", which the simulators share; " + System.getProperty("os.name") + ", JDK "
                + Runtime.version() + ".";
    }
}
