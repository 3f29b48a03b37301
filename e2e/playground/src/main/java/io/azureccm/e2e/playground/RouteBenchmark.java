package io.azureccm.e2e.playground;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.cloud.Manifests;
import io.azureccm.e2e.playground.latency.SlowAzure;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Many nodes at once, measured until each of them reports its route. For comparison it prints the minimum for the
 * reference: at most 200 routes in a write, 30 seconds after each write, a read for the address of each node.
 */
final class RouteBenchmark {
    private static final int NODES = 400;
    private static final int EXCHANGED = 100;
    private static final String[] FLAGS = {"--cluster-cidr=10.244.0.0/16"};

    static final Benchmark.Part PART = new Benchmark.Part("routes",
            NODES + " nodes join at once, " + EXCHANGED + " of them are exchanged, a restart",
            RouteBenchmark::run);

    private RouteBenchmark() {}

    private static void run(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException {
        LocalCloud cloud = LocalCloud.start(0, SlowAzure.DEFAULT.latencies(), options.folder());
        try (BenchmarkRun run = new BenchmarkRun(cloud, out)) {
            out.println("Latency of Azure: GET 0.06 s, route table PUT 3 s");
            ControllerProcess controller = run.start("route-controller", FLAGS);
            measure(run, NODES + " nodes join at once", "60 s, 401 reads, 2 writes", () -> join(cloud, 0, NODES),
                    () -> connected(cloud) == NODES);
            measure(run, EXCHANGED + " leave and " + EXCHANGED + " join", "60 s, 101 reads, 2 writes", () -> {
                for (int i = 0; i < EXCHANGED; i++)
                    cloud.cluster().delete("nodes", "", name(i));
                join(cloud, NODES, NODES + EXCHANGED);
            }, () -> connected(cloud) == NODES && cloud.routeTable().size() == NODES);
            run.restart(controller, "1 read", FLAGS);
            run.print("the reference, at least");
        }
    }

    /** Also prints how long after the last write the last node's condition was updated. */
    private static void measure(BenchmarkRun run, String scenario, String reference, Runnable change,
            BooleanSupplier done) throws IOException, InterruptedException {
        AtomicLong lastWrite = new AtomicLong(System.nanoTime());
        AtomicLong told = new AtomicLong();
        run.measure(scenario, reference, change, () -> {
            if (run.cloud().azure().runningOperations() > 0)
                lastWrite.set(System.nanoTime());
            told.set(System.nanoTime());
            return done.getAsBoolean();
        });
        run.say("  the last node's condition was updated %.1f s after the last write"
                .formatted((told.get() - lastWrite.get()) / 1e9));
    }

    private static long connected(LocalCloud cloud) {
        return cloud.cluster().list("nodes", "").stream().filter(RouteBenchmark::isConnected).count();
    }

    private static boolean isConnected(JsonNode node) {
        for (JsonNode condition : node.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("NetworkUnavailable"))
                return condition.path("status").asText().equals("False");
        }
        return false;
    }

    private static void join(LocalCloud cloud, int from, int to) {
        for (int i = from; i < to; i++)
            cloud.cluster()
                    .apply(Manifests.node(name(i), "",
                            "podCIDRs: [\"10.244.%d.%d/25\"]".formatted(i % 512 / 2, i % 2 * 128),
                            "{type: InternalIP, address: 10.240.%d.%d}, {type: Hostname, address: %s}"
                                    .formatted(10 + i / 200, 4 + i % 200, name(i))));
    }

    private static String name(int index) {
        return "node-%04d".formatted(index);
    }
}
