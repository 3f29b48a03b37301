package io.azureccm.e2e.suite.harness.controller;

import io.azureccm.e2e.suite.harness.SteadyState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A controller as its chart deploys it, on any API server: with the arguments, environment, Secret and rights that the chart's
 * objects give it once the server has taken them. Its packaged jar runs beside the cluster, where an image would run inside.
 */
public final class DeployedController implements ControllerUnderTest {
    private final String chart;
    private final Path folder;
    private final ControllerProcess process;
    private ChartDeployment deployment;

    /** {@code folder} is for what the pod's volumes would hold, and for the log. */
    public DeployedController(String chart, Path folder, SteadyState steadyState,
            Supplier<SteadyState.Observation> looking) {
        this.chart = chart;
        this.folder = folder;
        this.process = new ControllerProcess(chart, folder.resolve(chart + ".log"), steadyState,
                looking);
    }

    /** Of the flags only those are added that the chart has no value for; leadership is decided as the chart says. */
    @Override
    public void start(Launch launch) {
        try {
            deployment = new ChartDeployment(launch.kubeconfig(), chart, Files.readString(launch.cloudConfig()));
            Path config = Files.writeString(folder.resolve("secret-azure.json"), deployment.cloudConfig());
            List<String> flags = new ArrayList<>(deployment.arguments());
            flags.removeIf(flag -> flag.startsWith("--cloud-config=") || flag.startsWith("--secure-port="));
            flags.add("--secure-port=0");
            launch.flags()
                    .stream()
                    .filter(flag -> !flag.startsWith("--leader-elect") && !flag.startsWith("--secure-port"))
                    .forEach(flags::add);
            Map<String, String> environment = new HashMap<>(deployment.environment());
            environment.putAll(launch.environment());
            process.start(
                    new Launch(config, deployment.writeKubeconfig(folder.resolve("account")), flags, environment));
        } catch (IOException e) {
            throw new UncheckedIOException("deploying the " + chart, e);
        }
    }

    @Override
    public void awaitQuiet(Duration bound) {
        process.awaitQuiet(bound);
    }

    @Override
    public String log() {
        return process.log();
    }

    @Override
    public void close() {
        process.close();
        if (deployment != null)
            deployment.close();
    }
}
