package io.azureccm.e2e.suite.scenario.isolation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.Users;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.virtual.VirtualEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The service controller on both simulators in virtual time: Services are served, then Azure refuses something for good that belongs to
 * one of them, and five seconds later users change others.
 */
final class IsolationScenario implements AutoCloseable {
    static final String PREFIX = "service.beta.kubernetes.io/";
    /** A public IP of a user in another resource group. */
    static final String USERS_IP = "users-ip";
    static final Duration LIMIT = Duration.ofMinutes(1);
    /** Longer than the longest back-off. */
    private static final Duration AWAIT_TIMEOUT = Duration.ofSeconds(310);
    private static final Duration STEP = Duration.ofMillis(100);
    private static final Duration UNTIL_OTHERS_CHANGE = Duration.ofSeconds(5);
    private static final String WIDE = "10.5.0.0/16";
    private static final String NARROW = "10.6.0.0/16";

    private final Findings findings = new Findings();
    private final VirtualEnvironment environment = new VirtualEnvironment(World.SERVICES,
            VirtualEnvironment.Api.of(1), Pace.USUAL,
            Foreign.json("{\"disableAPICallCache\": true}"), findings, new Tally(), () -> RemovalPolicy.NONE);
    private Instant begin = Instant.MAX;

    /** Serves {@code changed}, {@code deleted}, {@code narrowed} and {@code idle}, then plays the steps. */
    void play(VirtualEnvironment.Steps steps) {
        environment.play(() -> {
            Simulation simulation = environment.simulation();
            simulation.seed(Foreign
                    .json("""
                            {"id": "%s", "location": "%s", "sku": {"name": "Standard"}, "properties":
                             {"publicIPAllocationMethod": "Static", "publicIPAddressVersion": "IPv4", "ipAddress": "20.9.9.9"}}"""
                            .formatted(usersIp(), simulation.infrastructure().location())));
            Simulation.NODES.forEach(environment.kubelets()::join);
            apply("changed", 8001, Map.of());
            apply("deleted", 8002, Map.of());
            apply("narrowed", 8003, Map.of(), WIDE, NARROW);
            apply("idle", 8004, Map.of());
            environment.start();
            await("served", () -> List.of("changed", "deleted", "narrowed", "idle").stream().allMatch(this::isServed));
            environment.pause(Duration.ofSeconds(20));
            steps.play();
        });
    }

    String usersIp() {
        return id("publicIPAddresses", USERS_IP).replace(
                "/resourceGroups/" + environment.simulation().infrastructure().resourceGroup() + "/",
                "/resourceGroups/users/");
    }

    String id(String type, String name) {
        return environment.simulation().networkId(type, name);
    }

    String publicIpOf(String service) {
        return id("publicIPAddresses", "kubernetes-a" + uid(service).replace("-", "").substring(0, 31));
    }

    private String uid(String service) {
        return environment.users().uids().get(service);
    }

    Simulation simulation() {
        return environment.simulation();
    }

    /** From now on, and what follows counts as the time of the refusal. */
    void refuse(Fault fault) {
        environment.simulation().azure().faults().add(fault);
        begin = environment.time().now();
    }

    void begin() {
        begin = environment.time().now();
    }

    void refuseNothing() {
        environment.simulation().azure().faults().clear();
    }

    void apply(String name, int port, Map<String, String> annotations) {
        apply(name, port, annotations, "10.0.0.0/8");
    }

    /** Without sources: from the Internet. */
    void apply(String name, int port, Map<String, String> annotations, String... sources) {
        ObjectNode service = Foreign
                .json("""
                        {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "%s", "namespace": "default", "annotations": {}},
                         "spec": {"type": "LoadBalancer", "ports": [{"port": %d, "protocol": "TCP", "nodePort": %d}]}}"""
                        .formatted(name, port, 30_000 + port % 1000));
        annotations.forEach(
                (key, value) -> ((ObjectNode) service.at("/metadata/annotations")).put(PREFIX + key, value));
        for (String source : sources)
            service.withArray("/spec/loadBalancerSourceRanges").add(source);
        environment.users().apply(service);
    }

    /** Others change after a while; the seconds until each has what it wants, up to the limit. */
    Map<String, Optional<Duration>> othersChange() {
        environment.pause(UNTIL_OTHERS_CHANGE);
        change();
        return awaitChanges();
    }

    void change() {
        apply("new", 8005, Map.of());
        apply("changed", 9001, Map.of());
        environment.users().delete("deleted");
        apply("narrowed", 8003, Map.of(), NARROW);
    }

    Map<String, Optional<Duration>> awaitChanges() {
        Map<String, BooleanSupplier> wanted = new TreeMap<>(Map.of(
                "new", () -> isServed("new"),
                "changed", () -> state("loadBalancers").contains("\"frontendPort\":9001"),
                "deleted", () -> environment.users().find("deleted").isEmpty(),
                "narrowed", () -> !state("networkSecurityGroups").contains(WIDE)));
        Map<String, Optional<Duration>> after = new TreeMap<>();
        Instant from = environment.time().now();
        while (after.size() < wanted.size() && passed(from).compareTo(LIMIT) < 0) {
            wanted.forEach((what, isThere) -> {
                if (!after.containsKey(what) && isThere.getAsBoolean())
                    after.put(what, Optional.of(passed(from)));
            });
            environment.pause(STEP);
        }
        wanted.keySet().forEach(what -> after.putIfAbsent(what, Optional.empty()));
        return after;
    }

    private Duration passed(Instant from) {
        return Duration.between(from, environment.time().now());
    }

    void await(String what, BooleanSupplier isThere) {
        Instant from = environment.time().now();
        while (!isThere.getAsBoolean()) {
            if (passed(from).compareTo(AWAIT_TIMEOUT) > 0)
                throw new AssertionError(
                        "not within " + AWAIT_TIMEOUT + ": " + what + "; told: " + told() + "\n" + environment.log());
            environment.pause(STEP);
        }
    }

    /** Until so long after the refusal began. */
    void pauseUntil(Duration afterBegin) {
        Duration left = Duration.between(environment.time().now(), begin.plus(afterBegin));
        if (left.isPositive())
            environment.pause(left);
    }

    /** How many writes Azure refused in a span of time after the refusal began. */
    long refusedWrites(Duration from, Duration until) {
        return refused(from, until, call -> !call.isRead());
    }

    long refusedReads(Duration from, Duration until) {
        return refused(from, until, CallRecord::isRead);
    }

    private long refused(Duration from, Duration until, Predicate<CallRecord> which) {
        return environment.simulation()
                .azure()
                .calls()
                .all()
                .stream()
                .filter(call -> which.test(call) && call.status() >= 400)
                .map(CallRecord::at)
                .filter(at -> !at.isBefore(begin.plus(from)) && at.isBefore(begin.plus(until)))
                .count();
    }

    boolean isServed(String name) {
        return environment.users().find(name).filter(service -> !Users.addresses(service).isEmpty()).isPresent();
    }

    List<String> addresses(String name) {
        return environment.users().find(name).map(Users::addresses).orElse(List.of());
    }

    /** The Services that are not called programmed, each with the reasons and messages of its conditions that are not true. */
    Map<String, String> told() {
        Map<String, String> told = new TreeMap<>();
        for (JsonNode service : environment.users().services()) {
            List<JsonNode> untrue = service.at("/status/conditions")
                    .valueStream()
                    .filter(each -> !each.path("status").asText().equals("True"))
                    .toList();
            if (untrue.stream().anyMatch(each -> each.path("type").asText().endsWith("/Programmed")))
                told.put(service.at("/metadata/name").asText(), untrue.stream()
                        .map(each -> each.path("reason").asText() + ": " + each.path("message").asText())
                        .collect(Collectors.joining("\n")));
        }
        return told;
    }

    /** All resources of a type, as text. */
    String state(String type) {
        StringBuilder text = new StringBuilder();
        environment.simulation().azure().state().forEach((id, resource) -> {
            if (id.toLowerCase(Locale.ROOT).contains("/" + type.toLowerCase(Locale.ROOT) + "/"))
                text.append(resource);
        });
        return text.toString();
    }

    /** What nobody may find: a status that is better than the cloud, or a defect of a controller. */
    List<String> problems() {
        List<String> problems = new ArrayList<>(findings.all());
        problems.addAll(environment.problems());
        return problems;
    }

    String log() {
        return environment.log();
    }

    @Override
    public void close() {
        environment.close();
    }
}
