package io.azureccm.e2e.playground;

import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.throttling.ThrottlingProfile;
import io.azureccm.e2e.playground.calls.CallWindows;
import io.azureccm.e2e.playground.cloud.Await;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.latency.SlowAzure;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * All three apps with one identity on an Azure with the documented rate limits: very many Services at once while nodes
 * join. Measured per second until everything is done: with default settings, with small token buckets, and with no
 * limit on bursts other than Azure's documented buckets.
 */
final class LimitBenchmark {
    private static final int SERVICES = 200;
    private static final int NODES = 20;
    private static final int JOINING = 30;
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    /** A fifth more than the limit in ten seconds, including what refills at the rate of the limit. */
    private static final List<String> SMALL_BUCKETS = List.of("--azureccm.budget.burst.arm-reads=50",
            "--azureccm.budget.burst.arm-writes=20", "--azureccm.budget.burst.arm-deletes=20");

    static final Benchmark.Part PART = new Benchmark.Part("limit",
            SERVICES + " Services at once and " + JOINING
                    + " nodes that join, on an Azure that allows 25 reads and 10 "
                    + "writes a second",
            LimitBenchmark::run);

    private LimitBenchmark() {}

    private static void run(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException {
        run("default settings: at most 120 % in any ten seconds", List.of(), options, out);
        run("small buckets: 50 reads, 20 writes at once", SMALL_BUCKETS, options, out);
        run("Azure's entire buckets: 250 reads, 200 writes at once", List.of("--azureccm.budget.peak=0"), options, out);
    }

    private static void run(String title, List<String> flags, PlaygroundOptions options, PrintStream out)
            throws IOException, InterruptedException {
        LocalCloud cloud = LocalCloud.joining(NODES, NODES + JOINING, AzureSimulator.builder()
                .latencies(SlowAzure.DEFAULT.latencies())
                .throttling(ThrottlingProfile.azure()), options.folder());
        try (BenchmarkRun run = new BenchmarkRun(cloud, out)) {
            for (String app : LocalCloud.CONTROLLERS) {
                List<String> all = new ArrayList<>(flags);
                all.addAll(LocalCloud.flags(app));
                run.start(app, all.toArray(String[]::new));
            }
            await(() -> nodesAreDone(cloud, NODES));
            cloud.azure().calls().reset();
            long start = System.nanoTime();
            for (int i = 0; i < SERVICES; i++) {
                cloud.cluster().apply(ServiceBenchmark.service(i));
                if (i % 10 == 0 && i / 10 < JOINING)
                    cloud.comeBack(NODES + i / 10);
            }
            for (int i = SERVICES / 10; i < JOINING; i++)
                cloud.comeBack(NODES + i);
            double[] done = {-1, -1};
            await(() -> {
                double now = (System.nanoTime() - start) / 1e9;
                done[0] = done[0] < 0 && cloud.addressed() == SERVICES ? now : done[0];
                done[1] = done[1] < 0 && nodesAreDone(cloud, NODES + JOINING) ? now : done[1];
                return done[0] >= 0 && done[1] >= 0;
            });
            report(title, done[0], done[1], cloud.azure().calls().all(), out);
        }
    }

    private static void report(String title, double services, double nodes, List<CallRecord> calls, PrintStream out) {
        CallWindows windows = CallWindows.of(calls);
        out.println("\n" + title);
        windows.print(out);
        out.printf("all %d Services have an address after %.1f s, all nodes are ready and routed after %.1f s%n",
                SERVICES, services, nodes);
        for (CallWindows.Limit limit : CallWindows.Limit.values())
            out.printf("  %-8s highest share of the limit in any %d s: %.0f %%%n",
                    limit.name().toLowerCase(Locale.ROOT),
                    CallWindows.WINDOW, windows.highestShare(limit) * 100);
        out.println("  answers 429: " + windows.throttled());
    }

    private static void await(Await.Condition condition) throws IOException, InterruptedException {
        if (!Await.before(System.nanoTime() + TIMEOUT.toNanos(), Duration.ofMillis(500), condition))
            throw new IOException("not done after " + TIMEOUT.toSeconds() + " s");
    }

    private static boolean nodesAreDone(LocalCloud cloud, int count) {
        return cloud.initialised() == count && cloud.routes().size() == count;
    }
}
