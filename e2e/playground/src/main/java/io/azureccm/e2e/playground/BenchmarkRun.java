package io.azureccm.e2e.playground;

import io.azureccm.e2e.azure.calls.Counters;
import io.azureccm.e2e.playground.cloud.Await;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.latency.Measured.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Shared by the parts of the benchmark: a simulated cloud, controllers as processes, and a table of user-visible
 * measurements: seconds until a change is done, and calls to Azure.
 */
public final class BenchmarkRun implements AutoCloseable {
    private static final Duration STILL = Duration.ofSeconds(4);

    /** How a controller is started: as the packaged app, or as provided by a test. */
    public interface Launcher {
        ControllerProcess start(String name, LocalCloud cloud, List<String> flags) throws IOException;
    }

    /** What comes before a change that is measured. */
    interface Preparation {
        void make() throws InterruptedException;
    }

    private record Row(String scenario, double seconds, Counters calls, String remark) {}

    private final PrintStream out;
    private final LocalCloud cloud;
    private final Launcher launcher;
    private final List<Row> rows = new ArrayList<>();
    private ControllerProcess running;

    BenchmarkRun(LocalCloud cloud, PrintStream out) {
        this(cloud, ControllerProcess::start, out);
    }

    BenchmarkRun(LocalCloud cloud, Launcher launcher, PrintStream out) {
        this.cloud = cloud;
        this.launcher = launcher;
        this.out = out;
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "benchmark-end"));
    }

    LocalCloud cloud() {
        return cloud;
    }

    void say(String line) {
        out.println(line);
    }

    /** Starts a controller and waits until it is ready. */
    ControllerProcess start(String name, String... flags) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(flags));
        all.add("--leader-elect=false");
        running = launcher.start(name, cloud, all);
        Await.until(running, "ready", running::isReady);
        return running;
    }

    /** Restarts a controller and counts its calls to Azure until there are no more. */
    ControllerProcess restart(ControllerProcess controller, String remark, String... flags)
            throws IOException, InterruptedException {
        controller.close();
        cloud.azure().calls().reset();
        ControllerProcess again = start(controller.name(), flags);
        awaitStill();
        rows.add(new Row("restart, nothing changed", -1, cloud.azure().calls().counters(), remark));
        return again;
    }

    /** Makes a change and measures until {@code done}; counts calls until Azure receives no more. */
    void measure(String scenario, String remark, Runnable change, BooleanSupplier done)
            throws IOException, InterruptedException {
        say(scenario + " ...");
        Run run = time(scenario, change, done);
        rows.add(new Row(scenario, run.time().toNanos() / 1e9, run.calls(), remark));
    }

    /** The same for one run of several. */
    Run time(String scenario, Runnable change, BooleanSupplier done) throws IOException, InterruptedException {
        return time(scenario, () -> {}, change, done);
    }

    /** The same after a preparation, whose calls count, but not its time. */
    Run time(String scenario, Preparation before, Runnable change, BooleanSupplier done)
            throws IOException, InterruptedException {
        cloud.azure().calls().reset();
        before.make();
        long start = System.nanoTime();
        change.run();
        Await.until(running, "done with \"" + scenario + '"', done::getAsBoolean);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        awaitStill();
        return new Run(took, cloud.azure().calls().counters());
    }

    /** Waits until Azure has received no call for a while, so that late calls are counted, too. */
    void awaitStill() throws IOException, InterruptedException {
        Await.quiet(cloud, running, STILL);
    }

    void print(String remarks) {
        out.printf("%n%-38s %9s %7s %7s   %s%n", "scenario", "seconds", "reads", "writes", remarks);
        for (Row row : rows)
            out.printf("%-38s %9s %7d %7d   %s%n", row.scenario(),
                    row.seconds() < 0 ? "-" : "%.1f".formatted(row.seconds()),
                    row.calls().reads(), row.calls().writes(), row.remark());
    }

    @Override
    public void close() {
        cloud.close();
    }
}
