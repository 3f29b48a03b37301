package io.azureccm.e2e.suite.faults.broken;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.removal.RemovalPolicy;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.suite.faults.cluster.Findings;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.UserChanges;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.virtual.VirtualEnvironment;
import io.azureccm.e2e.suite.faults.virtual.VirtualQuiet;
import io.azureccm.e2e.suite.state.StateDiff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One sequence in virtual time in which Azure shows one resource broken while users change what they want: others are served, what needs
 * the resource waits, the resource is left alone, and once it is shown as it is, everything comes true. The same seed is the same
 * sequence.
 */
final class BrokenSequence {
    private static final int CHANGES = 6;
    /** Everything has been read again, and what was under way has ended. */
    private static final Duration SEEN = Duration.ofSeconds(30);
    private static final Duration OTHERS = Duration.ofMinutes(10);

    private final World world;
    private final Tally tally;
    private final long seed;
    private final Random random;
    private final boolean readable;
    private final Findings findings = new Findings();
    private final VirtualEnvironment environment;
    private final VirtualQuiet quiet;
    private final UserChanges userChanges;
    private final StringBuilder story = new StringBuilder();

    private BrokenSequence(World world, long seed, Tally tally, boolean readable) {
        this.world = world;
        this.tally = tally;
        this.readable = readable;
        this.seed = seed * 1_000_003 + world.ordinal();
        this.random = new Random(this.seed);
        this.environment = new VirtualEnvironment(world, VirtualEnvironment.Api.of(this.seed), Pace.USUAL,
                world.config(random), findings, tally,
                () -> RemovalPolicy.NONE);
        this.quiet = new VirtualQuiet(environment, Pace.USUAL, findings);
        this.userChanges = new UserChanges(world, new Random(this.seed + 1), environment.users(),
                environment.kubelets(),
                2 * CHANGES);
    }

    /**
     * Plays one; a {@link Violation} tells what went wrong. {@code readable}: the resource can be read and means something else than it
     * should, so that no more is asked than that no turn fails.
     */
    static void play(World world, long seed, Tally tally, boolean readable) {
        BrokenSequence sequence = new BrokenSequence(world, seed, tally, readable);
        try (VirtualEnvironment played = sequence.environment) {
            played.play(sequence::play);
        } catch (Violation found) {
            throw new Violation(found.getMessage() + "\nstory:" + sequence.story + "\n" + sequence.environment.log());
        }
    }

    private void play() throws InterruptedException {
        ObjectNode before = environment.checks().state();
        environment.simulation().azure().latencies(Pace.USUAL.latencies(seed));
        Simulation.NODES.forEach(environment.kubelets()::join);
        environment.start();
        change(0);
        environment.pause(SEEN);
        BrokenResource broken = BrokenResource.draw(environment.simulation(), world, random, readable);
        note("from now on: " + broken);
        tally.count("broken resources", broken.id().type());
        int fault = environment.simulation().azure().faults().add(broken.fault());
        if (readable) {
            change(CHANGES);
            environment.pause(SEEN);
            return;
        }
        whileBroken(broken);
        environment.simulation().azure().faults().remove(fault);
        note("shown as it is");
        quiet.await(() -> {
            environment.users().restore(userChanges.desired());
            return environment.checks().unfulfilled(userChanges.desired(), userChanges.machines());
        });
        check("after it was mended");
        environment.users().deleteAll();
        if (world.hasRoutes())
            Simulation.NODES.forEach(environment.kubelets()::leave);
        quiet.await(() -> StateDiff.lines(before, environment.checks().state()));
        check("after all have left");
    }

    private void whileBroken(BrokenResource broken) throws InterruptedException {
        BrokenChecks checks = new BrokenChecks(world, environment, broken);
        environment.pause(SEEN);
        quiet.reach("what was under way has not ended", OTHERS, environment::underWay);
        long written = environment.simulation().azure().calls().all().size();
        if (random.nextInt(3) == 0) {
            note("all are replaced");
            List.copyOf(environment.running()).forEach(environment::replace);
        }
        change(CHANGES);
        userChanges.apply();
        environment.kubelets().settle();
        note("users ask for what they can have");
        quiet.reach("others do not have what they want while " + broken, OTHERS, () -> {
            environment.users().restore(userChanges.desired());
            return checks.open(userChanges.desired(), userChanges.machines());
        });
        environment.pause(SEEN);
        check("while " + broken);
        List<String> writes = environment.simulation()
                .azure()
                .calls()
                .all()
                .stream()
                .skip(written)
                .filter(broken::isWrittenBy)
                .map(CallRecord::line)
                .toList();
        if (!writes.isEmpty())
            throw new Violation("written while " + broken + ":\n  " + String.join("\n  ", writes));
    }

    private void change(int from) {
        for (int i = 0; i < CHANGES; i++) {
            UserChanges.Change change = userChanges.change(from + i);
            note("users: " + change.kind() + " " + change.subject());
            change.act().run();
            environment.pause(Duration.ofMillis(random.nextInt(4_000)));
        }
    }

    private void check(String when) {
        List<String> problems = new ArrayList<>(findings.all());
        problems.addAll(environment.checks().always(false));
        problems.addAll(environment.problems());
        if (!problems.isEmpty())
            throw new Violation(when + ":\n  " + String.join("\n  ", problems));
    }

    private void note(String line) {
        story.append("\n  ").append(environment.time().passed().toMillis()).append(" ms  ").append(line);
    }
}
