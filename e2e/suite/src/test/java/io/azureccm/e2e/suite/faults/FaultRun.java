package io.azureccm.e2e.suite.faults;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.azureccm.e2e.suite.faults.cluster.HttpSimulation;
import io.azureccm.e2e.suite.faults.cluster.Tally;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.lasting.Lasting;
import io.azureccm.e2e.suite.faults.virtual.VirtualSequence;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.LoggerFactory;

/** Plays many sequences, several at a time, and says what happened in them. */
final class FaultRun {
    private final FaultOptions options;
    private final PrintStream out;
    private final Tally tally = new Tally();
    private final AtomicLong next = new AtomicLong();
    private final Map<String, String> violations = new TreeMap<>();
    private final ConcurrentLinkedQueue<Throwable> broken = new ConcurrentLinkedQueue<>();

    FaultRun(FaultOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Takes the options of {@link FaultOptions#parse}; ends with 1 when there was a violation. */
    public static void main(String[] arguments) {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        FaultRun run = new FaultRun(FaultOptions.parse(List.of(arguments)), System.out);
        run.play();
        System.exit(run.violations().isEmpty() ? 0 : 1);
    }

    /** By {@code world seed}: what went wrong. */
    Map<String, String> violations() {
        return violations;
    }

    Tally tally() {
        return tally;
    }

    void play() {
        FaultReport report = new FaultReport(options, tally, out);
        try {
            Path folder = Files.createTempDirectory("faults");
            List<Thread> lanes = new ArrayList<>();
            for (int lane = 0; lane < options.lanes(); lane++) {
                Path own = Files.createDirectory(folder.resolve("lane-" + lane));
                lanes.add(Thread.ofPlatform().name("lane-" + lane).start(() -> lane(own, report)));
            }
            for (Thread lane : lanes)
                lane.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        broken.forEach(failure -> failure.printStackTrace(out));
        if (!broken.isEmpty())
            throw new IllegalStateException("the run itself has failed", broken.peek());
        report.end(violations);
    }

    /** Plays one sequence after another, and starts anew with fresh simulators after a violation. */
    private void lane(Path folder, FaultReport report) {
        Player player = null;
        try {
            for (long index = next.getAndIncrement(); index < options.sequences()
                    && broken.isEmpty(); index = next.getAndIncrement()) {
                World world = options.world(index);
                long seed = options.seed(index);
                if (player == null)
                    player = options.virtual()
                            ? new VirtualPlayer(tally, options.lasting())
                            : new HttpPlayer(folder, tally);
                if (!isClean(player, world, seed)) {
                    player.close();
                    player = null;
                }
                tally.count("sequences", world.title());
                report.progress(violations.size());
            }
        } catch (Throwable failure) {
            broken.add(failure);
        } finally {
            if (player != null)
                player.close();
        }
    }

    /** Plays sequences; a {@link Violation} says what went wrong in one. */
    private interface Player extends AutoCloseable {
        void play(World world, long seed);

        @Override
        void close();
    }

    /** In real time, over HTTP. */
    private record HttpPlayer(HttpSimulation simulation, Tally tally) implements Player {
        HttpPlayer(Path folder, Tally tally) {
            this(new HttpSimulation(folder), tally);
        }

        @Override
        public void play(World world, long seed) {
            new Sequence(simulation, world, seed, tally).play();
        }

        @Override
        public void close() {
            simulation.close();
        }
    }

    /** In virtual time; each sequence has simulators of its own. */
    private record VirtualPlayer(Tally tally, Lasting lasting) implements Player {
        @Override
        public void play(World world, long seed) {
            new VirtualSequence(world, seed, tally, lasting).play();
        }

        @Override
        public void close() {
            // Nothing is kept between sequences.
        }
    }

    private boolean isClean(Player player, World world, long seed) {
        try {
            player.play(world, seed);
            return true;
        } catch (Violation found) {
            synchronized (violations) {
                violations.put(world.title() + " " + seed, found.getMessage());
                out.println("VIOLATION in world " + world.title() + ", seed " + seed + ": " + found.getMessage()
                        + "\nto play it again: " + options.again(world, seed));
            }
            return false;
        }
    }
}
