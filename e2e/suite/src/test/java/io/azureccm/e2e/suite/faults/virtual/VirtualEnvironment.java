package io.azureccm.e2e.suite.faults.virtual;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.cluster.ClusterOptions;
import io.azureccm.e2e.cluster.ClusterOptions.Feature;
import io.azureccm.e2e.cluster.ClusterSimulator;
import io.azureccm.e2e.cluster.store.VersionFormat;
import io.azureccm.e2e.suite.faults.check.StateChecks;
import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import io.azureccm.e2e.suite.faults.cluster.Kubelets;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.Users;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.instance.Instances;
import io.azureccm.e2e.suite.faults.instance.Promises;
import io.azureccm.e2e.suite.harness.virtual.VirtualLanes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A cloud, a cluster and the controllers between them, all in one virtual time that only moves while steps are played. */
public final class VirtualEnvironment implements AutoCloseable {
    /** What is done in it; who does it sleeps on the time of the environment. */
    public interface Steps {
        void play() throws InterruptedException;
    }

    /** The Kubernetes API, with the seed of everything random in the environment. */
    public record Api(long seed, VersionFormat versions) {
        /** Every sixth one has resource versions that can only be compared for equality. */
        public static Api of(long seed) {
            return new Api(seed, seed % 6 == 0 ? VersionFormat.OPAQUE : VersionFormat.NUMBER);
        }

        private ClusterOptions options(VirtualTime time) {
            ClusterOptions options = ClusterOptions.defaults().with(time, new Random(seed));
            return versions == VersionFormat.OPAQUE ? options.with(Feature.OPAQUE_VERSIONS) : options;
        }
    }

    /** The name of the thread that plays them. */
    static final String STEPS = "steps";
    private static final long MAX_READS_PER_SECOND = 600;

    private final World world;
    private final VirtualTime time = new VirtualTime();
    private final Simulation simulation;
    private final Pace pace;
    private final ObjectNode config;
    private final Users users;
    private final Kubelets kubelets;
    private final StateChecks checks;
    private final VirtualApiFaults api;
    private VirtualInstance.Place place;
    private final List<VirtualInstance> running = new ArrayList<>();
    private final List<VirtualInstance> everybody = new ArrayList<>();
    private final List<VirtualRecord<?, ?, ?>> records = new ArrayList<>();
    private boolean recording;
    private int replacing;

    public VirtualEnvironment(World world, Api kubernetes, Pace pace, ObjectNode config, Findings findings, Tally tally,
            Supplier<RemovalPolicy> removals) {
        VirtualLanes.enter();
        this.world = world;
        this.pace = pace;
        this.config = config;
        this.simulation = simulation(time, kubernetes);
        this.users = new Users(simulation);
        this.kubelets = new Kubelets(simulation, world);
        this.checks = new StateChecks(simulation, world, users, kubelets);
        this.api = new VirtualApiFaults(time, new Random(kubernetes.seed() + 7), pace.scale(), tally);
        this.place = new VirtualInstance.Place(simulation, time, api, new Promises(simulation, users, findings),
                findings, removals, false);
        VirtualWatches watches = new VirtualWatches(simulation, time, api);
        time.atEachMoment(() -> {
            watches.deliver(running);
            running.forEach(VirtualInstance::takeEvents);
        });
    }

    private static Simulation simulation(VirtualTime time, Api kubernetes) {
        AzureSimulator azure = AzureSimulator.builder()
                .infrastructure(Simulation.newInfrastructure())
                .withoutPorts()
                .acceptAnyToken()
                .randomSeed(kubernetes.seed())
                .clock(time)
                .retryAfter(0)
                .start();
        try {
            return Simulation.of(azure, ClusterSimulator.start(kubernetes.options(time)),
                    Simulation.newInfrastructure(), time);
        } catch (IOException unusable) {
            throw new UncheckedIOException(unusable);
        }
    }

    /** Plays until the steps end; what anybody throws is thrown. */
    public void play(Steps steps) {
        time.runUntilEnd(time.start(STEPS, () -> {
            try {
                steps.play();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(stop);
            }
        }));
    }

    /** Whoever starts from now on has the limits and retries of the apps around its calls to ARM. */
    public VirtualEnvironment guarded() {
        place = place.guarded();
        return this;
    }

    /** The turns of whoever starts from now on are recorded. */
    VirtualEnvironment recording() {
        recording = true;
        return this;
    }

    /** What was recorded; nothing more is. */
    List<VirtualRecord<?, ?, ?>> records() {
        records.forEach(VirtualRecord::end);
        return records;
    }

    public void start() {
        world.apps().stream().sorted().forEach(this::enter);
    }

    private void enter(App app) {
        String name = Instances.key(app) + "-" + (everybody.size() + 1);
        CloudConfig cloud = simulation.config(
                Foreign.json("{\"cloud\": \"AzurePublicCloud\", \"useManagedIdentityExtension\": true}"), config);
        VirtualInstance instance = new VirtualInstance(place, app, name, cloud, pace,
                everybody.stream().anyMatch(each -> each.app() == app));
        everybody.add(instance);
        running.add(instance);
        if (recording)
            records.add(instance.record());
        instance.start();
    }

    /** Replaces those that have died by new ones that know nothing; returns how many. */
    public int replaceDead() {
        List<VirtualInstance> dead = running.stream().filter(each -> each.killSwitch().isDead()).toList();
        running.removeAll(dead);
        dead.forEach(each -> enter(each.app()));
        return dead.size();
    }

    /** Replaces an instance in good order: the next one starts when what is under way has ended. */
    public void replace(VirtualInstance instance) {
        running.remove(instance);
        replacing++;
        time.start("replace " + instance.name(), () -> {
            try {
                instance.stop();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            enter(instance.app());
            replacing--;
        });
    }

    /** Everybody who plays is there and nothing is under way. */
    public boolean isIdle() {
        return underWay().isEmpty();
    }

    /** A line for each thing that has to end before nothing is under way. */
    public List<String> underWay() {
        List<String> lines = new ArrayList<>();
        if (replacing > 0)
            lines.add(replacing + " instances are being replaced");
        for (VirtualInstance each : running) {
            if (each.killSwitch().isDead())
                lines.add(each.name() + " is dead");
            else if (each.isBusy())
                lines.add(each.name() + " is busy");
        }
        int operations = simulation.azure().runningOperations();
        if (operations > 0)
            lines.add(operations + " operations run in Azure");
        return lines;
    }

    public void pause(Duration duration) {
        try {
            time.sleep(duration);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Calls that were begun by the dead, reads without end, and operations that failed in a way that nobody foresaw. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        simulation.azure()
                .calls()
                .all()
                .stream()
                .filter(CallRecord::isRead)
                .collect(Collectors.groupingBy(
                        call -> call.principal() + " at " + call.at().truncatedTo(ChronoUnit.SECONDS),
                        TreeMap::new, Collectors.counting()))
                .forEach((who, reads) -> {
                    if (reads > MAX_READS_PER_SECOND)
                        problems.add(reads + " reads of Azure within a second by " + who);
                });
        everybody.forEach(each -> problems.addAll(each.defects()));
        for (CallRecord call : simulation.azure().calls().writes()) {
            Optional<Instant> died = everybody.stream()
                    .filter(each -> each.name().equals(call.principal()))
                    .flatMap(each -> each.died().stream())
                    .findFirst();
            if (died.filter(call.at()::isAfter).isPresent())
                problems.add(call.principal() + " wrote to Azure after its death: " + call.line());
        }
        return problems;
    }

    /** How much was written to Azure and to the cluster so far. */
    public String written() {
        return simulation.azure().calls().counters().writes() + " writes to Azure, revision "
                + simulation.api().resourceVersion();
    }

    /** Plans of everybody with their outcomes, and the calls to Azure. */
    public String log() {
        return "plans:\n" + everybody.stream().map(VirtualInstance::log).collect(Collectors.joining("\n")) + "\ncalls:"
                + simulation.callLog();
    }

    public VirtualTime time() {
        return time;
    }

    public Simulation simulation() {
        return simulation;
    }

    public Users users() {
        return users;
    }

    public Kubelets kubelets() {
        return kubelets;
    }

    public StateChecks checks() {
        return checks;
    }

    public VirtualApiFaults api() {
        return api;
    }

    public List<VirtualInstance> running() {
        return running;
    }

    @Override
    public void close() {
        try {
            everybody.forEach(each -> each.killSwitch().kill());
            time.drain();
            simulation.close();
        } finally {
            VirtualLanes.leave();
        }
    }
}
