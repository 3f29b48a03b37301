package io.azureccm.e2e.suite.faults.virtual;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.Faults;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.Latencies.Mode;
import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.e2e.suite.faults.cluster.ShortFaults;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.Users;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.scenario.RandomServices;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How long a controller with its usual waits, limits and retries needs, on an Azure with the latencies of a real one, for what is new in
 * the cluster while faults that end by themselves strike all resources that are read or written for it, at once or one after another. The
 * process may get little processor time.
 */
final class VirtualRecovery {
    private static final Duration STEP = Duration.ofMillis(200);
    /** A round of reads that begins after a fault was added has ended then, or goes on after it. */
    private static final Duration ROUND = Duration.ofSeconds(2);
    private static final int BEFORE = 3;
    private static final int NEW = 2;
    private static final String JOINING = Simulation.NODES.getLast();

    /**
     * @param after from the last call that a fault struck, or the last change if that came later, until everything is right
     * @param idle the longest time in which nothing was sent to Azure before everything was right
     * @param struck how many calls a fault struck
     */
    record Measured(Duration after, Duration idle, int struck) {}

    private final World world;
    private final long seed;
    private final Slowness slowness;
    private final Random random;
    private final Findings findings = new Findings();
    private final Map<String, ObjectNode> desired = new TreeMap<>();
    private final Set<String> machines = new TreeSet<>();
    private final StringBuilder story = new StringBuilder();
    private final Queue<Fault> coming = new ArrayDeque<>();
    private VirtualEnvironment environment;
    private Instant addedAt = Instant.MIN;

    VirtualRecovery(World world, long seed, Slowness slowness) {
        this.world = world;
        this.seed = seed;
        this.slowness = slowness;
        this.random = new Random(seed * 1_000_003 + world.ordinal());
    }

    /** A {@link Violation} if anything takes longer than the limits, or a controller says what is not true on the way. */
    Measured play(Measured limits) {
        try (VirtualEnvironment played = new VirtualEnvironment(world, VirtualEnvironment.Api.of(seed), Pace.USUAL,
                Foreign.json("{}").put("disableAPICallCache", true), findings, new Tally(), () -> RemovalPolicy.NONE)) {
            environment = played.guarded();
            Measured[] measured = new Measured[1];
            try {
                environment.play(() -> measured[0] = measure(limits));
            } catch (Violation found) {
                throw new Violation("world " + world.title() + ", seed " + seed + ", " + slowness + ": "
                        + found.getMessage() + "\nstory:" + story + "\n" + environment.log());
            }
            return measured[0];
        }
    }

    private Measured measure(Measured limits) throws InterruptedException {
        RandomServices services = new RandomServices(random);
        boolean isAtOnce = random.nextBoolean();
        environment.simulation().azure().latencies(real());
        Simulation.NODES.stream().filter(node -> world.hasServices() || !node.equals(JOINING)).forEach(this::join);
        for (int number = 0; world.hasServices() && number < BEFORE; number++)
            apply(services, number);
        environment.start();
        new VirtualQuiet(environment, Pace.USUAL, findings).reach("what is there at first is not served",
                Duration.ofMinutes(5), this::open);
        environment.simulation().azure().calls().reset();
        slowness.slow(environment.time(), new Random(seed + 1));
        coming.addAll(ShortFaults.inARow(world, random));
        addFault();
        while (!coming.isEmpty() && isAtOnce)
            addFault();
        Instant begun = environment.time().now();
        for (int number = BEFORE; world.hasServices() && number < BEFORE + NEW; number++) {
            apply(services, number);
            environment.time().sleep(Duration.ofMillis(random.nextInt(1500)));
        }
        join(JOINING);
        return awaitRight(begun, environment.time().now(), limits);
    }

    private Measured awaitRight(Instant begun, Instant changed, Measured limits) throws InterruptedException {
        while (true) {
            List<String> open = open();
            Measured measured = measured(begun, changed);
            if (!findings.all().isEmpty())
                throw new Violation("on the way:\n  " + String.join("\n  ", findings.all()));
            if (measured.after().compareTo(limits.after()) > 0 || measured.idle().compareTo(limits.idle()) > 0)
                throw new Violation("more than " + limits + ": " + measured + "\n  " + String.join("\n  ", open));
            if (open.isEmpty())
                return measured;
            if (!coming.isEmpty() && isOver())
                addFault();
            environment.time().sleep(STEP);
        }
    }

    private void addFault() {
        Fault fault = coming.remove();
        note("Azure: " + fault.verb() + " " + fault.type() + " " + fault.target() + " " + fault.count() + "x "
                + fault.action());
        environment.simulation().azure().faults().add(fault);
        addedAt = environment.time().now();
    }

    /** The latest fault has struck as often as it is to, or none of the calls since was one that it strikes. */
    private boolean isOver() {
        AzureSimulator azure = environment.simulation().azure();
        Faults.Status last = azure.faults().all().getLast();
        return last.fired() == last.fault().count()
                || last.fired() == 0
                        && azure.calls().all().stream().anyMatch(call -> call.at().isAfter(addedAt.plus(ROUND)));
    }

    private Measured measured(Instant begun, Instant changed) {
        Instant now = environment.time().now();
        Instant last = changed;
        Instant sent = begun;
        Duration idle = Duration.ZERO;
        int struck = 0;
        for (CallRecord call : environment.simulation().azure().calls().all()) {
            idle = longer(idle, Duration.between(sent, call.at()));
            sent = call.at();
            if (!call.faults().isEmpty()) {
                struck++;
                last = call.at().isAfter(last) ? call.at() : last;
            }
        }
        return new Measured(Duration.between(last, now), longer(idle, Duration.between(sent, now)), struck);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private void join(String node) {
        if (machines.add(node)) {
            note(node + " joins");
            environment.kubelets().join(node);
        }
    }

    private void apply(RandomServices services, int number) {
        ObjectNode manifest = services.next(number);
        while (RandomServices.isMistaken(manifest))
            manifest = services.next(number);
        desired.put(RandomServices.name(number), manifest);
        note("user applies " + manifest);
        environment.users().apply(manifest);
    }

    private List<String> open() {
        List<String> open = new ArrayList<>();
        for (ObjectNode service : environment.users().services()) {
            if (Users.addresses(service).isEmpty())
                open.add(service.at("/metadata/name").asText() + " has no address");
        }
        return open.isEmpty() ? environment.checks().unfulfilled(desired, machines) : open;
    }

    private void note(String line) {
        story.append("\n  ").append(environment.time().passed().toMillis()).append(" ms  ").append(line);
    }

    private static Latencies real() {
        return Latencies.builder()
                .read("*", Duration.ofMillis(60))
                .write("PUT", "loadBalancers", Duration.ofSeconds(2), Mode.OPERATION)
                .write("PUT", "publicIPAddresses", Duration.ofSeconds(1), Mode.OPERATION)
                .write("PUT", "networkSecurityGroups", Duration.ofMillis(1500), Mode.OPERATION)
                .write("PUT", "routeTables", Duration.ofSeconds(2), Mode.OPERATION)
                .write("PUT", "virtualMachineScaleSets", Duration.ofSeconds(5), Mode.OPERATION)
                .write("PUT", "virtualMachineScaleSets/virtualMachines", Duration.ofSeconds(8), Mode.OPERATION)
                .build();
    }
}
