package io.azureccm.e2e.suite.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.suite.faults.check.Outcomes;
import io.azureccm.e2e.suite.faults.check.Quiet;
import io.azureccm.e2e.suite.faults.check.StateChecks;
import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.HttpSimulation;
import io.azureccm.e2e.suite.faults.cluster.Kubelets;
import io.azureccm.e2e.suite.faults.cluster.ManualChanges;
import io.azureccm.e2e.suite.faults.cluster.RandomApiFaults;
import io.azureccm.e2e.suite.faults.cluster.RandomArmFaults;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.UserChanges;
import io.azureccm.e2e.suite.faults.cluster.Users;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.instance.Instance;
import io.azureccm.e2e.suite.faults.instance.Instances;
import io.azureccm.e2e.suite.faults.instance.Promises;
import io.azureccm.e2e.suite.state.StateDiff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * One sequence: first what users want in the end, without any trouble, for comparison; then their changes one after another while
 * Azure, the Kubernetes API, processes and people misbehave; then quiet, in which everything has to come true; then the end of
 * all Services, after which nothing may be left.
 */
final class Sequence {
    static final int STEPS = 5;
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final HttpSimulation simulation;
    private final World world;
    private final Tally tally;
    private final Random random;
    private final ObjectNode config;
    private final Findings findings = new Findings();
    private final Participants participants;
    private final UserChanges userChanges;
    private final List<String> story = new ArrayList<>();
    private final Instant began = Instant.now();

    /** Who checks and acts in it. */
    private record Participants(Users users, Kubelets kubelets, ManualChanges manualChanges, RandomArmFaults azure,
            RandomApiFaults kubernetes) {}

    Sequence(HttpSimulation simulation, World world, long seed, Tally tally) {
        this.simulation = simulation;
        this.world = world;
        this.tally = tally;
        long mixed = seed * 1_000_003 + world.ordinal();
        this.random = new Random(mixed);
        this.config = world.config(random);
        Users users = new Users(simulation);
        Kubelets kubelets = new Kubelets(simulation, world);
        this.participants = new Participants(users, kubelets, new ManualChanges(simulation, world, random, findings),
                new RandomArmFaults(simulation, world.apps(), random), new RandomApiFaults(simulation, random));
        this.userChanges = new UserChanges(world, new Random(mixed + 1), users, kubelets, STEPS * 3);
    }

    /** Plays it; a {@link Violation} tells what went wrong. */
    void play() {
        ObjectNode reference = world.hasServices() ? reference() : null;
        simulation.reset();
        StateChecks checks = new StateChecks(simulation, world, participants.users(), participants.kubelets());
        ObjectNode before = checks.state();
        simulation.azure().latencies(latencies());
        Instances instances = new Instances(simulation,
                new Instances.Setup(world.apps(), random.nextInt(4) == 0, config),
                new Promises(simulation, participants.users(), findings), findings);
        note("config " + config + (instances.standbys() ? ", with standbys" : ""));
        Quiet quiet = new Quiet(simulation, checks, instances, World.oldestAnswer(config));
        try {
            Simulation.NODES.forEach(participants.kubelets()::join);
            instances.start();
            for (int step = 0; step < STEPS; step++)
                step(step, instances, checks);
            calm(instances);
            settle(quiet, checks, instances, reference);
            part(quiet, checks, instances, before);
        } catch (Violation found) {
            throw new Violation(found.getMessage() + "\n" + story(instances));
        } finally {
            participants.azure().clear(tally);
            participants.kubernetes().clear();
            instances.end();
            tally.add("leader changes", "all", instances.ledger().changes());
        }
        demand("at the end", findings.all());
    }

    /** What users end up with where nothing goes wrong. */
    private ObjectNode reference() {
        simulation.reset();
        simulation.azure().latencies(Latencies.none());
        StateChecks checks = new StateChecks(simulation, world, participants.users(), participants.kubelets());
        Instances instances = new Instances(simulation, new Instances.Setup(world.apps(), false, config),
                new Promises(simulation, participants.users(), findings),
                findings);
        try {
            Simulation.NODES.stream()
                    .filter(node -> !userChanges.machines().contains(node))
                    .forEach(
                            participants.kubelets()::removeMachine);
            userChanges.machines().forEach(participants.kubelets()::join);
            userChanges.apply();
            instances.start();
            Quiet quiet = new Quiet(simulation, checks, instances, World.oldestAnswer(config));
            quiet.await(() -> checks.unfulfilled(userChanges.desired(), userChanges.machines()));
            return checks.state();
        } finally {
            instances.end();
        }
    }

    private void step(int step, Instances instances, StateChecks checks) {
        for (int i = 1 + random.nextInt(4); i > 0; i--)
            note("Azure: " + participants.azure().add());
        if (random.nextInt(2) == 0)
            note("Kubernetes: " + (random.nextInt(12) == 0
                    ? participants.kubernetes().freeze(tally)
                    : participants.kubernetes().add(tally)));
        drama(instances);
        for (int i = 0; i < 3; i++) {
            UserChanges.Change change = userChanges.change(step * 3 + i);
            note("users: " + change.kind() + " " + change.subject());
            tally.count("changes", change.kind());
            change.act().run();
            if (random.nextInt(3) == 0)
                pause(random.nextInt(60));
        }
        if (random.nextInt(4) == 0) {
            String what = participants.manualChanges().change();
            tally.count("changes", "by hand: " + what);
            note("by hand: " + what);
        }
        pause(random.nextInt((int) PAUSE.toMillis()));
        int replaced = instances.replaceDead();
        if (replaced > 0) {
            tally.add("kills", "all", replaced);
            note("replaced the dead");
        }
        check("step " + step, instances, checks);
        if (random.nextInt(2) == 0)
            calm(instances);
    }

    /** Somebody dies, is replaced, or is not let into the cluster. */
    private void drama(Instances instances) {
        List<Instance> all = instances.running();
        if (all.isEmpty())
            return;
        Instance one = all.get(random.nextInt(all.size()));
        switch (random.nextInt(9)) {
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
                instances.replace(one);
                tally.count("restarts", "all");
                note(one.name() + " is replaced");
            }
            case 4 -> {
                int millis = random.nextInt(1800);
                one.loseToken(Duration.ofMillis(millis));
                tally.count("faults of Kubernetes", "Token lost");
                note(one.name() + " has no token for " + millis + " ms");
            }
            default -> {
                // Nothing happens to anybody.
            }
        }
    }

    private void calm(Instances instances) {
        participants.azure().clear(tally);
        participants.kubernetes().clear();
        instances.running().forEach(Instance::regainToken);
        note("faults cleared");
    }

    private void settle(Quiet quiet, StateChecks checks, Instances instances, ObjectNode reference) {
        instances.running().forEach(each -> each.killSwitch().disarm());
        instances.awaitErrands();
        userChanges.apply();
        participants.kubelets().settle();
        note("users ask for what they can have");
        quiet.await(() -> {
            tally.add("kills", "all", instances.replaceDead());
            participants.users().restore(userChanges.desired());
            List<String> open = checks.unfulfilled(userChanges.desired(), userChanges.machines());
            if (open.isEmpty() && reference != null)
                open.addAll(Outcomes.differences(world, checks.nodeAddresses(), reference, checks.state()));
            return open;
        });
        findings.meddled(false);
        check("at the quiet point", instances, checks);
    }

    private void part(Quiet quiet, StateChecks checks, Instances instances, ObjectNode before) {
        participants.manualChanges().leave();
        participants.users().deleteAll();
        if (world.hasRoutes())
            Simulation.NODES.forEach(participants.kubelets()::leave);
        note("everybody leaves");
        quiet.await(() -> StateDiff.lines(before, checks.state()));
        check("after all have left", instances, checks);
    }

    private void check(String when, Instances instances, StateChecks checks) {
        List<String> problems = new ArrayList<>(findings.all());
        problems.addAll(checks.always(findings.isMeddled()));
        problems.addAll(participants.manualChanges().losses());
        problems.addAll(checks.writesWithoutLease(instances));
        demand(when, problems);
    }

    private static void demand(String when, List<String> problems) {
        if (!problems.isEmpty())
            throw new Violation(when + ":\n  " + String.join("\n  ", problems));
    }

    /** Some operations go on after the reply. */
    private Latencies latencies() {
        Delay some = Delay.ofMillis(random.nextInt(3) * 15L);
        return Latencies.builder()
                .rule("PUT", "*", Delay.NONE, some)
                .rule("DELETE", "*", Delay.NONE, some)
                .build();
    }

    private void note(String line) {
        story.add(Duration.between(began, Instant.now()).toMillis() + " ms  " + line);
    }

    private String story(Instances instances) {
        return "story:\n  " + String.join("\n  ", story) + "\nplans:\n" + end(instances.log(), 40_000) + "\nrequests:"
                + end(requests(instances), 15_000) + "\ncalls:"
                + end(simulation.callLog(), 20_000);
    }

    /** What the instances have written into the cluster, leases aside. */
    private String requests(Instances instances) {
        return simulation.api()
                .requests()
                .matching(each -> each.isWrite() && instances.names().contains(each.agent())
                        && !each.resource().equals("leases"))
                .stream()
                .map(each -> "\n" + each.at() + " " + each.agent() + " " + each.verb() + " " + each.resource() + " "
                        + each.name())
                .collect(Collectors.joining());
    }

    private static String end(String text, int length) {
        return text.length() <= length ? text : "..." + text.substring(text.length() - length);
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
