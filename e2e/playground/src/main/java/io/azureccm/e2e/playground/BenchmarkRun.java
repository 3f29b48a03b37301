package io.azureccm.e2e.playground;

import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.calls.Counters;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.Latencies.Mode;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What the parts of the benchmark share: a cloud of their own, controllers as processes, and a table of what was measured as a
 * user sees it: seconds until it is done, and calls to Azure.
 */
final class BenchmarkRun implements AutoCloseable {
    private static final Duration BOUND = Duration.ofMinutes(10);
    private static final Duration STILL = Duration.ofSeconds(4);

    private record Row(String scenario, double seconds, Counters calls, String remark) {}

    private final PrintStream out;
    private final LocalCloud cloud;
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    BenchmarkRun(LocalCloud cloud, PrintStream out) {
        this.cloud = cloud;
        this.out = out;
        open.add(cloud);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "benchmark-end"));
    }

    LocalCloud cloud() {
        return cloud;
    }

    void say(String line) {
        out.println(line);
    }

    /** Latencies of a region on a bad day. */
    static Latencies slow() {
        return Latencies.builder()
                .read("*", Duration.ofMillis(60))
                .write("PUT", "loadBalancers", Duration.ofSeconds(2), Mode.OPERATION)
                .write("DELETE", "loadBalancers", Duration.ofSeconds(2), Mode.OPERATION)
                .write("PUT", "publicIPAddresses", Duration.ofSeconds(1), Mode.OPERATION)
                .write("DELETE", "publicIPAddresses", Duration.ofSeconds(1), Mode.OPERATION)
                .write("PUT", "networkSecurityGroups", Duration.ofMillis(1500), Mode.OPERATION)
                .write("PUT", "routeTables", Duration.ofSeconds(3), Mode.OPERATION)
                .write("PUT", "virtualMachineScaleSets", Duration.ofSeconds(5), Mode.OPERATION)
                .write("PUT", "virtualMachineScaleSets/virtualMachines", Duration.ofSeconds(8), Mode.OPERATION)
                .build();
    }

    /** Starts a controller and waits until it is ready. */
    ControllerProcess start(String name, String... flags) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(flags));
        all.add("--leader-elect=false");
        ControllerProcess controller = ControllerProcess.start(name, cloud, all);
        open.add(controller);
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (!controller.isReady()) {
            controller.requireAlive();
            if (System.nanoTime() > deadline)
                throw new IOException("the " + name + " is not ready: " + controller.health());
            Thread.sleep(100);
        }
        return controller;
    }

    /** Stops a controller, starts it again and counts what it asks of Azure until it is quiet. */
    ControllerProcess restart(ControllerProcess controller, String remark, String... flags)
            throws IOException, InterruptedException {
        controller.close();
        cloud.azure().calls().reset();
        ControllerProcess again = start(controller.name(), flags);
        awaitStill();
        rows.add(new Row("restart, nothing changed", -1, cloud.azure().calls().counters(), remark));
        return again;
    }

    /** Makes a change and measures until {@code done}; calls are counted until Azure hears no more. */
    void measure(String scenario, String remark, Runnable change, BooleanSupplier done)
            throws IOException, InterruptedException {
        cloud.azure().calls().reset();
        say(scenario + " ...");
        long start = System.nanoTime();
        change.run();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - start > BOUND.toNanos())
                throw new IOException(scenario + ": not done after " + BOUND);
            Thread.sleep(50);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        awaitStill();
        rows.add(new Row(scenario, seconds, cloud.azure().calls().counters(), remark));
    }

    /** Size of the largest body sent to Azure since the last change, in KiB. */
    long largestRequest() {
        return cloud.azure()
                .calls()
                .all()
                .stream()
                .map(CallRecord::body)
                .mapToLong(body -> body == null ? 0 : body.length())
                .max()
                .orElse(0) / 1024;
    }

    /** Waits until Azure has heard nothing for a while, so that late calls are counted too. */
    private void awaitStill() throws InterruptedException {
        long quietSince = System.nanoTime();
        int seen = -1;
        while (System.nanoTime() - quietSince < STILL.toNanos()) {
            int calls = cloud.azure().calls().all().size() + cloud.azure().runningOperations();
            if (calls != seen) {
                seen = calls;
                quietSince = System.nanoTime();
            }
            Thread.sleep(100);
        }
    }

    void print(String remarks) {
        out.printf("%n%-38s %9s %7s %7s   %s%n", "scenario", "seconds", "reads", "writes", remarks);
        for (Row row : rows) {
            out.printf("%-38s %9s %7d %7d   %s%n", row.scenario(),
                    row.seconds() < 0 ? "-" : "%.1f".formatted(row.seconds()),
                    row.calls().reads(), row.calls().writes(), row.remark());
        }
    }

    @Override
    public void close() {
        Playground.close(open);
    }
}
