package io.azureccm.e2e.playground;

import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.playground.cloud.AdmissionWarnings;
import io.azureccm.e2e.playground.cloud.Await;
import io.azureccm.e2e.playground.cloud.ControllerProcess.Program;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.image.ExtractedApp;
import io.azureccm.e2e.playground.replay.SimulatorReplay;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/** Runs the entire suite on one machine, without a cluster or an Azure account. */
public record Playground(PlaygroundOptions options, PrintStream out) {
    private static final String SERVICE = """
            apiVersion: v1
            kind: Service
            metadata: {name: web, namespace: default}
            spec:
              type: LoadBalancer
              selector: {app: web}
              ports: [{name: http, port: 80, targetPort: 8080, protocol: TCP}]
            """;

    public static void main(String[] arguments) throws InterruptedException {
        List<String> all = List.of(arguments);
        if (all.contains("--help") || all.contains("-h")) {
            System.out.print(PlaygroundOptions.HELP);
            return;
        }
        try {
            if (all.size() == 3 && all.getFirst().equals("train")) {
                Path files = Files.createTempDirectory("training");
                new Training(System.out, files)
                        .train(new ExtractedApp(all.get(1), Path.of(all.get(2)).toAbsolutePath()));
                return;
            }
            if (!all.isEmpty() && all.getFirst().equals("replay"))
                System.exit(new SimulatorReplay(System.out).run(recordOf(all)));
            PlaygroundOptions options = PlaygroundOptions.parse(all);
            boolean worked = options.soak()
                    ? new Soak(options, System.out).run()
                    : options.benchmark().wanted()
                            ? new Benchmark(options, System.out).run()
                            : new Playground(options, System.out).run();
            System.exit(worked ? 0 : 1);
        } catch (IllegalArgumentException | IOException problem) {
            System.err.println("playground: " + problem.getMessage());
            System.exit(1);
        } catch (RuntimeException | Error defect) {
            // The threads of the simulators would keep the process running.
            defect.printStackTrace();
            System.exit(1);
        }
    }

    private static Path recordOf(List<String> arguments) {
        if (arguments.size() != 3 || !arguments.getLast().equals("--against-simulator"))
            throw new IllegalArgumentException(
                    "expected: replay FILE --against-simulator; an app replays its own record:"
                            + " java -jar APP.jar replay FILE");
        return Path.of(arguments.get(1));
    }

    private boolean run() throws IOException, InterruptedException {
        LocalCloud cloud = startCloud();
        Runtime.getRuntime().addShutdownHook(new Thread(cloud::close, "playground-end"));
        out.println("2. The three controllers (logs in " + cloud.logs() + ")");
        List<ControllerProcess> controllers = start(cloud);
        awaitReady(controllers);
        if (!awaitInitialised(cloud))
            return false;
        out.println("3. A Service of type LoadBalancer: default/web, TCP port 80");
        long start = System.nanoTime();
        cloud.cluster().apply(SERVICE);
        Optional<String> address = options.dryRun()
                ? dryRun(controllers.getFirst())
                : awaitAddress(cloud, controllers.getFirst());
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        if (address.isEmpty()) {
            out.println("   no address after " + millis + " ms; health: " + controllers.getFirst().health());
            out.println("   its log: " + controllers.getFirst().log());
            return false;
        }
        report(cloud, controllers, address.get(), millis);
        reportRoutes(cloud);
        if (options.once())
            return true;
        whatNext(cloud, controllers.getFirst());
        new CountDownLatch(1).await();
        return true;
    }

    private LocalCloud startCloud() throws IOException {
        out.println("1. A simulated Azure and a Kubernetes API with " + options.nodes() + " nodes");
        Latencies latencies = Latencies.realistic(0.1, 1);
        // A dry run initialises no nodes, so they are created as initialised.
        LocalCloud cloud = options.dryRun()
                ? LocalCloud.start(options.nodes(), latencies, options.folder())
                : LocalCloud.joining(options.nodes(), latencies, options.folder());
        out.println("   Azure       " + cloud.azure().url() + "   status page: " + cloud.azure().httpUrl() + "/");
        out.println("   Kubernetes  " + cloud.cluster().url() + "   export KUBECONFIG=" + cloud.kubeconfig());
        AdmissionWarnings.install(cloud.cluster());
        out.println(
                "   Admission   warns about mistakes in annotations; try: kubectl create service loadbalancer wrong --tcp=80"
                        + " --dry-run=client -o yaml | kubectl annotate --local -f - -o yaml"
                        + " service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout=3 | kubectl apply -f -");
        return cloud;
    }

    private List<ControllerProcess> start(LocalCloud cloud) throws IOException {
        List<ControllerProcess> controllers = new ArrayList<>();
        for (String name : LocalCloud.CONTROLLERS) {
            List<String> flags = new ArrayList<>(LocalCloud.flags(name));
            if (options.dryRun())
                flags.add("--dry-run");
            ControllerProcess controller = ControllerProcess.start(name, cloud, flags);
            controller.showAsPod(cloud);
            controllers.add(controller);
        }
        return controllers;
    }

    private long deadline() {
        return System.nanoTime() + options.startTimeout().toNanos();
    }

    private void awaitReady(List<ControllerProcess> controllers) throws IOException, InterruptedException {
        long deadline = deadline();
        for (ControllerProcess controller : controllers) {
            boolean ready = Await.before(deadline, Duration.ofMillis(200), () -> {
                controller.requireAlive();
                return controller.isReady();
            });
            if (!ready)
                throw new IOException(controller.name() + " is not ready after " + options.startTimeout().toSeconds()
                        + " s; on a busy machine, give it more with --start-timeout=SECONDS; its health: "
                        + controller.health() + "; its log: " + controller.log());
            out.printf("   %-19s ready   %s/health%n", controller.name(), controller.actuator());
        }
    }

    private boolean awaitInitialised(LocalCloud cloud) throws IOException, InterruptedException {
        boolean all = Await.before(deadline(), Duration.ofMillis(50), () -> cloud.initialised() >= options.nodes());
        out.println(all
                ? "   " + options.nodes() + " nodes are initialised: kubectl get nodes -L topology.kubernetes.io/zone"
                : "   uninitialised nodes: " + (options.nodes() - cloud.initialised()));
        return all;
    }

    private Optional<String> awaitAddress(LocalCloud cloud, ControllerProcess controller)
            throws IOException, InterruptedException {
        Await.before(deadline(), Duration.ofMillis(100), () -> {
            controller.requireAlive();
            return !cloud.addresses("web").isEmpty();
        });
        return cloud.addresses("web").stream().findFirst();
    }

    private Optional<String> dryRun(ControllerProcess controller) throws IOException, InterruptedException {
        return Await.before(deadline(), Duration.ofMillis(200), () -> !controller.plans().isEmpty())
                ? Optional.of("(none: dry run)")
                : Optional.empty();
    }

    private void report(LocalCloud cloud, List<ControllerProcess> controllers, String address, long millis)
            throws IOException, InterruptedException {
        out.println("   address " + address + " after " + millis + " ms, " + cloud.azure().calls().counters().reads()
                + " reads and "
                + cloud.azure().calls().counters().writes() + " writes to Azure");
        List<String> plans = controllers.getFirst().plans();
        Path file = Files.write(options.folder().resolve("plans.txt"), plans);
        out.println("4. The plans of the service controller; in full, with their outcomes: " + file);
        plans.forEach(plan -> out.println("   " + summary(plan)));
        out.println("5. The resources in Azure now");
        cloud.azure()
                .state()
                .keySet()
                .stream()
                .filter(id -> id.contains("/providers/"))
                .map(id -> id.substring(id.indexOf("/providers/") + "/providers/".length()))
                .sorted()
                .forEach(id -> out.println("   " + id));
    }

    /** The head of a plan and its calls, in one line. */
    static String summary(String plan) {
        return plan.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("Plan #") || line.startsWith("calls: "))
                .collect(Collectors.joining("   "));
    }

    private void reportRoutes(LocalCloud cloud) throws IOException, InterruptedException {
        out.println("6. The route table with the routes to each node's pods");
        if (!options.dryRun())
            Await.before(deadline(), Duration.ofMillis(100), () -> cloud.routes().size() >= options.nodes());
        cloud.routes().forEach(route -> out.println("   " + route));
    }

    private void whatNext(LocalCloud cloud, ControllerProcess services) {
        out.println(
                """

                        Runs until Ctrl-C. In another terminal:
                          export KUBECONFIG=%s
                          kubectl get svc,nodes
                          kubectl describe service web
                          kubectl create service loadbalancer api --tcp=443:8443
                          kubectl annotate service api service.beta.kubernetes.io/azure-load-balancer-internal=true
                          kubectl delete service web
                          kubectl describe node vmss-a000000     the route controller has set NetworkUnavailable
                          export PATH="$PATH:%s"
                          kubectl azureccm plans%s       and: plan, budget, orphans; --app=route, --app=node
                          kubectl azureccm explain svc/web%s
                          kubectl azureccm console%s     prints the URL of the console for a browser
                          SSL_CERT_FILE=%s %s -jar service-controller/target/service-controller.jar plan --cloud-config=%s --kubeconfig=%s --cluster-name=kubernetes
                                                                 what a controller that starts now would do (nothing); also: doctor
                          kubectl -n kube-system create serviceaccount operator
                          kubectl create clusterrole operator --verb=get --non-resource-url='/actuator/*' --non-resource-url=/metrics
                          kubectl create clusterrolebinding operator --clusterrole=operator --serviceaccount=kube-system:operator
                          curl -k -H "Authorization: Bearer $(kubectl -n kube-system create token operator)" %s/plans?format=text
                          curl %s/                       the resources in Azure (open it in a browser)
                          tail -f %s/service-controller.log
                        """
                        .formatted(cloud.kubeconfig(), Path.of("kubectl").toAbsolutePath(),
                                instance(), instance(), instance(), cloud.environment().get("SSL_CERT_FILE"),
                                Program.JAVA, cloud.cloudConfig(),
                                cloud.kubeconfig(), services.actuator(),
                                cloud.azure().httpUrl(), cloud.logs()));
    }

    /** A dry run holds no lease, so kubectl azureccm needs the pod's name. */
    private String instance() {
        return options.dryRun() ? " --pod=service-controller" : "";
    }
}
