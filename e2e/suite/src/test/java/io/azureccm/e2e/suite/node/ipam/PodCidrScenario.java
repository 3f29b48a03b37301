package io.azureccm.e2e.suite.node.ipam;

import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.net.Cidr;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import io.azureccm.node.ipam.PodCidrSettings;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.node.plan.ipam.PodRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A Kubernetes API whose nodes get pod CIDRs. */
final class PodCidrScenario implements AutoCloseable {

    private final KubernetesTarget kubernetes;
    private final Cluster cluster;
    private final List<PodCidrControllerInProcess> controllers = new ArrayList<>();

    PodCidrScenario(Path folder) {
        kubernetes = KubernetesTarget.open(folder);
        cluster = Cluster.on(kubernetes);
    }

    /** {@code ranges} are of the form {@code 10.244.0.0/16=24}. */
    static PodCidrSettings ranges(String... ranges) {
        return new PodCidrSettings(Stream.of(ranges).map(text -> {
            String[] parts = text.split("=");
            return new PodRange(prefix(parts[0]), Integer.parseInt(parts[1]), List.of());
        }).toList(), Optional.empty(), false, false);
    }

    static PodCidrSettings filtered(PodCidrSettings settings, String filter) {
        return new PodCidrSettings(settings.ranges(), NodeFilter.parse(filter), settings.dryRun(), false);
    }

    PodCidrControllerInProcess start(PodCidrSettings settings) {
        return start(settings, Optional.empty());
    }

    /** {@code sets} where tags say how long prefixes are. */
    PodCidrControllerInProcess start(PodCidrSettings settings, Optional<MachineReader> sets) {
        PodCidrControllerInProcess controller = new PodCidrControllerInProcess(kubernetes.kubeconfig(), settings, sets);
        controllers.add(controller);
        return controller;
    }

    Path kubeconfig() {
        return kubernetes.kubeconfig();
    }

    /** As if it had lost its lease: a write that it has sent does not come after those of the next. */
    void stop(PodCidrControllerInProcess controller) {
        controllers.remove(controller);
        if (!controller.stop())
            throw new AssertionError("a write does not end");
        controller.close();
    }

    /** The embedded API, for faults and its log of requests; on another one the scenario is skipped. */
    ClusterSimulator api() {
        return kubernetes.simulatorOrSkip();
    }

    Cluster cluster() {
        return cluster;
    }

    void join(String... names) {
        for (String name : names)
            cluster.joinNode(name, Map.of(), Map.of());
    }

    /** Somebody else gives the node its pod CIDRs. */
    void give(String name, String... cidrs) {
        cluster.givePodCidrs(name, List.of(cidrs));
    }

    /** The pod CIDRs of every node, by name, with commas between them. */
    Map<String, String> shown() {
        Map<String, String> shown = new TreeMap<>();
        cluster.nodes().forEach((name, node) -> {
            List<String> cidrs = new ArrayList<>();
            node.at("/spec/podCIDRs").forEach(cidr -> cidrs.add(cidr.asText()));
            shown.put(name, String.join(",", cidrs));
        });
        return shown;
    }

    boolean allServed() {
        return shown().values().stream().noneMatch(String::isEmpty);
    }

    /** True when no two nodes share an address. */
    boolean isDisjoint() {
        List<Cidr> all = shown().values()
                .stream()
                .filter(text -> !text.isEmpty())
                .flatMap(text -> Stream.of(text.split(",")))
                .map(PodCidrScenario::prefix)
                .sorted()
                .toList();
        for (int i = 1; i < all.size(); i++) {
            if (all.get(i - 1).overlaps(all.get(i)))
                return false;
        }
        return true;
    }

    /** Events about the node, as {@code Type Reason Message}. */
    List<String> events(String node) {
        return cluster.events()
                .stream()
                .filter(event -> event.at("/involvedObject/name").asText().equals(node))
                .map(event -> event.path("type").asText() + " " + event.path("reason").asText() + " "
                        + event.path("message").asText())
                .toList();
    }

    int patches() {
        return api().requests()
                .matching(each -> each.verb().equals("patch") && each.resource().equals("nodes"))
                .size();
    }

    void await(BooleanSupplier condition) {
        new SteadyState(Duration.ZERO).await(SteadyState.BOUND,
                () -> new SteadyState.Observation(condition.getAsBoolean(), logs()));
    }

    /** Waits until nothing was written to Kubernetes for this long. */
    void awaitStill(Duration still) {
        new SteadyState(still).await(SteadyState.BOUND, () -> new SteadyState.Observation(true,
                kubernetes.simulator()
                        .map(api -> "" + api.requests().matching(RequestLog.Entry::isWrite).size())
                        .orElseGet(cluster::fingerprint)));
    }

    String logs() {
        StringBuilder logs = new StringBuilder();
        controllers.forEach(each -> logs.append(each.log()));
        return logs.toString();
    }

    private static Cidr prefix(String text) {
        return Cidr.parse(text).orElseThrow();
    }

    @Override
    public void close() {
        controllers.forEach(PodCidrControllerInProcess::close);
        cluster.close();
        kubernetes.close();
    }
}
