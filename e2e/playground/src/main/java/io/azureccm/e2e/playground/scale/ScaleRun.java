package io.azureccm.e2e.playground.scale;

import io.azureccm.e2e.azure.throttling.ThrottlingProfile;
import io.azureccm.e2e.playground.cloud.Await;
import io.azureccm.e2e.playground.cloud.ControllerProcess;
import io.azureccm.e2e.playground.cloud.ControllerProcess.Program;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import io.azureccm.e2e.playground.image.ExtractedApp;
import io.azureccm.e2e.playground.image.ImageOptions;
import io.azureccm.e2e.playground.latency.SlowAzure;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The phases of a service-controller on a cluster of one size: initial build-up, restart, change of leader, everyday
 * changes, idle.
 */
final class ScaleRun implements AutoCloseable {
    /** The heap limit for the largest size; smaller sizes use less. */
    private static final String HEAP = "-Xmx256m";
    private static final Duration STILL = Duration.ofSeconds(5);
    /** Listing a thousand Services takes processor time from the measured process. */
    private static final Duration POLL_INTERVAL = Duration.ofMillis(250);
    private static final Duration LIFE = Duration.ofSeconds(60);

    private final LargeCluster cluster;
    private final LocalCloud cloud;
    private final Size size;
    private final ExtractedApp app;
    private final PrintStream out;
    private final Duration rest;
    private ControllerProcess running;
    private Rest.Report atRest;

    ScaleRun(Size size, ExtractedApp app, Path folder, Duration rest, PrintStream out) throws IOException {
        this.rest = rest;
        this.size = size;
        this.app = app;
        this.out = out;
        this.cluster = new LargeCluster(size, SlowAzure.DEFAULT.latencies(), ThrottlingProfile.azure(), folder);
        this.cloud = cluster.cloud();
    }

    List<Phase> play() throws IOException, InterruptedException {
        List<Phase> phases = new ArrayList<>();
        ControllerProcess first = start("first");
        awaitStill();
        phases.add(say(fromNothing(first)));
        first.close();
        ControllerProcess second = start("second");
        phases.add(say(oneService(Meter.ofStart(cloud, second), "restart, and one Service")));
        ControllerProcess standby = start("standby");
        Meter meter = Meter.of(cloud, standby);
        second.kill();
        phases.add(say(oneService(meter, "leader killed, and one Service")));
        phases.add(say(life(standby)));
        phases.add(say(idle(standby)));
        return phases;
    }

    /** The report of the last phase, available after all phases. */
    Rest.Report atRest() {
        return atRest;
    }

    private ControllerProcess start(String name) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(ImageOptions.of(app.name()));
        options.add(HEAP);
        // As the chart does.
        running = ControllerProcess.start(new Program(name, app.cached(options).command()), cloud,
                List.of("--azureccm.record.folder=" + cloud.logs().resolve("record-" + name)));
        Await.until(running, "ready", running::isReady);
        return running;
    }

    private Phase say(Phase phase) {
        out.println("  " + ScaleTable.line(size, phase));
        return phase;
    }

    private Phase fromNothing(ControllerProcess controller) throws IOException, InterruptedException {
        Meter meter = Meter.of(cloud, controller);
        long start = System.nanoTime();
        Map<String, Long> made = new HashMap<>();
        for (int i = 0; i < size.services(); i++)
            made.put(cluster.make(), start);
        List<Double> addresses = awaitAddresses(made);
        awaitStill();
        return meter.end("from nothing", addresses);
    }

    private Phase oneService(Meter meter, String name) throws IOException, InterruptedException {
        long start = System.nanoTime();
        List<Double> addresses = awaitAddresses(Map.of(cluster.make(), start));
        awaitStill();
        return meter.end(name, addresses);
    }

    private Phase life(ControllerProcess controller) throws IOException, InterruptedException {
        Meter meter = Meter.of(cloud, controller);
        Map<String, Long> made = new HashMap<>();
        List<Double> addresses = new ArrayList<>();
        long start = System.nanoTime();
        for (int step = 0; System.nanoTime() - start < LIFE.toNanos(); step++) {
            long next = start + Duration.ofMillis(500).toNanos() * (step + 1);
            Set<String> before = cluster.waiting();
            cluster.something(step);
            cluster.waiting()
                    .stream()
                    .filter(name -> !before.contains(name))
                    .forEach(name -> made.put(name, System.nanoTime()));
            while (System.nanoTime() < next) {
                take(made, addresses);
                Thread.sleep(50);
            }
        }
        addresses.addAll(awaitAddresses(made));
        awaitStill();
        return meter.end("a minute of life, two changes a second", addresses);
    }

    private Phase idle(ControllerProcess controller) throws IOException, InterruptedException {
        Meter meter = Meter.of(cloud, controller);
        atRest = new Rest(cluster, controller, out).last(rest);
        return meter.end(rest.toMinutes() == 0 ? "idle" : "idle for " + rest.toMinutes() + " minutes", List.of());
    }

    private List<Double> awaitAddresses(Map<String, Long> made) throws IOException, InterruptedException {
        Map<String, Long> open = new HashMap<>(made);
        List<Double> addresses = new ArrayList<>();
        Await.until(running, "done with the addresses of all Services", () -> {
            Thread.sleep(POLL_INTERVAL);
            take(open, addresses);
            return open.isEmpty();
        });
        return addresses;
    }

    /** Services that have their address by now or are deleted are no longer awaited. */
    private void take(Map<String, Long> open, List<Double> addresses) {
        Set<String> waiting = cluster.waiting();
        open.entrySet().removeIf(each -> {
            boolean done = !waiting.contains(each.getKey());
            if (done && cloud.cluster().get("services", "default", each.getKey()).isPresent())
                addresses.add((System.nanoTime() - each.getValue()) / 1e9);
            return done;
        });
    }

    private void awaitStill() throws IOException, InterruptedException {
        Await.quiet(cloud, running, STILL);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
