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
import java.util.stream.Collectors;

/**
 * One sequence: first what users wish for in the end, without any trouble, for comparison; then their changes one after another while
 * Azure, the Kubernetes API, processes and people misbehave; then quiet, in which everything has to come true; then the end of
 * all Services, after which nothing may be left.
 */
final class Sequence {
    static final int STEPS = 5;
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final HttpGround ground;
    private final World world;
    private final Tally tally;
    private final Random random;
    private final ObjectNode config;
    private final Findings findings = new Findings();
    private final Stage stage;
    private final Script script;
    private final List<String> story = new ArrayList<>();
    private final Instant began = Instant.now();

    /** Who looks and acts in it. */
    private record Stage(Users users, Kubelets kubelets, Strangers strangers, ArmTroubles azure,
            ClusterTroubles kubernetes) {}

    Sequence(HttpGround ground, World world, long seed, Tally tally) {
        this.ground = ground;
        this.world = world;
        this.tally = tally;
        long mixed = seed * 1_000_003 + world.ordinal();
        this.random = new Random(mixed);
        this.config = world.config(random);
        Users users = new Users(ground);
        Kubelets kubelets = new Kubelets(ground, world);
        this.stage = new Stage(users, kubelets, new Strangers(ground, world, random, findings),
                new ArmTroubles(ground, world.apps(), random), new ClusterTroubles(ground, random));
        this.script = new Script(world, new Random(mixed + 1), users, kubelets, STEPS * 3);
    }

    /** Plays it; a {@link Violation} tells what went wrong. */
    void play() {
        ObjectNode reference = world.hasServices() ? reference() : null;
        ground.reset();
        Looks looks = new Looks(ground, world, stage.users(), stage.kubelets());
        ObjectNode before = looks.state();
        ground.azure().latencies(latencies());
        Cast cast = new Cast(ground, new Cast.Bill(world.apps(), random.nextInt(4) == 0, config),
                new Promises(ground, stage.users(), findings), findings);
        note("config " + config + (cast.rivals() ? ", with rivals" : ""));
        Quiet quiet = new Quiet(ground, looks, cast, World.oldestAnswer(config));
        try {
            Ground.NODES.forEach(stage.kubelets()::join);
            cast.start();
            for (int step = 0; step < STEPS; step++)
                step(step, cast, looks);
            calm(cast);
            settle(quiet, looks, cast, reference);
            part(quiet, looks, cast, before);
        } catch (Violation found) {
            throw new Violation(found.getMessage() + "\n" + story(cast));
        } finally {
            stage.azure().clear(tally);
            stage.kubernetes().clear();
            cast.cutOffTheDead();
            cast.end();
            tally.add("leader changes", "all", cast.ledger().changes());
        }
        demand("at the end", findings.all());
    }

    /** What the wishes come to where nothing goes wrong. */
    private ObjectNode reference() {
        ground.reset();
        ground.azure().latencies(Latencies.none());
        Looks looks = new Looks(ground, world, stage.users(), stage.kubelets());
        Cast cast = new Cast(ground, new Cast.Bill(world.apps(), false, config),
                new Promises(ground, stage.users(), findings),
                findings);
        try {
            Ground.NODES.stream()
                    .filter(node -> !script.machines().contains(node))
                    .forEach(
                            stage.kubelets()::removeMachine);
            script.machines().forEach(stage.kubelets()::join);
            script.wish();
            cast.start();
            new Quiet(ground, looks, cast, World.oldestAnswer(config)).await(List::of);
            return looks.state();
        } finally {
            cast.end();
        }
    }

    private void step(int step, Cast cast, Looks looks) {
        for (int i = 1 + random.nextInt(4); i > 0; i--)
            note("Azure: " + stage.azure().add());
        if (random.nextInt(2) == 0)
            note("Kubernetes: " + (random.nextInt(12) == 0
                    ? stage.kubernetes().freeze(tally)
                    : stage.kubernetes().add(tally)));
        drama(cast);
        for (int i = 0; i < 3; i++) {
            Script.Change change = script.change(step * 3 + i);
            note("users: " + change.kind() + " " + change.subject());
            tally.count("changes", change.kind());
            change.act().run();
            if (random.nextInt(3) == 0)
                pause(random.nextInt(60));
        }
        if (random.nextInt(4) == 0) {
            String what = stage.strangers().change();
            tally.count("changes", "stranger: " + what);
            note("stranger: " + what);
        }
        pause(random.nextInt((int) PAUSE.toMillis()));
        int replaced = cast.replaceDead();
        if (replaced > 0) {
            tally.add("kills", "all", replaced);
            note("replaced the dead");
        }
        check("step " + step, cast, looks);
        if (random.nextInt(2) == 0)
            calm(cast);
    }

    /** Somebody dies, is relieved, or is not let into the cluster. */
    private void drama(Cast cast) {
        List<Instance> all = cast.playing();
        if (all.isEmpty())
            return;
        Instance one = all.get(random.nextInt(all.size()));
        switch (random.nextInt(9)) {
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
                cast.relieve(one);
                tally.count("restarts", "all");
                note(one.name() + " is relieved");
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

    private void calm(Cast cast) {
        stage.azure().clear(tally);
        stage.kubernetes().clear();
        cast.playing().forEach(Instance::regainToken);
        cast.cutOffTheDead();
        note("faults cleared");
    }

    private void settle(Quiet quiet, Looks looks, Cast cast, ObjectNode reference) {
        cast.playing().forEach(each -> each.tripwire().disarm());
        cast.awaitErrands();
        script.wish();
        stage.kubelets().settle();
        note("everybody wishes for what can be had");
        quiet.await(() -> {
            tally.add("kills", "all", cast.replaceDead());
            stage.users().wish(script.wishes());
            List<String> open = looks.unfulfilled(script.wishes(), script.machines());
            if (open.isEmpty() && reference != null)
                open.addAll(Outcomes.differences(world, looks.nodeAddresses(), reference, looks.state()));
            return open;
        });
        findings.meddled(false);
        check("at the quiet point", cast, looks);
    }

    private void part(Quiet quiet, Looks looks, Cast cast, ObjectNode before) {
        stage.strangers().leave();
        stage.users().deleteAll();
        if (world.hasRoutes())
            Ground.NODES.forEach(stage.kubelets()::leave);
        note("everybody leaves");
        quiet.await(() -> StateDiff.lines(before, looks.state()));
        check("after all have left", cast, looks);
    }

    private void check(String when, Cast cast, Looks looks) {
        List<String> problems = new ArrayList<>(findings.all());
        problems.addAll(looks.always(findings.isMeddled()));
        problems.addAll(stage.strangers().losses());
        problems.addAll(looks.strangersAtTheWheel(cast));
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

    private String story(Cast cast) {
        return "story:\n  " + String.join("\n  ", story) + "\nplans:\n" + end(cast.log(), 40_000) + "\nrequests:"
                + end(requests(cast), 15_000) + "\ncalls:"
                + end(ground.callLog(), 20_000);
    }

    /** What the instances have written into the cluster, leases aside. */
    private String requests(Cast cast) {
        return ground.api()
                .requests()
                .matching(each -> each.isWrite() && cast.names().contains(each.agent())
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
