package io.azureccm.e2e.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Runs the simulated cluster until Ctrl-C: {@code --port=N} (default: a free one), {@code --kubeconfig-out=FILE} (default: a temporary file), {@code --tls}. */
public final class ClusterSimulatorMain {
    private static final String USAGE = "usage: cluster-simulator [--port=N] [--kubeconfig-out=FILE] [--tls]";

    private ClusterSimulatorMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        ClusterOptions options = ClusterOptions.defaults();
        Path kubeconfig = null;
        for (String arg : args) {
            String value = arg.substring(arg.indexOf('=') + 1);
            if (arg.startsWith("--port=") && value.matches("\\d{1,5}")) {
                options = options.withPort(Integer.parseInt(value));
            } else if (arg.equals("--tls")) {
                options = options.withTls();
            } else if (arg.startsWith("--kubeconfig-out=")) {
                kubeconfig = Path.of(value);
            } else {
                System.err.println("cannot use " + arg + "; " + USAGE);
                System.exit(2);
            }
        }
        run(options, kubeconfig == null ? Files.createTempFile("cluster-simulator-", ".kubeconfig") : kubeconfig);
    }

    private static void run(ClusterOptions options, Path kubeconfig) throws IOException, InterruptedException {
        ClusterSimulator simulator = ClusterSimulator.start(options);
        simulator.writeKubeconfig(kubeconfig);
        System.out.println("Kubernetes API at " + simulator.url()
                + " (in memory, no controllers: what is written stays as it is)");
        System.out.println("Kubeconfig in " + kubeconfig.toAbsolutePath());
        System.out.println("Try: kubectl --kubeconfig=" + kubeconfig.toAbsolutePath() + " get namespaces");
        System.out.println("     kubectl --kubeconfig=" + kubeconfig.toAbsolutePath() + " get services -A -w");
        System.out.println("Ctrl-C ends it; nothing is kept.");
        Runtime.getRuntime().addShutdownHook(new Thread(simulator::close));
        new CountDownLatch(1).await();
    }
}
