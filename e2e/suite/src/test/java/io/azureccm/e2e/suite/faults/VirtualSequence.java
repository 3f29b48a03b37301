package io.azureccm.e2e.suite.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.suite.state.StateDiff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * One sequence in virtual time: first what users wish for in the end, without any trouble, for comparison; then their changes one after
 * another while Azure, the Kubernetes API, processes and people misbehave; then quiet, in which everything has to come true; then the
 * end of all Services, after which nothing may be left. The same seed is the same sequence, call for call.
 */
final class VirtualSequence {
    private static final int STEPS = 5;
    private static final int PAUSE = 250;
    private static final int LONGEST = 1_000_000;

    private final World world;
    private final long seed;
    private final Tally tally;
    private final Random random;
    private final Pace pace;
    private final ObjectNode config;
    private final Findings findings = new Findings();
    private final StringBuilder story = new StringBuilder();
    private String log = "";
    private VirtualStage stage;
    private Script script;
    private ArmTroubles azure;
    private Strangers strangers;

    VirtualSequence(World world, long seed, Tally tally) {
        this.world = world;
        this.seed = seed * 1_000_003 + world.ordinal();
        this.tally = tally;
        this.random = new Random(this.seed);
        this.pace = random.nextBoolean() ? Pace.QUICK : Pace.USUAL;
        this.config = world.config(random);
    }

    /** Plays it and returns its log, which is the same each time; a {@link Violation} tells what went wrong. */
    String play() {
        ObjectNode reference = world.hasServices() ? reference() : null;
        try (VirtualStage played = enter()) {
            try {
                played.play(() -> play(reference));
            } catch (Violation found) {
                throw new Violation(found.getMessage() + "\nstory:" + story + "\n" + end(played.log()));
            } finally {
                log = "story:" + story + "\n" + played.log();
            }
        }
        return log;
    }

    private VirtualStage enter() {
        stage = new VirtualStage(world, seed, pace, config, findings, tally);
        script = new Script(world, new Random(seed + 1), stage.users(), stage.kubelets(), STEPS * 3);
        azure = new ArmTroubles(stage.ground(), world.apps(), random, pace.scale());
        strangers = new Strangers(stage.ground(), world, random, findings);
        return stage;
    }

    /** What the wishes come to where nothing goes wrong. */
    private ObjectNode reference() {
        try (VirtualStage quiet = enter()) {
            ObjectNode[] state = new ObjectNode[1];
            quiet.play(() -> {
                Ground.NODES.stream()
                        .filter(node -> !script.machines().contains(node))
                        .forEach(quiet.kubelets()::removeMachine);
                script.machines().forEach(quiet.kubelets()::join);
                script.wish();
                quiet.start();
                await(List::of);
                state[0] = quiet.looks().state();
            });
            return state[0];
        }
    }

    private void play(ObjectNode reference) throws InterruptedException {
        ObjectNode before = stage.looks().state();
        stage.ground().azure().latencies(latencies());
        note(pace + ", config " + config);
        Ground.NODES.forEach(stage.kubelets()::join);
        stage.start();
        for (int step = 0; step < STEPS; step++)
            step(step);
        calm();
        settle(reference);
        part(before);
    }

    private void step(int step) throws InterruptedException {
        for (int i = 1 + random.nextInt(4); i > 0; i--)
            note("Azure: " + azure.add());
        if (random.nextInt(2) == 0)
            note("Kubernetes: " + stage.api().add());
        drama();
        for (int i = 0; i < 3; i++) {
            Script.Change change = script.change(step * 3 + i);
            note("users: " + change.kind() + " " + change.subject());
            tally.count("changes", change.kind());
            change.act().run();
            if (random.nextInt(3) == 0)
                pause(random.nextInt(60));
        }
        if (random.nextInt(4) == 0) {
            String what = strangers.change();
            tally.count("changes", "stranger: " + what);
            note("stranger: " + what);
        }
        pause(random.nextInt(PAUSE));
        replaceDead();
        check("step " + step);
        if (random.nextInt(2) == 0)
            calm();
    }

    /** Somebody dies or is relieved. */
    private void drama() {
        if (stage.playing().isEmpty())
            return;
        VirtualInstance one = stage.playing().get(random.nextInt(stage.playing().size()));
        switch (random.nextInt(8)) {
            case 0, 1 -> {
                int nth = 1 + random.nextInt(4);
                boolean after = random.nextBoolean();
                one.tripwire().arm(nth, after);
                note(one.name() + " dies " + (after ? "after" : "before") + " its write no. " + nth);
            }
            case 2 -> {
                one.tripwire().kill();
                note(one.name() + " is killed");
            }
            case 3 -> {
                stage.relieve(one);
                tally.count("restarts", "all");
                note(one.name() + " is relieved");
            }
            default -> {
                // Nothing happens to anybody.
            }
        }
    }

    private void replaceDead() {
        int replaced = stage.replaceDead();
        tally.add("kills", "all", replaced);
        if (replaced > 0)
            note("replaced the dead");
    }

    private void calm() {
        azure.clear(tally);
        stage.api().clear();
        note("faults cleared");
    }

    private void settle(ObjectNode reference) throws InterruptedException {
        stage.playing().forEach(each -> each.tripwire().disarm());
        script.wish();
        stage.kubelets().settle();
        note("everybody wishes for what can be had");
        await(() -> {
            replaceDead();
            stage.users().wish(script.wishes());
            List<String> open = stage.looks().unfulfilled(script.wishes(), script.machines());
            if (open.isEmpty() && reference != null)
                open.addAll(Outcomes.differences(world, stage.looks().nodeAddresses(), reference,
                        stage.looks().state()));
            return open;
        });
        findings.meddled(false);
        check("at the quiet point");
    }

    private void part(ObjectNode before) throws InterruptedException {
        strangers.leave();
        stage.users().deleteAll();
        if (world.hasRoutes())
            Ground.NODES.forEach(stage.kubelets()::leave);
        note("everybody leaves");
        await(() -> StateDiff.lines(before, stage.looks().state()));
        check("after all have left");
    }

    /** Waits until nothing is open and two comparisons of everything have found nothing to write. */
    private void await(Supplier<List<String>> open) throws InterruptedException {
        Instant end = stage.time().now().plus(pace.bound());
        String written = "";
        Instant since = stage.time().now();
        while (true) {
            if (!findings.all().isEmpty())
                throw new Violation("while it was awaited:\n  " + String.join("\n  ", findings.all()));
            List<String> left = open.get();
            boolean still = left.isEmpty() && stage.isIdle() && written.equals(stage.written());
            if (still && Duration.between(since, stage.time().now()).compareTo(pace.still()) >= 0)
                return;
            if (!still) {
                since = stage.time().now();
                written = stage.written();
            }
            if (stage.time().now().isAfter(end))
                throw new Violation("not settled within " + pace.bound() + ": " + written + ":\n  "
                        + String.join("\n  ", left));
            stage.time().sleep(still ? pace.still() : Duration.ofMillis(40L * pace.scale()));
        }
    }

    private void check(String when) {
        List<String> problems = new ArrayList<>(findings.all());
        problems.addAll(stage.looks().always(findings.isMeddled()));
        problems.addAll(strangers.losses());
        problems.addAll(stage.problems());
        if (!problems.isEmpty())
            throw new Violation(when + ":\n  " + String.join("\n  ", problems));
    }

    /** Each call takes a time of its own, and some operations go on after the reply. */
    private Latencies latencies() {
        Duration median = Duration.ofMillis(5L * pace.scale());
        Delay some = new Delay.LogNormal(median, median.multipliedBy(20));
        Delay reply = new Delay.LogNormal(Duration.ofMillis(2), Duration.ofMillis(10));
        return Latencies.builder()
                .seed(seed)
                .rule("GET", "*", reply, Delay.NONE)
                .rule("PUT", "*", reply, some)
                .rule("DELETE", "*", reply, some)
                .build();
    }

    private void pause(int millis) throws InterruptedException {
        stage.time().sleep(Duration.ofMillis((long) millis * pace.scale()));
    }

    private void note(String line) {
        story.append("\n  ").append(stage.time().passed().toMillis()).append(" ms  ").append(line);
    }

    private static String end(String text) {
        return text.length() <= LONGEST ? text : "..." + text.substring(text.length() - LONGEST);
    }
}
