package io.azureccm.e2e.playground.probe;

import com.sun.net.httpserver.HttpServer;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.playground.cloud.Await;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.ControllerProcess.Program;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.cloud.UnusedPort;
import io.azureccm.e2e.playground.probe.Probes.Times;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/** The resource usage of the agent's probe proxy, and the latency it adds to probes compared with its target. */
public final class ProbeProxyRun {
    private static final int PER_SECOND = 1000;
    private static final Duration LENGTH = Duration.ofSeconds(30);
    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final String NODE = "vmss-a000000";
    private static final byte[] BODY = "{\"lastUpdated\": \"2026-01-01 00:00:00\", \"nodeEligible\": true}"
            .getBytes(StandardCharsets.UTF_8);

    private static final byte[] NONE = {};
    private static final byte[] V1 = "PROXY TCP4 10.1.2.3 10.0.0.4 40000 10356\r\n"
            .getBytes(StandardCharsets.ISO_8859_1);
    /** TCP over IPv4, with the TLV in which Azure sends the ID of a private endpoint. */
    private static final byte[] V2 = HexFormat.of()
            .parseHex("0d0a0d0a000d0a515549540a" + "21110014" + "0a0102030a0000049c402874" + "ee00050100000001");

    public static final String SUMMARY = "the agent's probe proxy under " + PER_SECOND
            + " health probes a second, compared with its target alone";

    private ProbeProxyRun() {}

    /** Keeps its files in {@code folder}. */
    public static void run(Path folder, PrintStream out) throws IOException, InterruptedException {
        HttpServer target = target();
        int port = UnusedPort.find();
        Program program = Program.packaged("node-controller", "-XX:+UseSerialGC", "-Xmx64m",
                "-XX:+ExitOnOutOfMemoryError", "-XX:TieredStopAtLevel=1");
        try (LocalCloud cloud = LocalCloud.start(1, Latencies.builder().build(), folder);
                ControllerProcess agent = ControllerProcess.start(program, cloud,
                        List.of("--spring.profiles.active=agent", "--node-name=" + NODE,
                                "--azureccm.agent.metadata-address=" + cloud.azure().httpUrl() + "/machines/" + NODE,
                                "--azureccm.probe-proxy.enabled=true", "--health-check-port=" + port,
                                "--target-port=" + target.getAddress().getPort()))) {
            Await.until(agent, "answering probes", () -> Probes.isAnswered(port, NONE));
            measure(agent, port, target.getAddress().getPort(), out);
        } finally {
            target.stop(0);
        }
    }

    private static void measure(ControllerProcess agent, int port, int target, PrintStream out)
            throws IOException, InterruptedException {
        List<byte[]> headers = List.of(NONE, V1, V2);
        Duration idleBefore = agent.cpuTime();
        Thread.sleep(IDLE);
        double idle = seconds(agent.cpuTime().minus(idleBefore)) / IDLE.toSeconds();
        long cold = agent.residentMegabytes();
        Probes.send(port, PER_SECOND, WARM_UP, headers);
        Probes.send(target, PER_SECOND, WARM_UP, List.of(NONE));
        List<Times> direct = Probes.send(target, PER_SECOND, LENGTH, List.of(NONE));
        long before = agent.residentMegabytes();
        Duration cpuBefore = agent.cpuTime();
        List<Times> proxied = Probes.send(port, PER_SECOND, LENGTH, headers);
        double cpu = seconds(agent.cpuTime().minus(cpuBefore));
        long after = agent.residentMegabytes();
        agent.requireAlive();

        out.printf("%n%-32s %8s %7s %8s %8s %8s %8s%n", "probes", "number", "failed", "p50 ms", "p90 ms", "p99 ms",
                "p99.9 ms");
        row(out, "of the target itself", direct.getFirst());
        row(out, "of the proxy, without header", proxied.get(0));
        row(out, "of the proxy, version 1", proxied.get(1));
        row(out, "of the proxy, version 2", proxied.get(2));
        double probes = PER_SECOND * (double) LENGTH.toSeconds();
        out.printf(
                "%nprocessor time of the agent: %.3f ms a probe (%.1f s for %.0f probes); %.1f ms a second without any%n",
                (cpu - idle * LENGTH.toSeconds()) / probes * 1000, cpu, probes, idle * 1000);
        out.printf(
                "resident memory of the agent: %d MiB before the first probe, %d MiB after %.0f of them, %d MiB after "
                        + "%.0f%n",
                cold, before, PER_SECOND * (double) WARM_UP.toSeconds(), after,
                probes + PER_SECOND * (double) WARM_UP.toSeconds());
    }

    private static void row(PrintStream out, String name, Times times) {
        out.printf("%-32s %8d %7d %8.2f %8.2f %8.2f %8.2f%n", name, times.nanos().length, times.failed(),
                times.milliseconds(0.5), times.milliseconds(0.9), times.milliseconds(0.99), times.milliseconds(0.999));
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }

    /** The health port of a kube-proxy. */
    private static HttpServer target() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(0), 1024);
        server.createContext("/healthz", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, BODY.length);
            exchange.getResponseBody().write(BODY);
            exchange.close();
        });
        server.setExecutor(request -> Thread.ofVirtual().start(request));
        server.start();
        return server;
    }
}
