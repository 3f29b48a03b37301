package io.azureccm.e2e.playground;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.cloud.Manifests;
import io.azureccm.e2e.playground.latency.Measured.Run;
import io.azureccm.e2e.playground.latency.Measured;
import io.azureccm.e2e.playground.latency.Scenario;
import io.azureccm.e2e.playground.latency.SlowAzure;
import io.azureccm.e2e.playground.latency.WritePace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Runs the scenarios of the latency benchmark, each group on its own cloud and with its own service-controller. */
public record LatencyRun(Setting setting, WritePace pace, BenchmarkRun.Launcher launcher, PrintStream out) {
    private static final Duration JOINED_BEFORE = Duration.ofSeconds(1);
    private static final ObjectNode POOLS_OF_MACHINES = new ObjectMapper().createObjectNode();
    private static final ObjectNode POOLS_OF_ADDRESSES = new ObjectMapper().createObjectNode()
            .put("loadBalancerBackendPoolConfigurationType", "nodeIP");

    /** How slow Azure is, the number of nodes, and the folder for files. */
    public record Setting(SlowAzure azure, int nodes, Path folder) {}

    /** One Service at a time on an existing load balancer: created, created while a node joins, deleted. */
    public List<Measured> single(int repetitions) throws IOException, InterruptedException {
        try (BenchmarkRun run = open(repetitions, POOLS_OF_MACHINES)) {
            stand(run);
            Measured more = oneMore(run, repetitions);
            List<Run> beside = new ArrayList<>();
            List<Run> deleted = new ArrayList<>();
            for (int i = 0; i < repetitions; i++) {
                int node = setting.nodes() + i;
                String name = "beside-" + i;
                beside.add(run.time(name, () -> {
                    run.cloud().addNode(node);
                    Thread.sleep(JOINED_BEFORE);
                }, () -> create(run.cloud(), name), () -> isServed(run.cloud(), name)));
            }
            for (int i = 0; i < repetitions; i++) {
                String name = "more-" + i;
                deleted.add(run.time("deleting " + name,
                        () -> run.cloud().cluster().delete("services", "default", name),
                        () -> run.cloud().cluster().get("services", "default", name).isEmpty()));
            }
            return List.of(more, measured(Scenario.besideJoiningNode(setting.azure()), beside),
                    measured(Scenario.deleted(setting.azure()), deleted));
        }
    }

    /** Many at once on an empty cluster whose controller has already read Azure. */
    Measured burst(int services) throws IOException, InterruptedException {
        try (BenchmarkRun run = open(0, POOLS_OF_MACHINES)) {
            run.start("service-controller");
            run.awaitStill();
            return burst(run, Scenario.burst(setting.azure(), services, setting.nodes(), pace), services);
        }
    }

    /** The same at the moment the controller becomes ready, so that its first reads and its first plan count, too. */
    Measured burstAtStart(int services) throws IOException, InterruptedException {
        try (BenchmarkRun run = open(0, POOLS_OF_MACHINES)) {
            run.start("service-controller");
            return burst(run, Scenario.burstAtStart(setting.azure(), services, setting.nodes(), pace), services);
        }
    }

    private Measured burst(BenchmarkRun run, Scenario scenario, int services) throws IOException, InterruptedException {
        return measured(scenario, List.of(run.time(services + " Services", () -> create(run.cloud(), services),
                () -> run.cloud().addressed() == services)));
    }

    /** Very many at once on an empty cluster with IP-based pools: until the first and until all have an address. */
    List<Measured> many(int services) throws IOException, InterruptedException {
        try (BenchmarkRun run = open(0, POOLS_OF_ADDRESSES)) {
            run.start("service-controller");
            long begin = System.nanoTime();
            long[] first = new long[1];
            Run all = run.time(services + " Services", () -> create(run.cloud(), services), () -> {
                long served = run.cloud().addressed();
                if (served > 0 && first[0] == 0)
                    first[0] = System.nanoTime();
                return served == services;
            });
            Run early = new Run(Duration.ofNanos(first[0] - begin), all.calls());
            return List.of(measured(Scenario.firstOfMany(setting.azure(), services), List.of(early)),
                    measured(Scenario.allOfMany(setting.azure(), services, pace), List.of(all)));
        }
    }

    private BenchmarkRun open(int spareMachines, ObjectNode config) throws IOException {
        return new BenchmarkRun(LocalCloud.start(setting.nodes(), spareMachines, setting.azure().latencies(),
                setting.folder(), config), launcher, out);
    }

    /** A controller, and a load balancer with one Service. */
    private void stand(BenchmarkRun run) throws IOException, InterruptedException {
        run.start("service-controller");
        run.time("first", () -> create(run.cloud(), "first"), () -> isServed(run.cloud(), "first"));
    }

    private Measured oneMore(BenchmarkRun run, int repetitions) throws IOException, InterruptedException {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < repetitions; i++) {
            String name = "more-" + i;
            runs.add(run.time(name, () -> create(run.cloud(), name), () -> isServed(run.cloud(), name)));
        }
        return measured(Scenario.oneMore(setting.azure()), runs);
    }

    private Measured measured(Scenario scenario, List<Run> runs) {
        Measured measured = new Measured(scenario, runs);
        out.println("  " + measured.summary());
        return measured;
    }

    /**
     * A node joins whose machine is in no pool yet; a second later a Service is created. The calls for the node count.
     */
    private static void create(LocalCloud cloud, int services) {
        IntStream.range(0, services).forEach(i -> create(cloud, "svc-%03d".formatted(i)));
    }

    private static void create(LocalCloud cloud, String name) {
        cloud.cluster().apply(Manifests.service(name, 80));
    }

    private static boolean isServed(LocalCloud cloud, String name) {
        return !cloud.addresses(name).isEmpty();
    }
}
