package io.azureccm.e2e.playground.scale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.azureccm.e2e.playground.cloud.Await;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A period without changes. Reports what the controller reads from Azure and why and, if the period is long enough, how
 * long it takes to restore a load-balancing rule that was deleted directly in Azure.
 */
record Rest(LargeCluster cluster, ControllerProcess controller, PrintStream out) {
    /** Maximum time for a deleted rule to be restored. */
    private static final Duration DRIFT = Duration.ofMinutes(12);
    private static final Pattern SERIES = Pattern.compile("arm_calls_total\\{(.*)\\} (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    /**
     * The calls to Azure by {@code cause method type}: in total and, if drift was caused, those before it; and how long
     * its correction took.
     */
    record Report(Duration time, Map<String, Long> before, Map<String, Long> all, Optional<Duration> drift) {}

    Report last(Duration time) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Map<String, Long> begin = calls();
        Map<String, Long> before = Map.of();
        Optional<Duration> drift = Optional.empty();
        if (time.compareTo(DRIFT) > 0) {
            Thread.sleep(time.minus(DRIFT));
            before = since(begin);
            drift = Optional.of(drift());
            out.printf("    a rule deleted in Azure was restored after %d s%n", drift.get().toSeconds());
        }
        long left = time.toMillis() - (System.nanoTime() - start) / 1_000_000;
        Thread.sleep(Math.max(0, left));
        Map<String, Long> all = since(begin);
        all.forEach((what, made) -> out.printf("    calls to Azure: %d %s%n", made, what));
        return new Report(time, before, all, drift);
    }

    private Map<String, Long> since(Map<String, Long> begin) {
        Map<String, Long> made = calls();
        made.replaceAll((what, count) -> count - begin.getOrDefault(what, 0L));
        made.values().removeIf(count -> count == 0);
        return made;
    }

    /** By cause, method and type of resource. */
    private Map<String, Long> calls() {
        Map<String, Long> calls = new TreeMap<>();
        controller.series("arm_calls_total").map(SERIES::matcher).filter(Matcher::matches).forEach(series -> {
            Map<String, String> labels = LABEL.matcher(series.group(1))
                    .results()
                    .collect(Collectors.toMap(label -> label.group(1), label -> label.group(2)));
            calls.merge(labels.get("cause") + " " + labels.get("method") + " " + labels.get("resource"),
                    Math.round(Double.parseDouble(series.group(2))), Long::sum);
        });
        return calls;
    }

    private Duration drift() throws IOException, InterruptedException {
        String id = cluster.cloud().resources("loadBalancers").keySet().iterator().next();
        int rules = rules(id);
        cluster.cloud().azure().edit(id, balancer -> {
            ArrayNode all = (ArrayNode) balancer.path("properties").path("loadBalancingRules");
            all.remove(all.size() - 1);
            return balancer.put("etag", "taken-away");
        });
        long start = System.nanoTime();
        if (!Await.before(start + DRIFT.toNanos(), Duration.ofMillis(100), () -> rules(id) >= rules))
            throw new IOException(
                    "a rule deleted in Azure is still missing after " + DRIFT.toMinutes() + " minutes");
        return Duration.ofNanos(System.nanoTime() - start);
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
