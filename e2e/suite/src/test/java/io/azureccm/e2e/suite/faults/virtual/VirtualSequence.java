package io.azureccm.e2e.suite.faults.virtual;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.e2e.cluster.store.VersionFormat;
import io.azureccm.e2e.suite.faults.check.Outcomes;
import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.ManualChanges;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.e2e.suite.faults.cluster.RandomArmFaults;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.UserChanges;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.lasting.Lasting;
import io.azureccm.e2e.suite.faults.lasting.LastingFaults;
import io.azureccm.e2e.suite.faults.lasting.RefusedWrites;
import io.azureccm.e2e.suite.state.StateDiff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * One sequence in virtual time: first what users want in the end, without any trouble, for comparison; then their changes one after
 * another while Azure, the Kubernetes API, processes and people misbehave; then quiet, in which everything has to come true; then the
 * end of all Services, after which nothing may be left. The same seed is the same sequence, call for call.
 */
public final class VirtualSequence {
    private static final int STEPS = 5;
    private static final int PAUSE = 250;
    private static final int MAX_LENGTH = 1_000_000;

    private final World world;
    private final long seed;
    private final Tally tally;
    private final Supplier<RemovalPolicy> removals;
    private final Random random;
    private final Pace pace;
    private final ObjectNode config;
    private final Findings findings = new Findings();
    private final StringBuilder story = new StringBuilder();
    private final Lasting mode;
    private VirtualEnvironment.Api kubernetes;
    private String log = "";
    private LastingFaults lasting;
    private VirtualQuiet quiet;
    private VirtualEnvironment environment;
    private UserChanges userChanges;
    private RandomArmFaults azure;
    private ManualChanges manualChanges;

    public VirtualSequence(World world, long seed, Tally tally, Lasting lasting) {
        this(world, seed, tally, lasting, () -> RemovalPolicy.NONE);
    }

    /** {@code removals}: how much one plan of a new instance may take away, and who approves more. */
    public VirtualSequence(World world, long seed, Tally tally, Lasting lasting, Supplier<RemovalPolicy> removals) {
        this.removals = removals;
        this.world = world;
        this.seed = seed * 1_000_003 + world.ordinal();
        this.tally = tally;
        this.random = new Random(this.seed);
        this.mode = lasting.applies(new Random(this.seed + 13)) ? Lasting.ALWAYS : Lasting.NEVER;
        this.pace = random.nextBoolean() && mode == Lasting.NEVER ? Pace.QUICK : Pace.USUAL;
        this.config = world.config(random);
        this.kubernetes = VirtualEnvironment.Api.of(this.seed);
    }

    /** The same with an API that spells resource versions in this way. */
    VirtualSequence on(VersionFormat versions) {
        kubernetes = new VirtualEnvironment.Api(seed, versions);
        return this;
    }

    /** Plays it and returns its log, which is the same each time; a {@link Violation} tells what went wrong. */
    public String play() {
        ObjectNode reference = world.hasServices() ? reference() : null;
        try (VirtualEnvironment played = enter()) {
            try {
                played.recording().play(() -> play(reference));
                VirtualRecord.replay(played.records());
            } catch (Violation found) {
                throw new Violation(found.getMessage()
                        + VirtualRecord.save(played.records(), world.title() + "-" + seed) + "\nstory:" + story + "\n"
                        + end(played.log()));
            } finally {
                tally.add("refused for long", "writes",
                        RefusedWrites.of(played.simulation().azure().calls().all()).size());
                log = "story:" + story + "\n" + played.log();
            }
        }
        return log;
    }

    private VirtualEnvironment enter() {
        environment = new VirtualEnvironment(world, kubernetes, pace, config, findings, tally, removals);
        Simulation simulation = environment.simulation();
        lasting = mode == Lasting.NEVER
                ? LastingFaults.none(world, simulation)
                : LastingFaults.draw(world, simulation, seed + 17, STEPS);
        lasting.seed(simulation);
        quiet = new VirtualQuiet(environment, pace, findings);
        userChanges = new UserChanges(world, new Random(seed + 1), environment.users(), environment.kubelets(),
                STEPS * 3, lasting.shape());
        azure = new RandomArmFaults(simulation, world.apps(), random, pace);
        manualChanges = new ManualChanges(simulation, world, random, findings);
        return environment;
    }

    /** What the first instance records where nothing goes wrong. */
    public byte[] calmRecord() {
        try (VirtualEnvironment calm = enter()) {
            reference(calm.recording());
            return calm.records().getFirst().bytes();
        }
    }

    /** What users end up with where nothing goes wrong. */
    private ObjectNode reference() {
        try (VirtualEnvironment calm = enter()) {
            return reference(calm);
        }
    }

    private ObjectNode reference(VirtualEnvironment calm) {
        ObjectNode[] state = new ObjectNode[1];
        calm.play(() -> {
            Simulation.NODES.stream()
                    .filter(node -> !userChanges.machines().contains(node))
                    .forEach(calm.kubelets()::removeMachine);
            userChanges.machines().forEach(calm.kubelets()::join);
            userChanges.apply();
            calm.start();
            quiet.await(List::of);
            state[0] = calm.checks().state();
        });
        return state[0];
    }

    private void play(ObjectNode reference) throws InterruptedException {
        ObjectNode before = environment.checks().state();
        environment.simulation().azure().latencies(pace.latencies(seed));
        note(pace + ", config " + config);
        Simulation.NODES.forEach(environment.kubelets()::join);
        environment.start();
        findings.reasons(lasting.reasons());
        if (!lasting.isEmpty())
            tally.count("sequences with lasting faults", world.title());
        for (int step = 0; step < STEPS; step++) {
            lasting.at(step, environment.simulation(), tally).forEach(this::note);
            step(step);
        }
        calm();
        wantTheLast();
        isolate(reference);
        if (lasting.active().isEmpty())
            settle(reference);
        part(before);
    }

    /** What has to hold while Azure refuses something for long, and after that. */
    private void isolate(ObjectNode reference) throws InterruptedException {
        if (lasting.isEmpty())
            return;
        VirtualIsolation isolation = new VirtualIsolation(world, environment, lasting, quiet, new Random(seed + 19),
                tally, this::note);
        VirtualIsolation.Wanted wanted = new VirtualIsolation.Wanted(userChanges.desired(), userChanges.machines(),
                reference);
        isolation.play(wanted);
        if (!lasting.staysToTheEnd())
            isolation.end(wanted);
        check("when it was refused no longer");
    }

    private void step(int step) throws InterruptedException {
        for (int i = 1 + random.nextInt(4); i > 0; i--)
            note("Azure: " + azure.add());
        if (random.nextInt(2) == 0)
            note("Kubernetes: " + environment.api().add());
        drama();
        for (int i = 0; i < 3; i++) {
            UserChanges.Change change = userChanges.change(step * 3 + i);
            note("users: " + change.kind() + " " + change.subject());
            tally.count("changes", change.kind());
            change.act().run();
            if (random.nextInt(3) == 0)
                pause(random.nextInt(60));
        }
        if (random.nextInt(4) == 0) {
            String what = manualChanges.change();
            tally.count("changes", "by hand: " + what);
            note("by hand: " + what);
        }
        pause(random.nextInt(PAUSE));
        replaceDead();
        check("step " + step);
        if (random.nextInt(2) == 0)
            calm();
    }

    /** Somebody dies or is replaced. */
    private void drama() {
        if (environment.running().isEmpty())
            return;
        VirtualInstance one = environment.running().get(random.nextInt(environment.running().size()));
        switch (random.nextInt(8)) {
            case 0, 1 -> {
                int nth = 1 + random.nextInt(4);
                boolean after = random.nextBoolean();
                one.killSwitch().arm(nth, after);
                note(one.name() + " dies " + (after ? "after" : "before") + " its write no. " + nth);
            }
            case 2 -> {
                one.killSwitch().kill();
                note(one.name() + " is killed");
            }
            case 3 -> {
                environment.replace(one);
                tally.count("restarts", "all");
                note(one.name() + " is replaced");
            }
            default -> {
                // Nothing happens to anybody.
            }
        }
    }

    private void replaceDead() {
        int replaced = environment.replaceDead();
        tally.add("kills", "all", replaced);
        if (replaced > 0)
            note("replaced the dead");
    }

    private void calm() {
        azure.clear(tally);
        environment.api().clear();
        note("faults cleared");
    }

    private void wantTheLast() {
        environment.running().forEach(each -> each.killSwitch().disarm());
        userChanges.apply();
        environment.kubelets().settle();
        note("users ask for what they can have");
    }

    private void settle(ObjectNode reference) throws InterruptedException {
        quiet.await(() -> {
            replaceDead();
            environment.users().restore(userChanges.desired());
            List<String> open = environment.checks().unfulfilled(userChanges.desired(), userChanges.machines());
            if (open.isEmpty() && reference != null)
                open.addAll(Outcomes.differences(world, environment.checks().nodeAddresses(), reference,
                        environment.checks().state()));
            return open;
        });
        findings.meddled(false);
        check("at the quiet point");
    }

    private void part(ObjectNode before) throws InterruptedException {
        manualChanges.leave();
        environment.users().deleteAll();
        if (world.hasRoutes())
            Simulation.NODES.forEach(environment.kubelets()::leave);
        note("everybody leaves");
        quiet.await(() -> {
            if (environment.users().services().isEmpty())
                lasting.tidy(environment.simulation());
            return StateDiff.lines(before, environment.checks().state());
        });
        check("after all have left");
    }

    private void check(String when) {
        List<String> problems = new ArrayList<>(findings.all());
        problems.addAll(environment.checks().always(findings.isMeddled()));
        problems.addAll(manualChanges.losses());
        problems.addAll(environment.problems());
        problems.addAll(RefusedWrites.problems(environment.simulation().azure().calls().all()));
        if (!problems.isEmpty())
            throw new Violation(when + ":\n  " + String.join("\n  ", problems));
    }

    private void pause(int millis) throws InterruptedException {
        environment.time().sleep(Duration.ofMillis((long) millis * pace.scale()));
    }

    private void note(String line) {
        story.append("\n  ").append(environment.time().passed().toMillis()).append(" ms  ").append(line);
    }

    private static String end(String text) {
        return text.length() <= MAX_LENGTH ? text : "..." + text.substring(text.length() - MAX_LENGTH);
    }
}
