package io.azureccm.node;

import io.azureccm.common.exec.PassSpans;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.kube.queue.CoalescingQueue;
import io.azureccm.common.kube.queue.Priority;
import io.azureccm.common.kube.queue.Work;
import io.azureccm.node.apply.NodeMetrics;
import io.azureccm.node.apply.NodeOutcome;
import io.azureccm.node.apply.NodePlanExecutor;
import io.azureccm.node.plan.Decision.Follow;
import io.azureccm.node.watch.NodeRoster;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns what the queue hands out into passes: all nodes that are due make one. Writes are not waited for; a node comes again
 * only when its own have ended.
 */
final class Worker {
    /** The key that stands for all nodes: their addresses are due. No node can have this name. */
    static final String REFRESH = "*";
    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final int MOST = 10_000;
    /** By then the watch has shown what was written, so that it is not planned once more. */
    private static final Duration ECHO = Duration.ofMillis(300);

    /** What it works with. */
    record Parts(CoalescingQueue<String, Boolean> queue, NodeRoster roster, Reconciler reconciler,
            NodePlanExecutor executor, PlanJournal journal, NodeMetrics metrics) {}

    private final Parts parts;
    private final Duration refreshPeriod;
    private final boolean dryRun;
    private final InstantSource clock;
    private volatile Instant passStarted;
    private boolean saidFirst;
    private Thread thread;

    Worker(Parts parts, Duration refreshPeriod, boolean dryRun, InstantSource clock) {
        this.parts = parts;
        this.refreshPeriod = refreshPeriod;
        this.dryRun = dryRun;
        this.clock = clock;
    }

    synchronized void start() {
        if (thread == null)
            thread = Thread.ofVirtual().name("passes-nodes").start(this::run);
    }

    /** True when no pass and no write is under way any more. */
    synchronized boolean stop(Duration longest) {
        if (thread == null)
            return true;
        thread.interrupt();
        try {
            if (!thread.join(longest) || !parts.executor().awaitIdle(longest))
                return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
        thread = null;
        return true;
    }

    Instant lastTurn() {
        Instant started = passStarted;
        return started == null ? clock.instant().minus(parts.queue().knock()) : started;
    }

    boolean isInPass() {
        return passStarted != null;
    }

    private void run() {
        parts.roster().names().forEach(name -> parts.queue().addAfter(name, true, Priority.CHANGED, Duration.ZERO));
        parts.queue().addAfter(REFRESH, true, Priority.DRIFT, refreshPeriod);
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Optional<Work<String, Boolean>> first = parts.queue().take();
                if (first.isEmpty())
                    return;
                List<Work<String, Boolean>> batch = new ArrayList<>(List.of(first.get()));
                batch.addAll(parts.queue().pollAll(MOST));
                turn(batch);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void turn(List<Work<String, Boolean>> batch) {
        passStarted = clock.instant();
        Set<String> names = new TreeSet<>();
        Set<String> refresh = new HashSet<>();
        for (Work<String, Boolean> work : batch) {
            if (work.key().equals(REFRESH)) {
                parts.queue().done(REFRESH);
                parts.queue().addAfter(REFRESH, true, Priority.DRIFT, refreshPeriod);
                parts.roster().names().forEach(name -> parts.queue().add(name, true, Priority.DRIFT));
            } else {
                names.add(work.key());
                if (work.value())
                    refresh.add(work.key());
            }
        }
        try {
            parts.journal().spans().run("pass", notes -> pass(names, refresh, notes));
        } catch (RuntimeException defect) {
            log.error("a pass over {} nodes failed, it is made again", names.size(), defect);
            names.forEach(name -> {
                parts.queue().retry(name, refresh.contains(name), Priority.DRIFT);
                parts.queue().done(name);
            });
        } finally {
            sayFirst();
            passStarted = null;
        }
    }

    private void pass(Set<String> names, Set<String> refresh, PassSpans.Notes notes) {
        Reconciler.Result result = parts.reconciler().pass(names, refresh);
        notes.note("scope", "nodes");
        notes.note("plan", Long.toString(result.number()));
        notes.note("operations", Integer.toString(result.plan().changes().size()));
        notes.note("outcome", result.plan().isEmpty() ? "empty" : "planned");
        parts.metrics().planned(result.plan());
        parts.metrics()
                .refused(names, result.rulings()
                        .values()
                        .stream()
                        .flatMap(ruling -> ruling.decision().refusal().stream())
                        .toList());
        carryOut(result, names);
    }

    /** By this line in the log it can be seen how long a start takes. */
    private void sayFirst() {
        if (!saidFirst) {
            saidFirst = true;
            log.info("The first pass ended after {} ms", Duration.between(passStarted, clock.instant()).toMillis());
        }
    }

    private void carryOut(Reconciler.Result result, Set<String> names) {
        PlanReport report = new PlanReport(parts.journal(), result, clock);
        for (String name : names) {
            Reconciler.Ruling ruling = result.rulings().get(name);
            if (ruling == null || ruling.decision().change().isEmpty()) {
                if (ruling == null)
                    parts.queue().forget(name);
                else
                    follow(name, ruling.decision().follow());
                parts.queue().done(name);
            } else {
                parts.executor()
                        .execute(ruling.decision().change().get(), ruling.entry().node(),
                                outcome -> ended(name, ruling, outcome, report));
            }
        }
    }

    private void ended(String name, Reconciler.Ruling ruling, NodeOutcome outcome, PlanReport report) {
        try {
            report.ended(outcome);
            if (outcome.kind() == NodeOutcome.Kind.WRITTEN)
                count(ruling.entry(), outcome);
            if (outcome.isGood() || dryRun) {
                follow(name, ruling.decision().follow());
            } else {
                parts.queue().retry(name, true, Priority.DRIFT);
            }
            if (outcome.kind() == NodeOutcome.Kind.WRITTEN)
                Thread.sleep(ECHO);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            parts.queue().done(name);
        }
    }

    private void count(NodeRoster.Entry entry, NodeOutcome outcome) {
        parts.metrics().written(outcome.change());
        if (outcome.change().initialises())
            parts.metrics()
                    .initialised(entry.facts().identity().created(), entry.watch().known(), clock.instant());
    }

    private void follow(String name, Follow follow) {
        if (!(follow instanceof Follow.Retry))
            parts.queue().forget(name);
        switch (follow) {
            case Follow.Nothing nothing -> {
            }
            case Follow.At(Instant moment) -> parts.queue().addAfter(name, false, Priority.DRIFT, until(moment));
            case Follow.Prove prove -> parts.queue().addAfter(name, false, Priority.DRIFT, Duration.ofSeconds(1));
            case Follow.Retry(Instant notBefore) when notBefore.isAfter(clock.instant()) ->
                parts.queue().addAfter(name, false, Priority.DRIFT, until(notBefore));
            case Follow.Retry retry -> parts.queue().retry(name, false, Priority.DRIFT);
        }
    }

    private Duration until(Instant moment) {
        Duration left = Duration.between(clock.instant(), moment);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
