package io.azureccm.e2e.playground;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.drain.Traffic;
import io.azureccm.e2e.playground.latency.SlowAzure;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/**
 * Nodes that leave under traffic, with and without draining: how many new flows reached a leaving node, and how many of
 * its flows were interrupted.
 */
final class DrainBenchmark {
    private static final int FLOWS = 100;
    private static final Duration FLOW = Duration.ofSeconds(5);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final String AUTOSCALER = "taints: [{key: ToBeDeletedByClusterAutoscaler, effect: NoSchedule}]";

    /**
     * What happens to a node: its spec from the start, when its endpoints stop responding, and the setting that drains
     * it.
     */
    private record Story(String title, String spec, Duration dead, String setting) {}

    private static final List<Story> STORIES = List.of(
            new Story("a node fails and is tainted out-of-service",
                    "taints: [{key: node.kubernetes.io/out-of-service, effect: NoExecute}]", Duration.ZERO,
                    "--azureccm.draining.out-of-service=true"),
            new Story("a node is cordoned and reboots 8 s later", "unschedulable: true", Duration.ofSeconds(8),
                    "--azureccm.draining.cordoned-after=2s"),
            new Story("the autoscaler is about to delete a node", AUTOSCALER, NEVER,
                    "--azureccm.draining.cluster-autoscaler=10s"));

    static final Benchmark.Part PART = new Benchmark.Part("draining",
            "nodes that leave under " + FLOWS + " new flows a second, with and without draining",
            DrainBenchmark::run);

    private DrainBenchmark() {}

    private static void run(PlaygroundOptions options, PrintStream out) throws IOException, InterruptedException {
        out.printf("%d nodes, %d new flows a second of %d s each; probes every 5 s, two failures in a row count%n",
                options.nodes(), FLOWS, FLOW.toSeconds());
        out.printf("%-42s %-9s %14s %16s %14s %10s%n", "", "draining", "new flows met", "of them in vain",
                "flows cut off", "last after");
        for (Story story : STORIES) {
            for (boolean draining : new boolean[]{false, true}) {
                Traffic.Result result = play(story, draining, options, out);
                out.printf("%-42s %-9s %14d %16d %14d %8.1f s%n", story.title(), draining ? "on" : "off", result.met(),
                        result.lost(), result.cut(), result.last().toMillis() / 1e3);
            }
        }
    }

    private static Traffic.Result play(Story story, boolean draining, PlaygroundOptions options, PrintStream out)
            throws IOException, InterruptedException {
        LocalCloud cloud = LocalCloud.start(options.nodes(), 0, SlowAzure.DEFAULT.latencies(), options.folder(),
                new ObjectMapper().createObjectNode().put("loadBalancerBackendPoolConfigurationType", "nodeIP"));
        try (BenchmarkRun run = new BenchmarkRun(cloud, out)) {
            String[] flags = draining ? new String[]{story.setting()} : new String[0];
            run.start("service-controller", flags);
            run.time("the first Service", () -> cloud.cluster().apply(ServiceBenchmark.service(0)),
                    () -> cloud.addressed() == 1);
            JsonNode node = cloud.cluster().list("nodes", "").getFirst();
            String address = node.at("/status/addresses/0/address").asText();
            String balancer = cloud.resources("loadBalancers").keySet().iterator().next();
            Traffic traffic = new Traffic(cloud.azure().flows(),
                    new Traffic.Target(balancer, 80, address, FLOWS, FLOW));
            traffic.before(FLOW);
            cloud.showNode(node.at("/metadata/name").asText(), story.spec());
            if (story.dead().equals(NEVER))
                return traffic.run(LONG, NEVER);
            return dying(story, cloud, traffic, address);
        }
    }

    /** Probes fail from the time at which the endpoints stop responding. */
    private static Traffic.Result dying(Story story, LocalCloud cloud, Traffic traffic, String address)
            throws InterruptedException {
        Thread death = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(story.dead());
                cloud.azure().probes().set(address, false);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
        Traffic.Result result = traffic.run(LONG, story.dead());
        death.join();
        return result;
    }
}
