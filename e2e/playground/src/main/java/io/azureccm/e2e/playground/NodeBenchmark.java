package io.azureccm.e2e.playground;

import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;

/**
 * A thousand nodes of ten scale sets that join at once, measured until the last one has lost its taint, and the cost of
 * five thousand idle nodes. For comparison it prints the minimum for the reference when it uses ARM: a read of each
 * node's network interface at its initialisation and at each refresh.
 */
final class NodeBenchmark {
    private static final int SCALE_SETS = 10;
    private static final int JOINING = 1000;
    private static final int IDLE = 5000;
    private static final int PAGE = 100;
    private static final Duration LIST = Duration.ofMillis(300);
    /** How often the addresses of all nodes are compared; the default is five minutes. */
    private static final Duration REFRESH = Duration.ofSeconds(30);
    private static final Duration WATCHED = Duration.ofSeconds(60);

    static final Benchmark.Part PART = new Benchmark.Part("nodes",
            JOINING + " nodes join on " + SCALE_SETS + " scale sets, beside " + IDLE + " idle nodes",
            NodeBenchmark::run);

    private NodeBenchmark() {}

    private static void run(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException {
        out.println("Latency of Azure: lists 0.3 s per page of " + PAGE);
        join(options, out);
        idle(options, out);
    }

    private static void join(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException {
        LocalCloud cloud = cloud(JOINING, options);
        try (BenchmarkRun run = new BenchmarkRun(cloud, out)) {
            ControllerProcess controller = run.start("node-controller");
            run.measure(JOINING + " nodes join at once", JOINING + " reads", () -> joinAll(cloud, JOINING),
                    () -> areInitialised(cloud, JOINING));
            run.say("  taint to initialised: " + controller.metric("node_controller_initialisation_seconds_max"));
            run.restart(controller, JOINING + " reads");
            run.print("reference via ARM, at least");
        }
    }

    /** Observed for a minute with a short refresh period; reported for an hour with the default period. */
    private static void idle(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException {
        LocalCloud cloud = cloud(IDLE, options);
        try (BenchmarkRun run = new BenchmarkRun(cloud, out)) {
            joinAll(cloud, IDLE);
            ControllerProcess controller = run.start("node-controller",
                    "--node-status-update-frequency=" + REFRESH.toSeconds() + "s");
            while (!areInitialised(cloud, IDLE))
                controller.requireAlive();
            Thread.sleep(REFRESH.toMillis());
            cloud.azure().calls().reset();
            Thread.sleep(WATCHED.toMillis());
            int reads = cloud.azure().calls().counters().reads();
            long perRefresh = reads / (WATCHED.toSeconds() / REFRESH.toSeconds());
            out.printf("%n%d idle nodes: %d reads for each refresh, %d an hour at the default of 5 minutes "
                    + "(the reference asking ARM: %d); heap %d MiB, process %d MiB%n", IDLE, perRefresh,
                    perRefresh * 12, IDLE * 12, (long) controller.heap(), controller.residentMegabytes());
        }
    }

    /** Polls only twice a second, because listing a thousand nodes takes processor time from the measured processes. */
    private static boolean areInitialised(LocalCloud cloud, int nodes) {
        try {
            Thread.sleep(500);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        return cloud.initialised() == nodes;
    }

    private static LocalCloud cloud(int nodes, PlaygroundOptions options) throws IOException {
        Infrastructure infrastructure = Infrastructure.standard();
        for (int i = 0; i < SCALE_SETS; i++)
            infrastructure = infrastructure.scaleSet(scaleSet(i), nodes / SCALE_SETS, "1", "2", "3");
        return LocalCloud.withoutNodes(
                AzureSimulator.builder().latencies(Latencies.builder().read("*", LIST).build()).pageSize(PAGE),
                infrastructure, options.folder(), Json.object());
    }

    private static void joinAll(LocalCloud cloud, int nodes) {
        for (int i = 0; i < nodes; i++)
            cloud.joinNode(scaleSet(i % SCALE_SETS), i / SCALE_SETS, "");
    }

    private static String scaleSet(int index) {
        return "pool-%c-vmss".formatted('a' + index);
    }
}
