package io.azureccm.e2e.suite.faults.virtual;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.calls.CallRecord;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.lasting.IsolationChecks;
import io.azureccm.e2e.suite.faults.lasting.LastingFault;
import io.azureccm.e2e.suite.faults.lasting.LastingFaults;
import io.azureccm.e2e.suite.faults.lasting.Probe;
import io.azureccm.e2e.suite.faults.lasting.RefusedWrites;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What has to hold while Azure refuses something for long and nothing else goes wrong: all others have what they want, and get what they
 * ask for anew in a short time; culprits are told; and nobody asks in vain too often, or writes anything again.
 */
final class VirtualIsolation {
    /** Delays that grew while other things went wrong end within this time, and everything is compared with Azure twice. */
    private static final Duration OTHERS = Duration.ofMinutes(25);
    /** What probes have brought about beside what they wait for ends within this time. */
    private static final Duration CALMED = Duration.ofMinutes(1);
    /** Whoever waits for long is told why in this time. */
    private static final Duration TOLD = Duration.ofMinutes(3);
    /** How long others may have to wait for the next attempt where the search for what is refused has used up the bound. */
    private static final Duration FOR_THE_BOUND = Duration.ofMinutes(1);
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final Duration OBSERVED = Duration.ofMinutes(5);
    /** The longest delay of a controller after a failure, and what it takes then. */
    private static final Duration AFTER = Duration.ofMinutes(6);

    /** What users want in the end, the machines that there are then, and what Azure looks like then without any faults. */
    record Wanted(Map<String, ObjectNode> desired, Set<String> machines, ObjectNode reference) {}

    private final World world;
    private final VirtualEnvironment environment;
    private final LastingFaults lasting;
    private final VirtualQuiet quiet;
    private final Random random;
    private final Tally tally;
    private final Consumer<String> story;

    VirtualIsolation(World world, VirtualEnvironment environment, LastingFaults lasting, VirtualQuiet quiet,
            Random random,
            Tally tally, Consumer<String> story) {
        this.world = world;
        this.environment = environment;
        this.lasting = lasting;
        this.quiet = quiet;
        this.random = random;
        this.tally = tally;
        this.story = story;
    }

    void play(Wanted wanted) throws InterruptedException {
        List<LastingFault> ofAll = lasting.active().stream().filter(LastingFault::concernsEverybody).toList();
        List<LastingFault> ofSome = lasting.active().stream().filter(each -> !each.concernsEverybody()).toList();
        IsolationChecks checks = new IsolationChecks(world, environment.simulation(), environment.checks(), ofSome);
        if (!ofAll.isEmpty()) {
            Duration time = Duration.ofSeconds(30L + random.nextInt(330));
            check(alive(time).compareTo(TOLD) < 0 ? List.of() : checks.untoldOfAll(ofAll));
            lasting.endOfEverybody(environment.simulation()).forEach(story);
            // Nobody who waits may have needed the scope, so the next attempt is what finds it free.
            alive(AFTER);
        }
        if (ofSome.isEmpty())
            return;
        took("others", quiet.reach("others do not have what they want", OTHERS, () -> {
            environment.replaceDead();
            environment.users().restore(wanted.desired());
            List<String> open = checks.open(wanted.desired(), wanted.machines());
            if (open.isEmpty() && wanted.reference() != null)
                open.addAll(checks.differences(wanted.desired(), wanted.reference()));
            return open;
        }));
        quiet.reach("calls that hung have not ended", OTHERS, () -> {
            environment.replaceDead();
            return environment.underWay();
        });
        probe(wanted, checks);
        observe();
    }

    /** Lets time pass, and replaces who dies late; returns since when nobody has died. */
    private Duration alive(Duration time) {
        Instant end = environment.time().now().plus(time);
        Instant since = environment.time().now();
        while (environment.time().now().isBefore(end)) {
            environment.pause(STEP);
            if (environment.replaceDead() > 0)
                since = environment.time().now();
        }
        return Duration.between(since, environment.time().now());
    }

    /** Others ask for something new, change it, and take it away. */
    private void probe(Wanted wanted, IsolationChecks checks) throws InterruptedException {
        for (Probe probe : Probe.of(world, environment.users(), environment.kubelets(), checks.culprits())) {
            boolean isUsedUp = RefusedWrites.isUsedUp(environment.simulation().azure().calls().all(),
                    environment.time().now());
            Duration limit = isUsedUp ? probe.limit().plus(FOR_THE_BOUND) : probe.limit();
            story.accept("probe: " + probe.what() + (isUsedUp ? ", while the bound on refused writes is used up" : ""));
            probe.act().run();
            Map<String, ObjectNode> desired = new TreeMap<>(wanted.desired());
            probe.manifest().ifPresent(manifest -> desired.put(Probe.SERVICE, manifest));
            took(probe.what(), quiet.reach(probe.what() + ": others do not have what they want", limit, () -> {
                environment.users().restore(wanted.desired());
                List<String> open = new ArrayList<>(probe.open(environment.simulation(), environment.users()));
                if (open.isEmpty() && probe.restores())
                    open.addAll(checks.open(desired, wanted.machines()));
                return open;
            }));
        }
    }

    private void took(String what, Duration time) {
        tally.longest(what, time);
        story.accept(what + ": after " + time.toMillis() + " ms");
    }

    /** Nothing is open: nothing is written but what Azure refuses, and nothing new is said. */
    private void observe() {
        environment.pause(CALMED);
        Instant from = environment.time().now();
        long revision = environment.simulation().api().resourceVersion();
        environment.pause(OBSERVED);
        List<String> written = environment.simulation()
                .azure()
                .calls()
                .writes()
                .stream()
                .filter(call -> call.at().isAfter(from) && call.status() < 400)
                .map(CallRecord::line)
                .toList();
        if (!written.isEmpty())
            throw new Violation("written while nothing was to be done but what Azure refuses:\n  "
                    + String.join("\n  ", written));
        long changes = environment.simulation().api().resourceVersion() - revision;
        if (changes > OBSERVED.toMinutes())
            throw new Violation(changes + " writes to the cluster in " + OBSERVED + " while nothing changed");
        check(List.of());
    }

    private void check(List<String> found) {
        List<String> problems = new ArrayList<>(found);
        problems.addAll(RefusedWrites.problems(environment.simulation().azure().calls().all()));
        if (!problems.isEmpty())
            throw new Violation(String.join("\n  ", problems));
    }

    /** All faults have ended: what was refused is tried again in time. */
    void end(Wanted wanted) throws InterruptedException {
        if (lasting.active().isEmpty())
            return;
        lasting.endAll(environment.simulation()).forEach(story);
        took("after the faults", quiet.reach("what was refused is not there after the end of the faults", AFTER, () -> {
            environment.users().restore(wanted.desired());
            return environment.checks().unfulfilled(wanted.desired(), wanted.machines());
        }));
    }
}
