package io.azureccm.e2e.playground;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import java.io.IOException;
import java.io.PrintStream;
import java.util.stream.IntStream;

/** A large cluster: 200 Services on one load balancer and 20 on a second one, with pools of 100 nodes. */
final class LargeServiceBenchmark implements Benchmark.Part {
    private static final int NODES = 100;
    private static final int FIRST = 200;
    private static final int ALL = 220;
    private static final String SECOND = "second";
    private static final String PLANNING = "controller_planning_duration_seconds";

    @Override
    public String name() {
        return "large";
    }

    @Override
    public String summary() {
        return FIRST + " Services on one load balancer and " + (ALL - FIRST) + " on a second one, " + NODES
                + " nodes, each Service with a port of its own; latencies as for \"services\"";
    }

    @Override
    public void run(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException {
        try (BenchmarkRun run = new BenchmarkRun(LocalCloud.start(NODES, BenchmarkRun.slow(), options.folder(),
                twoBalancers()), out)) {
            LocalCloud cloud = run.cloud();
            ControllerProcess controller = run.start("service-controller");
            run.measure(ALL + " Services created at once", "", () -> apply(cloud, 0, ALL), () -> served(cloud, ALL));
            run.say("largest request: " + run.largestRequest() + " KiB");
            run.measure("one more Service", "", () -> apply(cloud, ALL, ALL + 1), () -> served(cloud, ALL + 1));
            run.measure("one node joins", "", () -> cloud.join(NODES),
                    () -> cloud.azure().calls().counters().writes() > 0 && cloud.azure().runningOperations() == 0);
            String before = planning(controller);
            controller = run.restart(controller, "");
            run.measure("all Services deleted", "",
                    () -> IntStream.rangeClosed(0, ALL)
                            .forEach(i -> cloud.cluster().delete("services", "default", name(i))),
                    () -> IntStream.rangeClosed(0, ALL)
                            .noneMatch(i -> cloud.cluster().get("services", "default", name(i)).isPresent()));
            run.print("");
            run.say("planning before the restart: " + before);
            run.say("planning after it: " + planning(controller));
        }
    }

    /** How much time a controller has spent on planning since it started. */
    private static String planning(ControllerProcess controller) throws InterruptedException {
        double plans = controller.value(PLANNING + "_count");
        return "%.0f plans, %.1f ms on average, %.1f ms at most".formatted(plans,
                1000 * controller.value(PLANNING + "_sum") / Math.max(1, plans),
                1000 * controller.value(PLANNING + "_max"));
    }

    private static void apply(LocalCloud cloud, int from, int to) {
        IntStream.range(from, to).forEach(i -> cloud.cluster().apply(service(i)));
    }

    private static boolean served(LocalCloud cloud, int services) {
        return IntStream.range(0, services).noneMatch(i -> Playground.addresses(cloud, name(i)).isEmpty());
    }

    private static ObjectNode twoBalancers() {
        ObjectNode config = new ObjectMapper().createObjectNode()
                .put("loadBalancerBackendPoolConfigurationType", "nodeIP");
        ArrayNode balancers = config.putArray("multipleStandardLoadBalancerConfigurations");
        balancers.addObject().put("name", "kubernetes").put("primaryVMSet", "vmss-a");
        balancers.addObject().put("name", SECOND).put("primaryVMSet", "vmss-b").putObject("nodeSelector");
        return config;
    }

    private static String name(int index) {
        return "svc-%03d".formatted(index);
    }

    private static String service(int index) {
        String balancer = index < FIRST || index >= ALL ? "kubernetes" : SECOND;
        return "{apiVersion: v1, kind: Service, metadata: {name: " + name(index) + ", namespace: default, annotations: "
                + "{service.beta.kubernetes.io/azure-load-balancer-configurations: " + balancer + "}}, "
                + "spec: {type: LoadBalancer, ports: [{name: http, port: " + (1000 + index) + ", protocol: TCP}]}}";
    }
}
