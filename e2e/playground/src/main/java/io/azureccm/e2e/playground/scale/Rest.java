package io.azureccm.e2e.playground.scale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A time in which nobody asks for anything. Tells what the controller read of Azure meanwhile and why; and, where there is time for it, how long a
 * load-balancing rule that somebody takes away in Azure is missed.
 */
final class Rest {
    /** A rule that is taken away has to be back by then. */
    private static final Duration DRIFT = Duration.ofMinutes(12);
    private static final Pattern SERIES = Pattern.compile("arm_calls_total\\{(.*)\\} (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    private final LargeCluster cluster;
    private final ControllerProcess controller;
    private final PrintStream out;

    Rest(LargeCluster cluster, ControllerProcess controller, PrintStream out) {
        this.cluster = cluster;
        this.controller = controller;
        this.out = out;
    }

    void last(Duration time) throws InterruptedException {
        long start = System.nanoTime();
        Map<String, Double> before = calls();
        if (time.compareTo(DRIFT) > 0) {
            Thread.sleep(time.minus(DRIFT));
            tell(before, "until then");
            drift();
        }
        long left = time.toMillis() - (System.nanoTime() - start) / 1_000_000;
        Thread.sleep(Math.max(0, left));
        tell(before, "in all");
    }

    private void tell(Map<String, Double> before, String when) {
        Map<String, Double> now = calls();
        now.forEach((what, count) -> {
            double made = count - before.getOrDefault(what, 0.0);
            if (made > 0)
                out.printf("    calls to Azure %s: %.0f %s%n", when, made, what);
        });
    }

    /** By cause, method and type of resource. */
    private Map<String, Double> calls() {
        Map<String, Double> calls = new TreeMap<>();
        for (String line : controller.metric("arm_calls_total").split("; ")) {
            Matcher series = SERIES.matcher(line);
            if (!series.matches())
                continue;
            Map<String, String> labels = new TreeMap<>();
            Matcher label = LABEL.matcher(series.group(1));
            while (label.find())
                labels.put(label.group(1), label.group(2));
            calls.merge(labels.get("cause") + " " + labels.get("method") + " " + labels.get("resource"),
                    Double.parseDouble(series.group(2)), Double::sum);
        }
        return calls;
    }

    private void drift() throws InterruptedException {
        String id = cluster.cloud()
                .azure()
                .state()
                .keySet()
                .stream()
                .filter(each -> each.toLowerCase(Locale.ROOT).contains("/loadbalancers/"))
                .findFirst()
                .orElseThrow();
        int rules = rules(id);
        cluster.cloud().azure().edit(id, balancer -> {
            ArrayNode all = (ArrayNode) balancer.path("properties").path("loadBalancingRules");
            all.remove(all.size() - 1);
            return balancer.put("etag", "taken-away");
        });
        long start = System.nanoTime();
        while (rules(id) < rules && System.nanoTime() - start < DRIFT.toNanos())
            Thread.sleep(100);
        out.printf("    a rule that was taken away in Azure was %s after %.0f s%n",
                rules(id) < rules ? "still missing" : "back", (System.nanoTime() - start) / 1e9);
    }

    private int rules(String id) {
        return cluster.cloud()
                .azure()
                .resource(id)
                .map(balancer -> balancer.path("properties").path("loadBalancingRules"))
                .map(JsonNode::size)
                .orElse(0);
    }
}
