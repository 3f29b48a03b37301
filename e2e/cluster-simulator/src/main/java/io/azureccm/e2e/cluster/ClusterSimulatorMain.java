package io.azureccm.e2e.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

import io.azureccm.e2e.cluster.ClusterOptions.Feature;

/**
 * Runs the simulated cluster until Ctrl-C: {@code --port=N} (default: a free one), {@code --kubeconfig-out=FILE}
 * (default: a temporary file), {@code --tls}, {@code --taint-new-nodes}. Exit code 2 for wrong arguments, 1 if it
 * cannot start.
 */
public final class ClusterSimulatorMain {
    private static final String USAGE = "usage: cluster-simulator [--port=N] [--kubeconfig-out=FILE] [--tls] [--taint-new-nodes]";

    private ClusterSimulatorMain() {}

    public static void main(String[] args) throws InterruptedException {
        ClusterOptions options = ClusterOptions.defaults();
        String kubeconfig = "";
        for (String arg : args) {
            String value = arg.substring(arg.indexOf('=') + 1);
            if (arg.matches("--port=\\d{1,5}") && Integer.parseInt(value) < 65536) {
                options = options.withPort(Integer.parseInt(value));
            } else if (arg.equals("--tls")) {
                options = options.with(Feature.TLS);
            } else if (arg.equals("--taint-new-nodes")) {
                options = options.with(Feature.NODE_TAINTS);
            } else if (arg.startsWith("--kubeconfig-out=") && !value.isEmpty()) {
                kubeconfig = value;
            } else {
                System.err.println("cluster-simulator: unknown or invalid argument " + arg + "\n" + USAGE);
                System.exit(2);
            }
        }
        try {
            run(options,
                    kubeconfig.isEmpty()
                            ? Files.createTempFile("cluster-simulator-", ".kubeconfig")
                            : Path.of(kubeconfig));
        } catch (IOException e) {
            System.err.println("cluster-simulator: cannot start: " + e);
            System.exit(1);
        }
    }

    private static void run(ClusterOptions options, Path kubeconfig) throws IOException, InterruptedException {
        ClusterSimulator simulator = ClusterSimulator.start(options);
        String file = simulator.writeKubeconfig(kubeconfig).toAbsolutePath().toString();
        System.out.println("""
                Kubernetes API at %s (in memory, no controllers: objects stay as written)
                Kubeconfig in %s
                Try: kubectl --kubeconfig=%s get namespaces
                     kubectl --kubeconfig=%s get services -A -w
                Stop with Ctrl-C; nothing is persisted.""".formatted(simulator.url(), file, file, file));
        Runtime.getRuntime().addShutdownHook(new Thread(simulator::close));
        new CountDownLatch(1).await();
    }
}
