package io.azureccm.e2e.playground.scale;

import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.ControllerProcess.Program;
import io.azureccm.e2e.playground.image.ImageOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Plays the life of a cluster of one size for the service-controller as Maven packages it, with leader election: from nothing to all
 * served, restart, a killed leader, ordinary life, rest.
 */
public final class ScaleRun implements AutoCloseable {
    private static final String APP = "service-controller";
    private static final List<String> FLAGS = List.of("--leader-elect-resource-namespace=default");
    private static final Duration BOUND = Duration.ofMinutes(30);
    private static final Duration STILL = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration STEP = Duration.ofMillis(2500);
    private static final int STEPS = 24;
    /** Kinds of changes, one after the other. */
    private static final int KINDS = 6;

    /** What is waited for. */
    private interface Check {
        boolean isMet() throws IOException;
    }

    private final ScaleSize size;
    private final ScaleCloud cloud;
    private final Duration idle;
    private final PrintStream out;
    private final List<ControllerProcess> running = new ArrayList<>();
    private int instances;

    /** {@code idle} is how long nothing happens in the last phase. */
    public ScaleRun(ScaleSize size, Duration idle, Path folder, PrintStream out) throws IOException {
        this.size = size;
        this.idle = idle;
        this.out = out;
        cloud = new ScaleCloud(size, folder);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "scale-end"));
    }

    public List<PhaseFigures> play() throws IOException, InterruptedException {
        List<PhaseFigures> all = new ArrayList<>();
        out.println(size + " ...");
        all.add(said(fromNothing()));
        all.add(said(restart()));
        all.add(said(leaderKilled()));
        all.add(said(life()));
        all.add(said(rest()));
        return all;
    }

    private PhaseFigures said(PhaseFigures figures) {
        out.printf("  %s: %.1f s%n", figures.phase(), figures.took().toMillis() / 1000.0);
        return figures;
    }

    private PhaseFigures fromNothing() throws IOException, InterruptedException {
        Meter meter = meter("from nothing to all served");
        TreeMap<String, Long> made = new TreeMap<>();
        for (int i = 0; i < size.services(); i++) {
            cloud.apply(i, 80);
            made.put(ScaleCloud.service(i), System.nanoTime());
        }
        start();
        List<Duration> waits = awaitServed(made);
        Duration took = meter.elapsed();
        awaitStill();
        return meter.end(waits, took, running);
    }

    private PhaseFigures restart() throws IOException, InterruptedException {
        running.removeFirst().close();
        Meter meter = meter("restart, nothing changed");
        start();
        awaitFirstPlan(running.getFirst());
        Duration took = meter.elapsed();
        awaitStill();
        return meter.end(List.of(took), took, running);
    }

    private PhaseFigures leaderKilled() throws IOException, InterruptedException {
        start();
        await("the second instance is up", () -> running.getLast().health().contains("status"));
        Thread.sleep(STILL.toMillis());
        Meter meter = meter("leader killed, a Service made");
        running.removeFirst().kill();
        int more = size.services();
        TreeMap<String, Long> made = new TreeMap<>(Map.of(ScaleCloud.service(more), System.nanoTime()));
        cloud.apply(more, 80);
        List<Duration> waits = awaitServed(made);
        Duration took = meter.elapsed();
        awaitStill();
        return meter.end(waits, took, running);
    }

    /** Something changes every 2.5 s: Services are made, changed, deleted; a node leaves and comes back; pods move. */
    private PhaseFigures life() throws IOException, InterruptedException {
        Meter meter = meter("ordinary life, " + STEPS + " changes");
        TreeMap<String, Long> made = new TreeMap<>();
        List<Duration> waits = new ArrayList<>();
        int next = size.services() + 1;
        for (int step = 0; step < STEPS; step++) {
            switch (step % KINDS) {
                case 0 -> {
                    cloud.apply(next, 80);
                    made.put(ScaleCloud.service(next++), System.nanoTime());
                }
                case 1 -> cloud.apply(step / KINDS, 8000 + step);
                case 2 -> cloud.leave(size.nodes() - 1 - step / KINDS);
                case 3 -> cloud.pods(ScaleSize.LOCAL, step);
                case 4 -> cloud.delete(size.services() - 1 - step / KINDS);
                default -> cloud.join(size.nodes() - 1 - step / KINDS);
            }
            long until = System.nanoTime() + STEP.toNanos();
            while (System.nanoTime() < until) {
                look(made, waits);
                Thread.sleep(LOOK.toMillis());
            }
        }
        waits.addAll(awaitServed(made));
        int left = size.services() + 1;
        await("the deleted Services are gone", () -> cloud.services().size() == left);
        Duration took = meter.elapsed();
        awaitStill();
        return meter.end(waits, took, running);
    }

    private PhaseFigures rest() throws IOException, InterruptedException {
        Meter meter = meter("idle for " + idle.toSeconds() + " s");
        Thread.sleep(idle.toMillis());
        return meter.end(List.of(), meter.elapsed(), running);
    }

    private Meter meter(String phase) {
        return new Meter(phase, cloud.local(), running);
    }

    private void start() throws IOException {
        String name = APP + "-" + (char) ('a' + instances++);
        List<String> image = ImageOptions.of(APP);
        Program program = Program.packaged(APP, image.toArray(String[]::new));
        running.add(ControllerProcess.start(new Program(name, program.command()), cloud.local(), FLAGS));
    }

    private void awaitFirstPlan(ControllerProcess controller) throws IOException, InterruptedException {
        await("the first plan", () -> controller.logged("The first plan was made").isPresent());
    }

    private List<Duration> awaitServed(TreeMap<String, Long> made) throws IOException, InterruptedException {
        List<Duration> waits = new ArrayList<>();
        await("all Services are served", () -> {
            look(made, waits);
            return made.isEmpty();
        });
        return waits;
    }

    /** Takes those out that have an address now. */
    private void look(TreeMap<String, Long> made, List<Duration> waits) {
        if (made.isEmpty())
            return;
        Set<String> served = cloud.served();
        long now = System.nanoTime();
        made.entrySet().removeIf(service -> {
            boolean is = served.contains(service.getKey());
            if (is)
                waits.add(Duration.ofNanos(now - service.getValue()));
            return is;
        });
    }

    private void await(String what, Check check) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (!check.isMet()) {
            for (ControllerProcess controller : running)
                controller.requireAlive();
            if (System.nanoTime() > deadline)
                throw new IOException(what + ": not after " + BOUND.toMinutes() + " minutes, with " + size
                        + "; see the logs in " + cloud.local().logs());
            Thread.sleep(LOOK.toMillis());
        }
    }

    /** Azure has heard nothing for a while, so that late calls are counted, too. */
    private void awaitStill() throws IOException, InterruptedException {
        long[] since = {System.nanoTime()};
        int[] seen = {-1};
        await("Azure hears no more", () -> {
            int calls = cloud.local().azure().calls().all().size();
            if (calls != seen[0] || cloud.local().azure().runningOperations() > 0) {
                seen[0] = calls;
                since[0] = System.nanoTime();
            }
            return System.nanoTime() - since[0] > STILL.toNanos();
        });
    }

    @Override
    public void close() {
        running.forEach(ControllerProcess::close);
        cloud.close();
    }
}
