package io.azureccm.e2e.suite.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.calls.Counters;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.Latencies.Mode;
import io.azureccm.e2e.suite.faults.check.Outcomes;
import io.azureccm.e2e.suite.faults.check.Quiet;
import io.azureccm.e2e.suite.faults.check.StateChecks;
import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import io.azureccm.e2e.suite.faults.cluster.HttpSimulation;
import io.azureccm.e2e.suite.faults.cluster.Kubelets;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.e2e.suite.faults.cluster.ShortFaults;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Users;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.instance.Instances;
import io.azureccm.e2e.suite.faults.instance.Promises;
import io.azureccm.e2e.suite.scenario.RandomServices;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Measures how long a service controller with its usual waits needs, on an Azure with the latencies of a real one, until everything
 * is as it is to be after faults that end by themselves have struck, while Services are made, changed and deleted.
 */
final class RecoverySequence {
    private static final World WORLD = World.SERVICES;
    private static final Duration BOUND = Duration.ofMinutes(10);
    private static final Duration STEP = Duration.ofMillis(100);
    /** The first is external and the second internal; both are changed at most, so that no load balancer goes. */
    private static final int AT_FIRST = 4;
    private static final int SERVICES = 6;

    /**
     * @param after from the last fault that struck, or the last change if that came later, to the right state
     * @param struck how many calls a fault struck
     * @param calls to ARM from the first change to the right state, tokens excepted
     */
    record Measured(long seed, Duration after, long struck, long calls, String story) {}

    private record Change(String what, Runnable act) {}

    private final HttpSimulation simulation;
    private final long seed;
    private final Random random;
    private final RandomServices services;
    private final Findings findings = new Findings();
    private final Users users;
    private final Kubelets kubelets;
    private final StateChecks checks;
    private final Map<String, ObjectNode> first = new TreeMap<>();
    private final Map<String, ObjectNode> desired = new TreeMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<String> story = new ArrayList<>();

    RecoverySequence(HttpSimulation simulation, long seed) {
        this.simulation = simulation;
        this.seed = seed;
        this.random = new Random(seed * 1_000_003);
        this.services = new RandomServices(random);
        this.users = new Users(simulation);
        this.kubelets = new Kubelets(simulation, WORLD);
        simulation.reset();
        this.checks = new StateChecks(simulation, WORLD, users, kubelets);
        draw();
    }

    private void draw() {
        for (int number = 0; number < AT_FIRST; number++)
            first.put(RandomServices.name(number), service(number));
        desired.putAll(first);
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, SERVICES).boxed().toList());
        Collections.shuffle(numbers, random);
        for (int number : numbers.subList(0, 2 + random.nextInt(3))) {
            String name = RandomServices.name(number);
            if (number > 1 && number < AT_FIRST && random.nextBoolean()) {
                desired.remove(name);
                changes.add(new Change("deletes " + name, () -> users.delete(name)));
            } else {
                ObjectNode manifest = service(number);
                desired.put(name, manifest);
                changes.add(new Change("applies " + manifest, () -> users.apply(manifest)));
            }
        }
    }

    private ObjectNode service(int number) {
        ObjectNode manifest = services.next(number);
        while (RandomServices.isMistaken(manifest) || number < 2 && isInternal(manifest) != (number == 1))
            manifest = services.next(number);
        return manifest;
    }

    private static boolean isInternal(ObjectNode manifest) {
        return manifest.at("/metadata/annotations").has("service.beta.kubernetes.io/azure-load-balancer-internal");
    }

    Measured play() {
        ObjectNode reference = reference();
        simulation.reset();
        simulation.azure().latencies(real());
        Instances instances = instances(Pace.USUAL, config());
        try {
            Simulation.NODES.forEach(kubelets::join);
            first.values().forEach(users::apply);
            instances.start();
            awaitRight(first, null);
            simulation.azure().calls().reset();
            List<Fault> faults = ShortFaults.draw(random);
            faults.forEach(fault -> {
                story.add(fault.verb() + " " + fault.type() + " " + fault.count() + "x " + fault.action());
                simulation.azure().faults().add(fault);
            });
            for (Change change : changes) {
                story.add(Instant.now() + " user " + change.what());
                change.act().run();
                sleep(Duration.ofMillis(random.nextInt(1500)));
            }
            Instant changed = Instant.now();
            awaitRight(desired, reference);
            return measured(changed, Instant.now());
        } finally {
            simulation.azure().faults().clear();
            instances.end();
        }
    }

    private Measured measured(Instant changed, Instant right) {
        List<CallRecord> struck = simulation.azure()
                .calls()
                .all()
                .stream()
                .filter(call -> !call.faults().isEmpty() && call.at().isBefore(right))
                .toList();
        Instant from = struck.stream()
                .map(CallRecord::at)
                .filter(changed::isBefore)
                .max(Instant::compareTo)
                .orElse(changed);
        Counters counters = simulation.azure().calls().counters();
        story.add(right + " right");
        if (!findings.all().isEmpty())
            throw new Violation("recovery, seed " + seed + ": " + findings.all() + "\n" + String.join("\n", story));
        return new Measured(seed, Duration.between(from, right), struck.size(),
                counters.reads() + counters.writes() + counters.polls(),
                String.join("\n", story) + simulation.callLog());
    }

    /** What users end up with where nothing goes wrong. */
    private ObjectNode reference() {
        simulation.azure().latencies(Latencies.none());
        // Without a cache each comparison reads, by which it is seen that nothing more is to be done.
        ObjectNode config = config().put("disableAPICallCache", true);
        Instances instances = instances(Pace.QUICK, config);
        try {
            Simulation.NODES.forEach(kubelets::join);
            desired.values().forEach(users::apply);
            instances.start();
            new Quiet(simulation, checks, instances, World.oldestAnswer(config)).await(() -> open(desired, null));
            return checks.state();
        } finally {
            instances.end();
        }
    }

    private static ObjectNode config() {
        return Foreign.json("{}").put("disableAPICallCache", false);
    }

    private Instances instances(Pace pace, ObjectNode config) {
        return new Instances(simulation, new Instances.Setup(Set.of(App.SERVICE), false, config, pace),
                new Promises(simulation, users, findings), findings);
    }

    /** {@code reference}: what Azure is to look like then, null if that does not matter. */
    private void awaitRight(Map<String, ObjectNode> wanted, ObjectNode reference) {
        long end = System.nanoTime() + BOUND.toNanos();
        List<String> open = List.of();
        while (System.nanoTime() < end) {
            open = open(wanted, reference);
            if (open.isEmpty() && simulation.azure().runningOperations() == 0)
                return;
            sleep(STEP);
        }
        throw new Violation("recovery, seed " + seed + ": not right after " + BOUND + ":\n  "
                + String.join("\n  ", open) + "\n" + String.join("\n", story) + simulation.callLog());
    }

    private List<String> open(Map<String, ObjectNode> wanted, ObjectNode reference) {
        List<String> open = new ArrayList<>();
        users.services()
                .stream()
                .filter(service -> Users.addresses(service).isEmpty())
                .forEach(service -> open.add(service.at("/metadata/name").asText() + " has no address"));
        if (open.isEmpty())
            open.addAll(checks.unfulfilled(wanted, Set.of()));
        if (open.isEmpty() && reference != null)
            open.addAll(Outcomes.differences(WORLD, checks.nodeAddresses(), reference, checks.state()));
        return open;
    }

    private static Latencies real() {
        return Latencies.builder()
                .read("*", Duration.ofMillis(60))
                .write("PUT", "loadBalancers", Duration.ofSeconds(2), Mode.OPERATION)
                .write("DELETE", "loadBalancers", Duration.ofSeconds(2), Mode.OPERATION)
                .write("PUT", "publicIPAddresses", Duration.ofSeconds(1), Mode.OPERATION)
                .write("DELETE", "publicIPAddresses", Duration.ofSeconds(1), Mode.OPERATION)
                .write("PUT", "networkSecurityGroups", Duration.ofMillis(1500), Mode.OPERATION)
                .write("PUT", "virtualMachineScaleSets", Duration.ofSeconds(5), Mode.OPERATION)
                .write("PUT", "virtualMachineScaleSets/virtualMachines", Duration.ofSeconds(8), Mode.OPERATION)
                .build();
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }
}
