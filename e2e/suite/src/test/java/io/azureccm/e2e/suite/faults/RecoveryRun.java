package io.azureccm.e2e.suite.faults;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.azureccm.e2e.suite.faults.RecoverySequence.Measured;
import io.azureccm.e2e.suite.faults.cluster.HttpSimulation;
import io.azureccm.e2e.suite.faults.cluster.Violation;
import io.azureccm.e2e.suite.faults.cluster.World;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.LoggerFactory;

/** Plays many {@link RecoverySequence}s, several at a time, and prints how long the controller took to recover. */
final class RecoveryRun {
    private final FaultOptions options;
    private final PrintStream out;
    private final AtomicLong next = new AtomicLong();
    private final ConcurrentLinkedQueue<Measured> measured = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Throwable> broken = new ConcurrentLinkedQueue<>();

    RecoveryRun(FaultOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** {@code --sequences=N --first=SEED --lanes=N}; ends with 1 when there was a violation. */
    public static void main(String[] arguments) {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        RecoveryRun run = new RecoveryRun(FaultOptions.parse(List.of(arguments)).in(List.of(World.SERVICES)),
                System.out);
        run.play();
        System.exit(run.violations().isEmpty() ? 0 : 1);
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    List<Measured> measured() {
        return List.copyOf(measured);
    }

    void play() {
        try {
            Path folder = Files.createTempDirectory("recovery");
            List<Thread> lanes = new ArrayList<>();
            for (int lane = 0; lane < options.lanes(); lane++) {
                Path own = Files.createDirectory(folder.resolve("lane-" + lane));
                lanes.add(Thread.ofPlatform().name("lane-" + lane).start(() -> lane(own)));
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
        report();
    }

    private void lane(Path folder) {
        try {
            for (long index = next.getAndIncrement(); index < options.sequences() && broken.isEmpty(); index = next
                    .getAndIncrement()) {
                try (HttpSimulation simulation = new HttpSimulation(folder)) {
                    measured.add(new RecoverySequence(simulation, options.seed(index)).play());
                } catch (Violation found) {
                    violations.add(found.getMessage());
                    out.println("VIOLATION " + found.getMessage());
                }
            }
        } catch (Throwable failure) {
            broken.add(failure);
        }
    }

    private void report() {
        List<Measured> struck = measured.stream()
                .filter(each -> each.struck() > 0)
                .sorted(Comparator.comparing(Measured::after))
                .toList();
        out.println("sequences: " + measured.size() + ", struck by faults: " + struck.size() + ", calls struck: "
                + struck.stream().mapToLong(Measured::struck).sum() + ", violations: " + violations.size());
        if (struck.isEmpty())
            return;
        List<Duration> times = struck.stream().map(Measured::after).toList();
        out.println("from the last fault to the right state: median " + seconds(share(times, 0.5)) + ", 95 % within "
                + seconds(share(times, 0.95)) + ", worst " + seconds(times.getLast()));
        long calls = struck.stream().mapToLong(Measured::calls).sum();
        out.println(String.format(Locale.ROOT, "calls to ARM: %d, %.1f in a sequence", calls,
                (double) calls / struck.size()));
        out.println("the slowest: " + struck.reversed()
                .stream()
                .limit(5)
                .map(each -> seconds(each.after()) + " with --first=" + each.seed())
                .toList());
        if (options.sequences() == 1)
            out.println(struck.getFirst().story());
    }

    /** The value that this share of the sorted values does not exceed. */
    static Duration share(List<Duration> sorted, double share) {
        return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
