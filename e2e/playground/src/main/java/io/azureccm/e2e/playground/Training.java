package io.azureccm.e2e.playground;

import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.playground.cloud.Await;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.cloud.Manifests;
import io.azureccm.e2e.playground.image.ExtractedApp;
import io.azureccm.e2e.playground.image.SignedJars;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs an app once against both simulators: start, everyday operation, orderly shutdown. The JVM records the loaded classes and writes them to
 * the app's AOT cache when it exits. {@code folder} is for temporary files and logs of the run.
 */
public record Training(PrintStream out, Path folder) {
    private static final Duration BOUND = Duration.ofMinutes(10);
    private static final int NODES = 3;
    private static final String INTERNAL = "service.beta.kubernetes.io/azure-load-balancer-internal: ";
    private static final int ENDED_BY_SIGTERM = 143;
    /**
     * The garbage collector and compiler of containers with little memory; the contents of the cache depend on neither.
     */
    static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m",
            "-Djdk.reflect.useNativeAccessorOnly=true");

    /** An app as in its image, extracted below the folder of the options and with its AOT cache. */
    static ExtractedApp trained(String app, PlaygroundOptions options, PrintStream out)
            throws IOException, InterruptedException {
        ExtractedApp extracted = ExtractedApp.extract(app, options.folder().resolve("apps").resolve(app));
        new Training(out, options.folder().resolve("training")).train(extracted);
        return extracted;
    }

    /**
     * Creates the cache of an extracted app; fails if the app did not complete its work, did not exit cleanly, or left
     * an unusable cache.
     */
    public void train(ExtractedApp app) throws IOException, InterruptedException {
        Files.deleteIfExists(app.cache());
        List<String> signed = SignedJars.unsign(app.libraries());
        out.printf("%s: verified and removed the signatures of %d libraries%n", app.name(), signed.size());
        List<String> options = new ArrayList<>(OPTIONS);
        options.add("-XX:AOTCacheOutput=" + app.cache());
        // Profiles are for the optimising compiler, which does not run.
        options.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining"));
        try (LocalCloud cloud = cloud(app.name());
                ControllerProcess controller = ControllerProcess.start(app.plain(options), cloud, flags(app.name()))) {
            Await.until(controller, "ready", controller::isReady);
            Await.until(controller, "done with its work", () -> isDone(app.name(), cloud));
            controller.scrape();
            if (app.name().equals("service-controller")) {
                cloud.cluster().delete("services", "default", "outside");
                Await.until(controller, "done with a deletion",
                        () -> cloud.cluster().get("services", "default", "outside").isEmpty());
            }
            int code = controller.end(BOUND);
            if (code != 0 && code != ENDED_BY_SIGTERM)
                throw new IOException("the training run of the " + app.name() + " ended with code " + code);
        }
        if (!Files.exists(app.cache()))
            throw new IOException("the training run of the " + app.name() + " left no " + app.cache());
        app.requireUsableCache(OPTIONS);
        out.printf("trained %s: %s, %d MiB%n", app.name(), app.cache(), Files.size(app.cache()) / (1024 * 1024));
    }

    /** The required flags of an app, and its lease if it has one. */
    static List<String> flags(String app) {
        String lease = "--leader-elect-resource-namespace=default";
        return app.equals("route-controller") ? List.of(lease, "--cluster-cidr=10.244.0.0/14") : List.of(lease);
    }

    private LocalCloud cloud(String app) throws IOException {
        Latencies none = Latencies.builder().build();
        if (app.equals("node-controller"))
            return LocalCloud.joining(NODES, none, folder);
        LocalCloud cloud = LocalCloud.start(NODES, none, folder);
        cloud.cluster().apply(Manifests.service("outside", 80, INTERNAL + "\"false\"", ""));
        cloud.cluster().apply(Manifests.service("inside", 80, INTERNAL + "\"true\"", ""));
        return cloud;
    }

    private static boolean isDone(String app, LocalCloud cloud) {
        return switch (app) {
            case "service-controller" ->
                !cloud.addresses("outside").isEmpty() && !cloud.addresses("inside").isEmpty();
            case "node-controller" -> cloud.initialised() == NODES;
            case "route-controller" -> cloud.routeTable().size() == NODES;
            default -> throw new IllegalArgumentException("unknown app \"" + app + "\"");
        };
    }
}
