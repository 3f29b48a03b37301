package io.azureccm.e2e.playground;

import io.azureccm.e2e.azure.control.Counters;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.Latencies.Mode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Many Services at once on an Azure that takes its time, measured as a user sees it: until the last Service has its address or
 * is gone, and in calls to Azure. The reference's figures for 30 Services on 5 nodes stand beside ours.
 */
final class Benchmark {
    private static final Duration BOUND = Duration.ofMinutes(5);
    private static final Duration STILL = Duration.ofSeconds(4);

    private record Row(String scenario, double seconds, int reads, int writes, String reference) {}

    private final PlaygroundOptions options;
    private final PrintStream out;
    private final List<Row> rows = new ArrayList<>();

    Benchmark(PlaygroundOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    boolean run() throws IOException, InterruptedException {
        List<AutoCloseable> open = new ArrayList<>();
        Thread ending = new Thread(() -> Playground.close(open), "benchmark-end");
        Runtime.getRuntime().addShutdownHook(ending);
        LocalCloud cloud = LocalCloud.start(options.nodes(), latencies(), options.folder());
        open.add(cloud);
        out.println(
                "Azure takes: GET 0.06 s, load balancer PUT 2 s, public IP PUT/DELETE 1 s, security group PUT 1.5 s, "
                        + "scale set PUT 5 s, machine PUT 8 s");
        ControllerProcess controller = started(cloud, open);
        measure(cloud, options.services() + " Services created at once", "188 s, 375 reads, 96 writes", () -> {
            for (int i = 0; i < options.services(); i++) {
                cloud.cluster().apply(service(i));
            }
        }, () -> allHaveAddresses(cloud));
        controller.close();
        controller = measureRestart(cloud, open);
        // A new machine takes the pools of its scale set's model, so there is nothing to write: done when it was looked at.
        measure(cloud, "one node joins", "155 reads", () -> cloud.join(options.nodes()),
                () -> cloud.azure().calls().counters().reads() > 0 && cloud.azure().runningOperations() == 0);
        measure(cloud, "all Services deleted", "186 s", () -> {
            for (int i = 0; i < options.services(); i++) {
                cloud.cluster().delete("services", "default", name(i));
            }
        }, () -> noneIsLeft(cloud));
        print();
        controller.close();
        return true;
    }

    private ControllerProcess started(LocalCloud cloud, List<AutoCloseable> open)
            throws IOException, InterruptedException {
        ControllerProcess controller = ControllerProcess.start("service-controller", cloud,
                List.of("--leader-elect=false"));
        open.add(controller);
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (!controller.isReady()) {
            controller.requireAlive();
            if (System.nanoTime() > deadline)
                throw new IOException("the service controller is not ready: " + controller.health());
            Thread.sleep(100);
        }
        return controller;
    }

    private ControllerProcess measureRestart(LocalCloud cloud, List<AutoCloseable> open)
            throws IOException, InterruptedException {
        cloud.azure().calls().reset();
        ControllerProcess controller = started(cloud, open);
        awaitStill(cloud);
        Counters counters = cloud.azure().calls().counters();
        rows.add(new Row("restart, nothing changed", -1, counters.reads(), counters.writes(), "126 reads"));
        return controller;
    }

    private void measure(LocalCloud cloud, String scenario, String reference, Runnable change, BooleanSupplier done)
            throws IOException, InterruptedException {
        cloud.azure().calls().reset();
        out.println(scenario + " ...");
        long start = System.nanoTime();
        change.run();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - start > BOUND.toNanos())
                throw new IOException(scenario + ": not done after " + BOUND);
            Thread.sleep(50);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        awaitStill(cloud);
        Counters counters = cloud.azure().calls().counters();
        rows.add(new Row(scenario, seconds, counters.reads(), counters.writes(), reference));
    }

    /** Waits until Azure has heard nothing for a while, so that late calls are counted too. */
    private static void awaitStill(LocalCloud cloud) throws InterruptedException {
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

    private boolean allHaveAddresses(LocalCloud cloud) {
        for (int i = 0; i < options.services(); i++) {
            if (Playground.addresses(cloud, name(i)).isEmpty())
                return false;
        }
        return true;
    }

    private boolean noneIsLeft(LocalCloud cloud) {
        return IntStream.range(0, options.services())
                .noneMatch(i -> cloud.cluster().get("services", "default", name(i)).isPresent());
    }

    private void print() {
        out.printf("%n%-34s %9s %7s %7s   %s%n", "scenario", "seconds", "reads", "writes",
                "the reference (30 Services, 5 nodes)");
        for (Row row : rows) {
            out.printf("%-34s %9s %7d %7d   %s%n", row.scenario(),
                    row.seconds() < 0 ? "-" : "%.1f".formatted(row.seconds()),
                    row.reads(), row.writes(), row.reference());
        }
    }

    private static Latencies latencies() {
        return Latencies.builder()
                .read("*", Duration.ofMillis(60))
                .write("PUT", "loadBalancers", Duration.ofSeconds(2), Mode.OPERATION)
                .write("DELETE", "loadBalancers", Duration.ofSeconds(2), Mode.OPERATION)
                .write("PUT", "publicIPAddresses", Duration.ofSeconds(1), Mode.OPERATION)
                .write("DELETE", "publicIPAddresses", Duration.ofSeconds(1), Mode.OPERATION)
                .write("PUT", "networkSecurityGroups", Duration.ofMillis(1500), Mode.OPERATION)
                .write("PUT", "virtualMachineScaleSets", Duration.ofSeconds(5), Mode.OPERATION)
                .write("PUT", "virtualMachineScaleSets/virtualMachines", Duration.ofSeconds(8), Mode.OPERATION)
                .build();
    }

    private static String name(int index) {
        return "svc-%02d".formatted(index);
    }

    private static String service(int index) {
        return "{apiVersion: v1, kind: Service, metadata: {name: " + name(index) + ", namespace: default}, "
                + "spec: {type: LoadBalancer, ports: [{port: 80, protocol: TCP}, {name: https, port: 443, protocol: TCP}]}}"
                        .replace("{port: 80", "{name: http, port: 80");
    }
}
