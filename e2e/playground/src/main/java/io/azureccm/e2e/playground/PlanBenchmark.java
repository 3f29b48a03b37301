package io.azureccm.e2e.playground;

import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.throttling.ThrottlingProfile;
import io.azureccm.e2e.playground.cloud.ControllerProcess.Program;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.cloud.Manifests;
import io.azureccm.e2e.playground.scale.LargeCluster;
import io.azureccm.e2e.playground.scale.Size;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The cost of a plan from a snapshot, as an entire process: manifests of many Services, none of which is in Azure yet,
 * on a cluster of many nodes. This is the largest possible plan for them: each Service and each machine is written.
 * Every second Service is internal, so that both load balancers stay within the limits of Azure.
 */
final class PlanBenchmark {
    private static final String APP = "service-controller";
    private static final Duration BOUND = Duration.ofMinutes(10);
    private static final int CHANGES = 2;

    private record Figures(double seconds, double cpu, long megabytes) {}

    private static final List<Size> SIZES = List.of(new Size(30, 5), new Size(200, 1000), new Size(1000, 5000));

    static final Benchmark.Part PART = new Benchmark.Part("plan",
            "a plan from a snapshot, from the start of the process to its end: up to 1000 new Services and 5000 nodes",
            PlanBenchmark::run);

    private PlanBenchmark() {}

    private static void run(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException {
        out.printf("%n%8s %6s  %-8s %8s %8s %10s  %s%n", "services", "nodes", "command", "seconds", "CPU s",
                "RSS MiB", "result");
        for (Size size : SIZES) {
            Path folder = options.folder().resolve("plan-" + size.services());
            try (LargeCluster cluster = new LargeCluster(size, Latencies.builder().build(), ThrottlingProfile.off(),
                    folder)) {
                LocalCloud cloud = cluster.cloud();
                Path snapshot = folder.resolve("snapshot.json");
                run(size, cloud, out, List.of("snapshot", "--cloud-config=" + cloud.cloudConfig(),
                        "--kubeconfig=" + cloud.kubeconfig(), "--cluster-name=kubernetes", "--output=" + snapshot));
                Path manifests = Files.writeString(folder.resolve("services.yaml"), manifests(size.services()));
                run(size, cloud, out, List.of("plan", "--snapshot=" + snapshot, "-f", manifests.toString()));
            }
        }
    }

    private static String manifests(int services) {
        return IntStream.range(0, services).mapToObj(PlanBenchmark::service).collect(Collectors.joining("---\n"));
    }

    private static void run(Size size, LocalCloud cloud, PrintStream out, List<String> args)
            throws IOException, InterruptedException {
        Path result = cloud.logs().resolve(args.getFirst() + ".txt");
        ProcessBuilder builder = new ProcessBuilder(Program.packaged(APP, "-XX:+UseSerialGC").with(args))
                .redirectOutput(result.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(cloud.environment());
        long began = System.nanoTime();
        Process process = builder.start();
        Figures figures = watch(process, began);
        if (process.exitValue() != 0 && process.exitValue() != CHANGES)
            throw new IOException(args.getFirst() + " ended with code " + process.exitValue() + "; see " + result);
        out.printf("%8d %6d  %-8s %8.2f %8.2f %10d  %s%n", size.services(), size.nodes(), args.getFirst(),
                figures.seconds(), figures.cpu(), figures.megabytes(),
                Files.readAllLines(result).stream().reduce((first, second) -> second).orElse(""));
    }

    /** The maximum resident memory, if the operating system reports it, and the processor time at the last sample. */
    private static Figures watch(Process process, long began) throws IOException, InterruptedException {
        long megabytes = 0;
        Duration cpu = Duration.ZERO;
        while (process.isAlive()) {
            if (System.nanoTime() - began > BOUND.toNanos()) {
                process.destroyForcibly();
                throw new IOException("a command took longer than " + BOUND.toMinutes() + " minutes");
            }
            megabytes = Math.max(megabytes, ControllerProcess.status(process.pid(), "VmHWM") / 1024);
            Duration now = process.info().totalCpuDuration().orElse(Duration.ZERO);
            cpu = now.compareTo(cpu) > 0 ? now : cpu;
            Thread.sleep(10);
        }
        return new Figures((System.nanoTime() - began) / 1e9, cpu.toMillis() / 1000.0, megabytes);
    }

    private static String service(int index) {
        return Manifests.service("svc-%04d".formatted(index), 1000 + index,
                "service.beta.kubernetes.io/azure-load-balancer-internal: \"%b\"".formatted(index % 2 == 1), "");
    }
}
