package io.azureccm.e2e.playground;

import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.latency.SlowAzure;
import java.io.IOException;
import java.io.PrintStream;
import java.util.stream.IntStream;

/** Many Services at once on one load balancer, compared with the reference's figures for 30 Services on 5 nodes. */
final class ServiceBenchmark {
    static final Benchmark.Part PART = new Benchmark.Part("services",
            "Services at once on a slow Azure: GET 0.06 s, load balancer PUT 2 s, public IP PUT/DELETE "
                    + "1 s, security group PUT 1.5 s, scale set PUT 5 s, machine PUT 8 s",
            ServiceBenchmark::run);

    private ServiceBenchmark() {}

    private static void run(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException {
        try (BenchmarkRun run = new BenchmarkRun(
                LocalCloud.start(options.nodes(), SlowAzure.DEFAULT.latencies(), options.folder()), out)) {
            measure(run, options);
            run.print("the reference (30 Services, 5 nodes)");
        }
    }

    private static void measure(BenchmarkRun run, PlaygroundOptions options) throws IOException, InterruptedException {
        LocalCloud cloud = run.cloud();
        int services = options.benchmark().services();
        ControllerProcess controller = run.start("service-controller");
        run.measure(services + " Services created at once", "188 s, 375 reads, 96 writes",
                () -> IntStream.range(0, services).forEach(i -> cloud.cluster().apply(service(i))),
                () -> IntStream.range(0, services).noneMatch(i -> cloud.addresses(name(i)).isEmpty()));
        run.restart(controller, "126 reads");
        // A new machine inherits the pools of its scale set's model, so there is nothing to write; done once it was
        // read.
        run.measure("one node joins", "155 reads", () -> cloud.join(options.nodes()),
                () -> cloud.azure().calls().counters().reads() > 0 && cloud.azure().runningOperations() == 0);
        run.measure("all Services deleted", "186 s",
                () -> IntStream.range(0, services)
                        .forEach(i -> cloud.cluster().delete("services", "default", name(i))),
                () -> IntStream.range(0, services)
                        .noneMatch(i -> cloud.cluster().get("services", "default", name(i)).isPresent()));
    }

    private static String name(int index) {
        return "svc-%03d".formatted(index);
    }

    static String service(int index) {
        return "{apiVersion: v1, kind: Service, metadata: {name: " + name(index) + ", namespace: default}, "
                + "spec: {type: LoadBalancer, ports: [{name: http, port: 80, protocol: TCP}, "
                + "{name: https, port: 443, protocol: TCP}]}}";
    }
}
